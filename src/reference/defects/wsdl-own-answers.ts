import { isElement, type OutElement, XSD } from '../wire/element.ts';
import { both, of, overSoap } from './cells.ts';
import { changes, type Defect, type Effect, table } from './defect.ts';
import { editArray } from './edit.ts';
import { at, having } from './edit-wsdl.ts';

/** Operations that answer with records of one type, and the one that lists several. */
const TYPED = of('McatCodes', 'McatCode_check');
const LISTED = of('McatCodes');
const FIELD = 'Description';

/** Changes what the WSDL says of that text. */
const ofText = (edit: (element: OutElement) => OutElement): Effect =>
  at(
    'types/schema/complexType:{record}/sequence/element',
    (one) => [one.attributes.name === FIELD ? edit(one) : one],
    TYPED,
  );

/** The text with a type of its own, a string with a facet. */
function restricted(facet: string, value: string): Effect {
  const node = (name: string, attributes: OutElement['attributes'], children: readonly OutElement[]): OutElement => {
    return { name, prefix: 's', namespace: XSD, attributes, children };
  };
  const type = node('simpleType', {}, [node('restriction', { base: 's:string' }, [node(facet, { value }, [])])]);
  return ofText((element) => ({ ...having(element, 'type', null), children: [type] }));
}

/** The text is required, and every record but the first leaves it out. */
function required(): Effect {
  const { hooks } = ofText((element) => having(element, 'minOccurs', '1'));
  const without = (record: OutElement): OutElement => ({
    ...record,
    children: record.children.filter((node) => !isElement(node) || node.name !== FIELD),
  });
  const left = editArray((records) => records.map((one, place) => (place > 0 && isElement(one) ? without(one) : one)));
  return changes(LISTED, { ...left.hooks, ...hooks });
}

/** Faults of the service description that the server's own answers show. */
export const ownAnswerDefects: readonly Defect[] = table(['wsdl.own-answers'], 'service.wsdl', {
  'wsdl-required-left-out': ['The WSDL requires a text that the answers leave out.', required()],
  'wsdl-length-too-short': ['The WSDL gives a text a length that the answers exceed.', restricted('maxLength', '3')],
  'wsdl-pattern-of-digits': [
    'The WSDL gives a text a pattern that the answers break.',
    restricted('pattern', '\\d{4}'),
  ],
  'wsdl-fixed-value': ['The WSDL fixes a text that varies.', ofText((element) => having(element, 'fixed', 'none'))],
});

/** The port for SOAP 1.2 in the namespace of SOAP 1.1. */
export const soap12Namespace: Effect = changes(
  both(overSoap, ({ binding }) => binding === 'soap12'),
  {
    wsdl: (definitions) => ({ ...definitions, children: definitions.children.map((one) => misbound(one)) }),
  },
);

function misbound(node: OutElement['children'][number]): OutElement['children'][number] {
  if (!isElement(node) || !['binding', 'service'].includes(node.name)) return node;
  if (node.name === 'binding' && node.attributes.name !== 'GetDataSoap12') return node;
  const inSoap11 = (one: OutElement['children'][number]): OutElement['children'][number] => {
    if (!isElement(one)) return one;
    const children = one.children.map(inSoap11);
    const isExtension = one.prefix === 'soap12';
    return isExtension
      ? { ...one, prefix: 'soap', namespace: 'http://schemas.xmlsoap.org/wsdl/soap/', children }
      : { ...one, children };
  };
  return inSoap11(node);
}
