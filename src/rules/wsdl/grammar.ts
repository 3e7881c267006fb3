import { attributeOf, childrenOf, NS } from '../../contract/wsdl/names.ts';
import { childElements, textOf, type XmlElement } from '../../xml/tree.ts';
import { type Allowed, ELEMENTS, RARE } from './allowed.ts';
import { type Description, type Placed, problemAt } from './description.ts';

const NAMED = new Set('message part portType operation fault binding service port'.split(' '));

/** The built-in types of XML Schema 1.0 Part 2, section 3; in the last line, those of 1.1. */
const TYPES = new Set(
  (
    'anyType anySimpleType string boolean decimal float double duration dateTime time date gYearMonth gYear ' +
    'gMonthDay gDay gMonth hexBinary base64Binary anyURI QName NOTATION normalizedString token language NMTOKEN ' +
    'NMTOKENS Name NCName ID IDREF IDREFS ENTITY ENTITIES integer nonPositiveInteger negativeInteger long int ' +
    'short byte nonNegativeInteger unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger anyAtomicType ' +
    'dateTimeStamp dayTimeDuration yearMonthDuration'
  ).split(' '),
);

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

type Misplaced = readonly [code: string, text: string, expected: string, actual: string];

/** Attributes and children that an element can't have, or not together. */
function* misplaced(element: XmlElement, { attributes, children, either }: Allowed): Generator<Misplaced> {
  const { name, namespace } = element;
  const isSchema = namespace === NS.xsd;
  const odd = element.attributes.find((one) => one.namespace === '' && one.name !== 'id' && !attributes.has(one.name));
  const known = [...attributes].join(', ') || 'none';
  if (odd !== undefined) yield ['attribute', `A <${name}> has no attribute ${odd.name} here`, known, odd.name];
  const inside = childElements(element).filter((one) => one.name !== 'annotation' && one.name !== 'documentation');
  const isWrong = (one: XmlElement): boolean =>
    one.namespace === namespace
      ? ELEMENTS.get(namespace)?.has(one.name) === true && !children.has(one.name)
      : one.namespace === NS.xsd && `${name}/${one.name}` !== 'types/schema';
  const wrong = inside.find(isWrong);
  const holds = [...children].join(', ') || 'nothing';
  if (wrong !== undefined) yield ['child', `A <${name}> holds no <${wrong.name}>`, holds, `<${wrong.name}>`];
  const given = isSchema ? ['type', 'base', 'itemType'].filter((one) => attributeOf(element, one) !== null) : [];
  const others = inside.filter((one) => one.namespace === namespace && either.has(one.name)).map((one) => one.name);
  const isTyped = given.length > 0 && ['element', 'attribute', 'list'].includes(name);
  if (others.length + (isTyped ? 1 : 0) > 1)
    yield [
      'child-twice',
      `A <${name}> has more than one content`,
      'one of them',
      [...(isTyped ? given : []), ...others].join(', '),
    ];
  if (isSchema) return;
  // Of schemas and of extensions a description has as many as it likes.
  const own = inside.filter((one) => one.namespace !== NS.xsd && ELEMENTS.has(one.namespace) && !MANY.has(one.name));
  const keys = own.map(siblingKey);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) yield ['child-repeated', `A <${name}> has two of a kind`, 'one', twice];
}

/** Several of them say several things, whatever their names are. */
const MANY = new Set('header headerfault content fault import types part'.split(' '));

/** What tells a child of WSDL from its siblings: its name, and that of its input, as operations share names. */
function siblingKey(element: XmlElement): string {
  const [input] = childrenOf(element, NS.wsdl, 'input');
  const names = [element.name, attributeOf(element, 'name'), input && attributeOf(input, 'name')];
  return `<${names.filter((one) => one != null).join(' ')}>${element.namespace === NS.wsdl ? '' : ' of the protocol'}`;
}

function problemsOf(description: Description): readonly Placed[] {
  const problems: Placed[] = [];
  const visit = (element: XmlElement, parent: XmlElement | null): void => {
    const { name, namespace } = element;
    const table = ELEMENTS.get(namespace);
    // An extension, or text for people.
    if (table === undefined || TEXTS.has(name)) return;
    const note = (code: string, text: string, expected: string, actual: string): void =>
      void problems.push(problemAt(element, code, text, expected, actual));
    const place = attributeOf(element, 'ref') === null ? `${parent?.name}/${name}` : `${name}@ref`;
    const allowed = table.get(place) ?? table.get(name);
    if (allowed !== undefined) for (const problem of misplaced(element, allowed)) note(...problem);
    else if (namespace !== NS.xsd || !RARE.has(name))
      note('unknown-element', `There is no <${name}>`, 'an element of its namespace', `<${name}>`);
    const own = attributeOf(element, 'name');
    if (own === '' || (own === null && namespace === NS.wsdl && NAMED.has(name)))
      note(`${name}-unnamed`, `A <${name}> has no name`, 'name="…"', 'no name');
    if (description.repeated.has(element))
      note(`${name}-repeated`, `Two <${name}> have the same name`, 'another name', `'${own}'`);
    const types = ['element', 'type'].filter((one) => attributeOf(element, one)).length;
    if (namespace === NS.wsdl && name === 'part' && types !== 1) {
      const text = `A <part> has ${types === 0 ? 'no element and no type' : 'an element and a type'}`;
      note('part-untyped', text, 'element="…" or type="…"', types === 0 ? 'neither' : 'both');
    }
    const text = textOf(element).trim();
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
