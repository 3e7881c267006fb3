import { together } from '../defects/defect.ts';
import { bearing, inEnvelope, inPayload, inText, mapAll, mapElements } from '../defects/edits/tree.ts';
import { element, type OutElement } from '../wire/element.ts';
import { table, type Variation, type VariationChange } from './variation.ts';

const PREFIXES = 'Namespaces in XML 1.0, section 3: a prefix stands for its namespace and says nothing by itself';

/** The envelope's namespace under another prefix; '' makes it the default namespace. */
export const enveloped = (prefix: string): VariationChange => {
  return inEnvelope((root) => {
    const { 'xmlns:soap': namespace = '', ...others } = root.attributes;
    const attributes = { [prefix === '' ? 'xmlns' : `xmlns:${prefix}`]: namespace, ...others };
    return { ...root, prefix, attributes };
  });
};

const prefixed = (prefix: string): VariationChange => inPayload((payload) => ({ ...payload, prefix }));
const onEnvelope = inEnvelope((root, { contract }) => bearing({ 'xmlns:tns': contract.namespace })(root));

/** Every element under one of three prefixes in turn, each declared where it is first used. */
function alternating(root: OutElement, namespace: string): OutElement {
  let turn = 0;
  return mapAll(root, (one) => {
    turn += 1;
    return { ...one, namespace, prefix: `n${turn % 3}` };
  });
}

export const namespaceVariations: readonly Variation[] = [
  ...table(PREFIXES, {
    'envelope-prefix: The prefix of the envelope is SOAP-ENV.': enveloped('SOAP-ENV'),
    'service-prefix: The service namespace has a prefix.': prefixed('ns1'),
    'prefix-per-element: Elements of one record have different prefixes.': inPayload((payload, { contract }) =>
      alternating(payload, contract.namespace),
    ),
    'unused-declarations: Every element declares a prefix that nothing uses.': inPayload((payload) =>
      mapAll(payload, bearing({ 'xmlns:unused': 'urn:unused' })),
    ),
    'declarations-left-out: The prefixes xsi and xsd are not declared where nothing uses them.': inText((xml) =>
      / xsi:/.test(xml) ? xml : xml.replace(/ xmlns:(?:xsi|xsd)="[^"]*"/g, ''),
    ),
  }),
  ...table('Namespaces in XML 1.0, section 6.2', {
    'envelope-default-namespace: The envelope is in the default namespace, and <Op>Response changes it.': enveloped(''),
    'namespace-declared-again: Every element declares the default namespace again.': inPayload(
      (payload, { contract }) => mapAll(payload, bearing({ xmlns: contract.namespace })),
    ),
  }),
  ...table('Namespaces in XML 1.0, production 4; XML 1.0, production 5', {
    'prefix-unusual: Prefixes hold a letter beyond ASCII, a hyphen and a point.': prefixed('\u00d6-1.x_'),
  }),
  ...table('Namespaces in XML 1.0, section 3', {
    'xml-prefix-declared: The root declares the prefix xml.': inPayload(
      bearing({ 'xmlns:xml': 'http://www.w3.org/XML/1998/namespace' }),
    ),
  }),
  ...table('Namespaces in XML 1.0, section 6.1', {
    "service-prefix-on-envelope: The service namespace's prefix is declared on the Envelope.": together(
      onEnvelope,
      prefixed('tns'),
    ),
    'prefix-rebound: One prefix stands for the envelope outside and for the service namespace inside.': together(
      enveloped('p'),
      prefixed('p'),
    ),
  }),
  ...table('Namespaces in XML 1.0, section 2.3; XML 1.0, section 3.3.3: compared after references are replaced', {
    'references-in-attributes: Namespace names are written with character references.': inText((xml) =>
      xml.replace(/="http:/g, '="&#104;tt&#x70;&#58;'),
    ),
  }),
];

const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

const withHeader = (...blocks: readonly OutElement[]): VariationChange =>
  inEnvelope((root) => ({ ...root, children: [element('Header', blocks), ...root.children] }));
const block: OutElement = {
  name: 'MessageID',
  namespace: 'http://www.w3.org/2005/08/addressing',
  prefix: 'wsa',
  attributes: {},
  children: ['urn:uuid:6b29fc40-ca47-1067-b31d-00dd010662da'],
};
const secured = bearing({ 'xmlns:wsu': SECURITY, 'wsu:Id': 'e1' });

export const envelopeVariations: readonly Variation[] = [
  ...table('SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2', {
    'header-empty: The envelope has an empty Header.': withHeader(),
    'header-block: The Header holds a block of WS-Addressing.': withHeader(block),
    'header-block-optional: The Header holds blocks that need not be understood.': withHeader(
      bearing({ 'soap:mustUnderstand': '0' })(block),
      block,
    ),
  }),
  ...table('SOAP 1.1, section 4; SOAP 1.2 Part 1, sections 5.1 and 5.3: namespace-qualified attributes', {
    'envelope-attributes: Envelope and Body have attributes of WS-Security.': inEnvelope((root) =>
      mapElements(secured(root), (part) => bearing({ 'wsu:Id': `id-${part.name}` })(part)),
    ),
  }),
];
