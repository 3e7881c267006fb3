import type { Content, Contract, SimpleType } from '../../contract/model.ts';
import { distinct, leafText } from '../mutants/edit.ts';
import { attributesOf, isTag, type Markup, replaced, type Tag, tag } from '../mutants/markup.ts';
import { localName } from '../mutants/places.ts';
import { recordOf, type Spot } from './spots.fixture.ts';

/** An answer with one fault at one place: its kind, and its root. */
export type AnswerEdit = readonly [kind: string, root: Markup];

/** Every fault of every kind that an element of an answer can have by its contract. */
export function* answerEdits(root: Tag, spot: Spot, contract: Contract): Generator<AnswerEdit> {
  const { tag: own } = spot;
  const put = (...nodes: readonly Markup[]): Markup => replaced([root], own, nodes)[0] ?? '';
  for (const [kind, ...nodes] of [...namesOf(spot), ...placesOf(spot), ...nilOf(spot)]) yield [kind, put(...nodes)];
  for (const [kind, parent] of neighboursOf(spot)) yield [kind, replaced([root], spot.parent, [parent])[0] ?? ''];
  if (spot.content.kind === 'open') return;
  for (const [kind, edited] of attributesIn(spot, contract)) yield [kind, put(edited)];
  const simple = simpleOf(spot.content, own, contract);
  if (simple === null) for (const [kind, children] of insideOf(own)) yield [kind, put({ ...own, children })];
  else if (leafText(own) !== null)
    for (const [kind, value] of wrongValues(simple))
      yield [`a ${simple.type} ${kind}`, put({ ...own, children: value === '' ? [] : [value] })];
}

type Nodes = readonly [kind: string, ...nodes: readonly Markup[]];

const OTHER = 'http://other.example/';

function* namesOf({ tag: own }: Spot): Generator<Nodes> {
  const prefix = own.name.slice(0, -localName(own.name).length);
  const name = localName(own.name);
  const [first = ''] = name;
  const recased = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  yield ['renamed', { ...own, name: `${prefix}${name}s` }];
  yield ['in another case', { ...own, name: `${prefix}${recased}${name.slice(1)}` }];
  const bare = own.attributes.filter(([key]) => key !== 'xmlns');
  yield ['in another namespace', { ...own, name: `q:${name}`, attributes: [...own.attributes, ['xmlns:q', OTHER]] }];
  yield ['in another default namespace', { ...own, name, attributes: [...bare, ['xmlns', OTHER]] }];
}

function* placesOf({ tag: own, parent, field, content }: Spot): Generator<Nodes> {
  if (!field.optional) yield ['left out'];
  if (field.repeated !== true) yield ['twice', own, own];
  yield ['wrapped', tag('Wrapped', [], own)];
  yield ['beside an unknown element', own, tag('Extra', [], 'x')];
  if (parent.children.every((child) => isTag(child) || child.trim() === '')) yield ['followed by text', own, 'x'];
  if (content.kind !== 'simple' && own.children.some(isTag)) yield ['unwrapped', ...own.children];
  if (content.kind === 'record' && own.children.length > 0)
    yield ['as escaped XML', { ...own, children: ['&lt;a/&gt;'] }];
}

function* nilOf({ tag: own, field, content }: Spot): Generator<Nodes> {
  const bare = own.attributes.filter(([key]) => key !== 'xsi:nil' && key !== 'xmlns:xsi');
  const marked = [...bare, ['xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance'], ['xsi:nil', 'true']] as const;
  if (!field.nillable) yield ['nil, which it may not be', { ...own, attributes: marked, children: [] }];
  if (content.kind !== 'open' && own.children.length > 0)
    yield ['marked nil, with its content', { ...own, attributes: marked }];
}

/** What changes the order of an element and its siblings. */
function* neighboursOf({ tag: own, parent, field }: Spot): Generator<readonly [kind: string, parent: Tag]> {
  const others = parent.children.filter((child) => child !== own);
  const [next] = parent.children.slice(parent.children.indexOf(own) + 1).filter(isTag);
  if (field.repeated === true || next === undefined || next.name === own.name) return;
  const swapped = parent.children.map((child) => (child === own ? next : child === next ? own : child));
  yield ['after the next', { ...parent, children: swapped }];
  if (others.filter(isTag).at(-1) !== next) yield ['at the end', { ...parent, children: [...others, own] }];
}

function* insideOf({ children }: Tag): Generator<readonly [kind: string, children: readonly Markup[]]> {
  yield ['with text before its elements', ['x', ...children]];
  yield ['with an unknown element first', [tag('Extra', []), ...children]];
}

function* attributesIn({ tag: own, content }: Spot, contract: Contract): Generator<readonly [kind: string, tag: Tag]> {
  yield ['with an unknown attribute', { ...own, attributes: [...own.attributes, ['extra', '1']] }];
  const xsi = attributesOf(' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Unknown"');
  const untyped = own.attributes.filter(([key]) => !/^(?:xmlns:xsi|xsi:type)$/.test(key));
  yield ['of an unknown xsi:type', { ...own, attributes: [...untyped, ...xsi] }];
  if (content.kind !== 'record') return;
  for (const { name, optional, content: of } of recordOf(own, content.record, contract).attributes ?? []) {
    const at = own.attributes.findIndex(([key]) => key === name);
    const others = own.attributes.filter((_, index) => index !== at);
    if (at < 0) continue;
    if (!optional) yield ['without a required attribute', { ...own, attributes: others }];
    yield [
      'with a renamed attribute',
      { ...own, attributes: [...others, [`${name}s`, own.attributes[at]?.[1] ?? '']] },
    ];
    const simple = of.kind === 'simple' ? of : null;
    for (const [kind, value] of simple === null ? [] : wrongValues(simple))
      yield [`with an attribute: a ${simple?.type} ${kind}`, { ...own, attributes: [...others, [name, value]] }];
  }
}

type Simple = Extract<Content, { readonly kind: 'simple' }>;

/** What the text of an element is; null if it holds elements. */
function simpleOf(content: Content, own: Tag, contract: Contract): Simple | null {
  const text = content.kind === 'record' ? recordOf(own, content.record, contract).text : content;
  return text?.kind === 'simple' ? text : null;
}

/** Values out of the lexical or the value space of a type. */
function wrongValues({ type, enumeration }: Simple): readonly (readonly [kind: string, value: string])[] {
  const [first = ''] = enumeration;
  const listed = [`${first}X`, first.toLowerCase(), first.toUpperCase(), '0', ''];
  if (enumeration.length > 0)
    return distinct(
      '',
      listed.filter((one) => !enumeration.includes(one)),
    ).map((one) => ['of no listed value', one]);
  const own = Object.entries(WRONG[type] ?? (/int|long|short|byte/i.test(type) ? OF_INTEGERS : {}));
  const beyond = BEYOND[type];
  return [
    ...own,
    ...(beyond === undefined ? [] : [['that is too large', beyond] as const]),
    ...(/^(?:string|anyURI|base64Binary|hexBinary)$/.test(type) ? [] : [['that is empty', ''] as const]),
  ];
}

const OF_INTEGERS = {
  'with a fraction': '1.5',
  'in words': 'one',
  'with separators': '1,000',
  'with an exponent': '1e3',
  'in hexadecimal': '0x1F',
  'that is not a number': 'NaN',
};

const OF_FLOATS = {
  'with a comma': '1,5',
  'of infinity in words': 'Infinity',
  'that is no number': 'nan',
  'with a unit': '5 kg',
};

const WRONG: Readonly<Partial<Record<SimpleType, Readonly<Record<string, string>>>>> = {
  boolean: { 'in capitals': 'True', 'as a word': 'yes', 'as another number': '2', 'as a letter': 'T' },
  decimal: { 'with a comma': '1,5', 'with an exponent': '1E3', 'that is no number': 'NaN', 'with a currency': '$1.50' },
  float: OF_FLOATS,
  double: OF_FLOATS,
  dateTime: {
    'with a space': '2024-03-01 12:00:00',
    'that is a date': '2024-03-01',
    'of a locale': '01.03.2024 12:00:00',
    'of HTTP': 'Fri, 01 Mar 2024 12:00:00 GMT',
    'of a month that is none': '2024-13-01T00:00:00',
    'of a day that is none': '2024-02-30T00:00:00',
    'of an hour that is none': '2024-03-01T25:00:00',
    'with a short zone': '2024-03-01T12:00:00+1',
    'as seconds': '1709294400',
    'of JSON': '/Date(1709294400000)/',
  },
  date: { 'of a locale': '01/03/2024', 'with a time': '2024-03-01T00:00:00', 'that is none': '2024-02-30' },
  time: { 'without seconds': '12:00', 'that is none': '25:00:00' },
  duration: { 'without parts': 'P', 'without its T': 'P1S', 'in words': '1 day', 'as a time': '01:00:00' },
  base64Binary: { 'for URLs': 'AP_-', 'cut short': 'AP8', 'with another character': 'A*8=' },
  hexBinary: { 'of half a byte': '0AB', 'with another character': '0G' },
  guid: {
    'in braces': '{6f9619ff-8b86-d011-b42d-00c04fc964ff}',
    'cut short': '6f9619ff',
    'without hyphens': '6f9619ff8b86d011b42d00c04fc964ff',
  },
};

const BEYOND: Readonly<Partial<Record<SimpleType, string>>> = {
  byte: '128',
  short: '32768',
  int: '2147483648',
  long: '9223372036854775808',
  unsignedByte: '256',
  unsignedInt: '4294967296',
};
