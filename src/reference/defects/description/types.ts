import { isElement, type OutElement, type OutNode, XSD } from '../../wire/element.ts';
import {
  arrays,
  both,
  type Observable,
  of,
  over,
  overHttp,
  overSoap,
  recordTypes,
  takesHeader,
  takesNumber,
} from '../cells.ts';
import { type Defect, type Effect, table, together, where } from '../defect.ts';
import { editArray, recased } from '../edits/tree.ts';
import { at, having, replaced, set } from '../edits/wsdl.ts';

const PARAMETERS = 'types/schema/element:{op}/complexType/sequence';
const overSoap11 = over('soap11');
const hasSeveral: Observable = ({ operation }) => operation.parameters.length > 1;
const parameters = at(PARAMETERS, both(overSoap11, hasSeveral));
const parameter = (cells: Observable) => at(`${PARAMETERS}/element`, cells);
const header = at('types/schema/complexType:VehicleTypeHeader/sequence', both(overSoap11, takesHeader));
const items = at('types/schema/complexType:ArrayOf{record}/sequence/element', arrays);
const field = (cells: Observable) => at('types/schema/complexType:{record}/sequence/element', cells);
const soapPart = at('message:{op}SoapIn/part', overSoap);
const soapAnswer = at('message:{op}SoapOut/part', overSoap);
const httpMessage = at('message:{op}{messages}In', overHttp);
const httpAnswer = at('message:{op}{messages}Out/part', overHttp);

/** Changes an attribute of parameters that are numbers. */
const ofNumbers = (name: string, value: string) =>
  parameter(both(overSoap, takesNumber))((one) => [
    /^s:(int|long)$/.test(one.attributes.type ?? '') ? having(one, name, value) : one,
  ]);

function byName(one: OutNode, other: OutNode): number {
  const [a = '', b = ''] = [one, other].map((node) => (isElement(node) ? node.attributes.name : ''));
  return a < b ? -1 : 1;
}

const hasLong: Observable = (cell, contract) =>
  recordTypes(cell, contract).top.fields.some(({ content }) => content.kind === 'simple' && content.type === 'long');

/** Operations that answer with records of one type. */
const TYPED = of('McatCodes', 'McatCode_check');
const FIELD = 'Description';

/** Changes what the WSDL says of that text. */
const ofText = (edit: (element: OutElement) => OutElement): Effect =>
  field(TYPED)((one) => [one.attributes.name === FIELD ? edit(one) : one]);

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
  const without = (record: OutElement): OutElement => ({
    ...record,
    children: record.children.filter((node) => !isElement(node) || node.name !== FIELD),
  });
  return where(
    of('McatCodes'),
    together(
      editArray((records) => records.map((one, place) => (place > 0 && isElement(one) ? without(one) : one))),
      ofText((element) => having(element, 'minOccurs', '1')),
    ),
  );
}

/** Faults in what the service description says of messages and records. */
export const typeDefects: readonly Defect[] = [
  ...table(['wsdl.types'], {
    'wsdl-unqualified: The schema of the WSDL does not say that local elements are qualified.': at('types/schema')(
      set('elementFormDefault', null),
    ),
    'wsdl-parameter-renamed: The WSDL writes a parameter in another case.': parameter(overSoap11)(set('name', recased)),
    'wsdl-parameter-order: The WSDL has the parameters in another order.': parameters((one) => [
      { ...one, children: one.children.toReversed() },
    ]),
    'wsdl-parameter-type: The WSDL has a number as a string.': ofNumbers('type', 's:string'),
    'wsdl-parameter-optional: The WSDL lets a number be left out.': ofNumbers('minOccurs', '0'),
    'wsdl-header-order: The WSDL has the fields of VehicleTypeHeader in another order.': header((one) => [
      { ...one, children: one.children.toSorted(byName) },
    ]),
    'wsdl-part-without-element: A message of the WSDL has a type in place of an element.': soapPart((one) => [
      having(having(one, 'element', null), 'type', 's:string'),
    ]),
    'wsdl-response-renamed: The WSDL answers with the element of the request.': soapAnswer(
      replaced('element', /Response$/, ''),
    ),
    'wsdl-result-no-list: The WSDL has one record where the answer is an array.': items(set('maxOccurs', '1')),
    'wsdl-items-renamed: The WSDL names the items of an array `item`.': items(set('name', 'item')),
    'wsdl-long-as-int: The WSDL has a long as an int.': field(hasLong)((one) => [
      one.attributes.type === 's:long' ? having(one, 'type', 's:int') : one,
    ]),
    'wsdl-http-parameter-missing: The WSDL leaves a parameter out over GET and POST.': httpMessage((one) => [
      { ...one, children: one.children.slice(1) },
    ]),
    'wsdl-request-abstract: The WSDL makes the element of a request abstract.': at(
      'types/schema/element:{op}',
      overSoap,
    )(set('abstract', 'true')),
    'wsdl-http-parameter-type: The WSDL has all parameters over GET and POST as numbers.': at(
      'message:{op}{messages}In/part',
      overHttp,
    )(set('type', 's:int')),
    'wsdl-http-root: The WSDL has the element of SOAP over GET and POST.': httpAnswer((one, { operation }) => [
      having(one, 'element', `tns:${operation.name}Response`),
    ]),
  }),
  // The server's own answers show these.
  ...table(['wsdl.own-answers'], {
    'wsdl-required-left-out: The WSDL requires a text that the answers leave out.': required(),
    'wsdl-length-too-short: The WSDL gives a text a length that the answers exceed.': restricted('maxLength', '3'),
    'wsdl-pattern-of-digits: The WSDL gives a text a pattern that the answers break.': restricted('pattern', '\\d{4}'),
    'wsdl-fixed-value: The WSDL fixes a text that varies.': ofText((element) => having(element, 'fixed', 'none')),
  }),
];
