import fc from 'fast-check';
import { isDeclaration } from '../../../xml/plain-tag.ts';
import { readWritten, type WrittenAttribute, type WrittenDocument, type WrittenElement } from '../../../xml/written.ts';
import { writtenCharacters } from '../../../xml/written-text.ts';

/** How a document is written again. Each way leaves what it says. */
interface Respelling {
  /** The subject by which it is named. */
  readonly subject: string;
  readonly text?: (raw: string, element: WrittenElement) => string;
  readonly value?: (raw: string) => string;
  readonly attribute?: (attribute: WrittenAttribute) => WrittenAttribute;
  readonly attributes?: (all: readonly WrittenAttribute[], depth: number) => readonly WrittenAttribute[];
  readonly element?: (element: WrittenElement, depth: number) => WrittenElement;
  readonly document?: (document: WrittenDocument) => WrittenDocument;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const UNUSED: WrittenAttribute = {
  space: ' ',
  prefix: 'xmlns',
  name: 'zz',
  equals: '=',
  quote: '"',
  raw: 'urn:unused',
};

function perCharacter(raw: string, write: (character: string) => string | null): string {
  return [...writtenCharacters(raw, false)].map(({ character, raw: as }) => write(character) ?? as).join('');
}

function renamed(from: string, to: string): Pick<Respelling, 'element' | 'attribute'> {
  return {
    element: (element) => (element.prefix === from ? { ...element, prefix: to } : element),
    attribute: (one) => {
      if (one.prefix === 'xmlns' && one.name === from) return { ...one, name: to };
      return one.prefix === from && from !== '' ? { ...one, prefix: to } : one;
    },
  };
}

const isLeaf = ({ elements }: WrittenElement): boolean => elements.length === 0;

/** Ways to write a document again, with the name that each difference has to have. */
export const respellings: readonly Respelling[] = [
  { subject: 'empty elements', element: (one) => (one.endTail === null ? { ...one, tail: '', endTail: '' } : one) },
  { subject: 'empty elements', element: (one) => (one.endTail === null ? { ...one, tail: '\n' } : one) },
  { subject: 'white space in tags', element: (one) => (one.endTail === null ? one : { ...one, endTail: ' ' }) },
  { subject: 'white space in tags', element: (one) => (one.endTail === null ? one : { ...one, tail: '  ' }) },
  { subject: 'white space in tags', attribute: (one) => ({ ...one, space: '\n  ' }) },
  { subject: 'white space in tags', attribute: (one) => ({ ...one, equals: ' = ' }) },
  { subject: 'quotes of attributes', attribute: (one) => ({ ...one, quote: "'" }) },
  { subject: 'order of attributes', attributes: (all) => all.toReversed() },
  { subject: 'prefixes', ...renamed('soap', 'SOAP-ENV') },
  { subject: 'prefixes', ...renamed('xsi', 'i') },
  {
    subject: 'where namespaces are declared',
    attributes: (all, depth) => (depth === 0 ? [...all, UNUSED] : all),
  },
  {
    subject: 'xsi and xsd',
    attributes: (all, depth) => (depth === 1 ? [...all, { ...UNUSED, name: 'xsi', raw: XSI }] : all),
  },
  { subject: 'references', text: (raw) => raw.replaceAll('&amp;', '&#38;') },
  { subject: 'references', text: (raw) => perCharacter(raw, (one) => (one === '"' ? '&quot;' : null)) },
  { subject: 'references', text: (raw) => perCharacter(raw, (one) => (one > '~' ? `&#${one.codePointAt(0)};` : null)) },
  { subject: 'references', text: (raw) => perCharacter(raw, (one) => (one === 'e' ? '&#x65;' : null)) },
  { subject: 'references', value: (raw) => raw.replaceAll(':', '&#58;') },
  {
    subject: 'CDATA sections',
    text: (raw, element) => (isLeaf(element) && raw !== '' && !raw.includes('<') ? cdata(raw) : raw),
  },
  { subject: 'CDATA sections', text: (raw) => (raw.includes('<') ? raw : raw.replace(/^(.+)$/s, '$1<![CDATA[]]>')) },
  { subject: 'layout', text: (raw, element) => (isLeaf(element) || raw.trim() !== '' ? raw : `${raw}\t`) },
  { subject: 'line ends', text: (raw, element) => (isLeaf(element) ? raw : raw.replaceAll('\n', '\r\n')) },
  { subject: 'white space after the root', document: (one) => ({ ...one, after: '\n\n' }) },
  {
    subject: 'XML declaration',
    document: (one) => ({ ...one, declaration: one.declaration.replace('utf-8', 'UTF-8').replaceAll('"', "'") }),
  },
];

function cdata(raw: string): string {
  return `<![CDATA[${[...writtenCharacters(raw, false)].map(({ character }) => character).join('')}]]>`;
}

/** The text of a document, written again in some of the ways, one after the other. */
export function respelled(text: string, ways: readonly Respelling[]): string {
  return ways.reduce((before, way) => {
    const document = readWritten(before);
    return document === null ? before : documentText(way.document?.(document) ?? document, way);
  }, text);
}

/** The text of a document as it is read. */
export function documentText({ declaration, before, root, after }: WrittenDocument, way: Partial<Respelling> = {}) {
  return `${declaration}${before}${elementText(root, 0, way)}${after}`;
}

function elementText(original: WrittenElement, depth: number, way: Partial<Respelling>): string {
  const element = way.element?.(original, depth) ?? original;
  const { prefix, name, endTail, tail, elements, gaps } = element;
  const qualified = prefix === '' ? name : `${prefix}:${name}`;
  const attributes = (way.attributes?.(element.attributes, depth) ?? element.attributes)
    .map((one) => attributeText(way.attribute?.(one) ?? one, way))
    .join('');
  if (endTail === null) return `<${qualified}${attributes}${tail}/>`;
  const content = gaps.map((gap, index) => {
    const child = elements[index];
    const text = way.text?.(gap, element) ?? gap;
    return `${text}${child === undefined ? '' : elementText(child, depth + 1, way)}`;
  });
  return `<${qualified}${attributes}${tail}>${content.join('')}</${qualified}${endTail}>`;
}

function attributeText(attribute: WrittenAttribute, way: Partial<Respelling>): string {
  const { space, prefix, name, equals, quote, raw } = attribute;
  const value = isDeclaration(attribute) ? raw : (way.value?.(raw) ?? raw);
  return `${space}${prefix === '' ? name : `${prefix}:${name}`}${equals}${quote}${value}${quote}`;
}

/** Some ways, each at most once. */
export const someWays = fc.subarray([...respellings], { minLength: 1, maxLength: 4 });
