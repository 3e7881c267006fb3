import { overSoap } from '../defects/cells.ts';
import type { OutElement } from '../wire/element.ts';
import { element, isElement } from '../wire/element.ts';
import { bearing, inEnvelope } from './tree.ts';
import type { Variation } from './variation.ts';

const HEADERS = 'SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2';
const ADDRESSING = 'http://www.w3.org/2005/08/addressing';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

function envelope(id: string, title: string, why: string, edit: (root: OutElement) => OutElement): Variation {
  return { id, title, why, cells: overSoap, hooks: inEnvelope(edit) };
}

const withHeader =
  (...blocks: readonly OutElement[]) =>
  (root: OutElement): OutElement => ({ ...root, children: [element('Header', blocks), ...root.children] });

const block = (attributes: OutElement['attributes']): OutElement => ({
  name: 'MessageID',
  namespace: ADDRESSING,
  prefix: 'wsa',
  attributes,
  children: ['urn:uuid:6b29fc40-ca47-1067-b31d-00dd010662da'],
});

/** What an envelope may hold beside the result. */
export const envelopeVariations: readonly Variation[] = [
  envelope('header-empty', 'The envelope has an empty Header.', HEADERS, withHeader()),
  envelope('header-block', 'The Header holds a block of WS-Addressing.', HEADERS, withHeader(block([]))),
  envelope(
    'header-block-optional',
    'The Header holds blocks that need not be understood.',
    HEADERS,
    withHeader(block([{ name: 'soap:mustUnderstand', value: '0' }]), block([])),
  ),
  envelope(
    'envelope-attributes',
    'Envelope and Body bear attributes of WS-Security.',
    'SOAP 1.1, section 4; SOAP 1.2 Part 1, sections 5.1 and 5.3: namespace-qualified attributes',
    (root) => ({
      ...bearing(root, { name: 'xmlns:wsu', value: SECURITY }, { name: 'wsu:Id', value: 'e1' }),
      children: root.children.map((node) =>
        isElement(node) ? bearing(node, { name: 'wsu:Id', value: `id-${node.name}` }) : node,
      ),
    }),
  ),
];
