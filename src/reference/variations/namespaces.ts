import { everywhere, overSoap } from '../defects/cells.ts';
import type { Hooks } from '../defects/defect.ts';
import type { OutAttribute, OutElement } from '../wire/element.ts';
import { bearing, inEnvelope, inText, mapElements } from './tree.ts';
import type { Variation } from './variation.ts';

function namespaces(id: string, title: string, why: string, hooks: Hooks, cells = everywhere): Variation {
  return { id, title, why, cells, hooks };
}

const PREFIXES = 'Namespaces in XML 1.0, section 3: a prefix stands for its namespace and says nothing by itself';

/** The envelope's namespace under another prefix; '' makes it the default namespace. */
const enveloped = (prefix: string) =>
  inEnvelope((root) => ({
    ...root,
    prefix,
    attributes: root.attributes.map(
      ({ name, value }): OutAttribute =>
        name === 'xmlns:soap' ? { name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value } : { name, value },
    ),
  }));

const prefixed = (prefix: string): Hooks => ({ payload: (payload) => ({ ...payload, prefix }) });

/** Every element under one of three prefixes in turn, each declared where it is first used. */
function alternating(root: OutElement, namespace: string): OutElement {
  let turn = 0;
  return mapElements(root, (one) => {
    turn += 1;
    return { ...one, namespace, prefix: `n${turn % 3}` };
  });
}

/** Prefixes, default namespaces and declarations. */
export const namespaceVariations: readonly Variation[] = [
  namespaces('envelope-prefix', 'The prefix of the envelope is SOAP-ENV.', PREFIXES, enveloped('SOAP-ENV'), overSoap),
  namespaces(
    'envelope-default-namespace',
    'The envelope is in the default namespace, and <Op>Response changes it.',
    'Namespaces in XML 1.0, section 6.2',
    enveloped(''),
    overSoap,
  ),
  namespaces('service-prefix', 'The service namespace has a prefix.', PREFIXES, prefixed('ns1')),
  namespaces(
    'prefix-unusual',
    'Prefixes hold a letter beyond ASCII, a hyphen and a point.',
    'Namespaces in XML 1.0, production 4; XML 1.0, production 5',
    prefixed('\u00d6-1.x_'),
  ),
  namespaces('xml-prefix-declared', 'The root declares the prefix xml.', 'Namespaces in XML 1.0, section 3', {
    payload: (payload) => bearing(payload, { name: 'xmlns:xml', value: 'http://www.w3.org/XML/1998/namespace' }),
  }),
  namespaces(
    'service-prefix-on-envelope',
    "The service namespace's prefix is declared on the Envelope.",
    'Namespaces in XML 1.0, section 6.1',
    {
      ...prefixed('tns'),
      ...inEnvelope((root, { contract }) => bearing(root, { name: 'xmlns:tns', value: contract.namespace })),
    },
    overSoap,
  ),
  namespaces('prefix-per-element', 'Elements of one record have different prefixes.', PREFIXES, {
    payload: (payload, { contract }) => alternating(payload, contract.namespace),
  }),
  namespaces(
    'prefix-rebound',
    'One prefix stands for the envelope outside and for the service namespace inside.',
    'Namespaces in XML 1.0, section 6.1',
    { ...prefixed('p'), ...enveloped('p') },
    overSoap,
  ),
  namespaces('unused-declarations', 'Every element declares a prefix that nothing uses.', PREFIXES, {
    payload: (payload) => mapElements(payload, (one) => bearing(one, { name: 'xmlns:unused', value: 'urn:unused' })),
  }),
  namespaces(
    'namespace-declared-again',
    'Every element declares the default namespace again.',
    'Namespaces in XML 1.0, section 6.2',
    {
      payload: (payload, { contract }) =>
        mapElements(payload, (one) => bearing(one, { name: 'xmlns', value: contract.namespace })),
    },
  ),
  namespaces(
    'declarations-left-out',
    'The prefixes xsi and xsd are not declared where nothing uses them.',
    PREFIXES,
    inText((xml) => (/ xsi:/.test(xml) ? xml : xml.replace(/ xmlns:(?:xsi|xsd)="[^"]*"/g, ''))),
  ),
  namespaces(
    'references-in-attributes',
    'Namespace names are written with character references.',
    'Namespaces in XML 1.0, section 2.3; XML 1.0, section 3.3.3: compared after references are replaced',
    inText((xml) => xml.replace(/="http:/g, '="&#104;tt&#x70;&#58;')),
  ),
];
