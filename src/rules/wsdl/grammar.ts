import { attributeOf, NS } from '../../contract/wsdl/names.ts';
import { childElements, textOf, type XmlElement } from '../../xml/tree.ts';
import { type Description, type Placed, problemAt } from './description.ts';

/** The elements of WSDL 1.1 (appendix A 4.1); those without a name of their own first. */
const UNNAMED = 'definitions documentation import types input output';
const NAMED = new Set('message part portType operation fault binding service port'.split(' '));

/** The elements of XML Schema 1.0; in the last line, those of 1.1. */
const SCHEMA =
  'all annotation any anyAttribute appinfo attribute attributeGroup choice complexContent complexType documentation element ' +
  'enumeration extension field fractionDigits group import include key keyref length list maxExclusive maxInclusive ' +
  'maxLength minExclusive minInclusive minLength notation pattern redefine restriction schema selector sequence ' +
  'simpleContent simpleType totalDigits union unique whiteSpace ' +
  'alternative assert assertion defaultOpenContent explicitTimezone openContent override';
/** The built-in types of XML Schema 1.0 Part 2, section 3; in the last line, those of 1.1. */
const TYPES = new Set(
  (
    'anyType anySimpleType string boolean decimal float double duration dateTime time date gYearMonth gYear gMonthDay gDay ' +
    'gMonth hexBinary base64Binary anyURI QName NOTATION normalizedString token language NMTOKEN NMTOKENS Name NCName ID ' +
    'IDREF IDREFS ENTITY ENTITIES integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger ' +
    'unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger ' +
    'anyAtomicType dateTimeStamp dayTimeDuration yearMonthDuration'
  ).split(' '),
);

const ELEMENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  [NS.wsdl]: new Set([...UNNAMED.split(' '), ...NAMED]),
  [NS.xsd]: new Set(SCHEMA.split(' ')),
};

/** They hold anything. */
const TEXTS = new Set(['appinfo', 'documentation']);

/** What these attributes of a schema may say. */
const VALUES: Readonly<Record<string, RegExp>> = {
  minOccurs: /^\+?\d+$/,
  maxOccurs: /^(?:\+?\d+|unbounded)$/,
  nillable: /^(?:true|false|1|0)$/,
  form: /^(?:un)?qualified$/,
  elementFormDefault: /^(?:un)?qualified$/,
};

const problemsByDescription = new WeakMap<Description, readonly Placed[]>();

/** Where a description is not written in the language of WSDL 1.1 and XML Schema, found once. Extensions are free. */
export function grammarProblems(description: Description): readonly Placed[] {
  const problems = problemsByDescription.get(description) ?? problemsOf(description);
  problemsByDescription.set(description, problems);
  return problems;
}

function problemsOf(description: Description): readonly Placed[] {
  const problems: Placed[] = [];
  const visit = (element: XmlElement, parent: XmlElement | null): void => {
    const { name, namespace } = element;
    const names = ELEMENTS[namespace];
    // An extension, or text for people.
    if (names === undefined || TEXTS.has(parent?.name ?? '')) return;
    const note = (code: string, text: string, expected: string, actual: string): void =>
      void problems.push(problemAt(element, code, text, expected, actual));
    if (!names.has(name)) note('unknown-element', `There is no <${name}>`, 'an element of its namespace', `<${name}>`);
    const own = attributeOf(element, 'name');
    if (own === '' || (own === null && namespace === NS.wsdl && NAMED.has(name)))
      note(`${name}-unnamed`, `A <${name}> has no name`, 'name="…"', 'no name');
    if (description.repeated.has(element))
      note(`${name}-repeated`, `Two <${name}> have the same name`, 'another name', `'${own}'`);
    if (namespace === NS.wsdl && name === 'part' && !['element', 'type'].some((one) => attributeOf(element, one)))
      note('part-untyped', 'A <part> has no element and no type', 'element="…" or type="…"', 'neither');
    const text = TEXTS.has(name) ? '' : textOf(element).trim();
    if (text !== '') note('text', `A <${name}> has text between its elements`, 'only elements', `'${text}'`);
    for (const attribute of namespace === NS.xsd ? Object.keys(VALUES) : []) {
      const value = attributeOf(element, attribute);
      if (value !== null && !VALUES[attribute]?.test(value))
        note(`${attribute}-value`, `${attribute} has no such value`, 'a value of XML Schema', `'${value}'`);
    }
    for (const attribute of ['type', 'base']) {
      const type = description.refer(element, attribute, 'type');
      if (type?.namespace === NS.xsd && type.found === null && !TYPES.has(type.name))
        note('unknown-type', 'XML Schema has no such type', 'one of its built-in types', `'${type.name}'`);
    }
    for (const child of childElements(element)) visit(child, element);
  };
  for (const root of description.roots) visit(root, null);
  return problems;
}
