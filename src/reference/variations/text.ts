import { escapeText } from '../../xml/escape.ts';
import { mapAll, mapTexts } from '../defects/edits/tree.ts';
import { isElement, type OutElement } from '../wire/element.ts';
import { inDocument } from './tree.ts';
import { table, type Variation, type VariationChange } from './variation.ts';

const text = (edit: (text: string) => string): VariationChange =>
  inDocument((root) => mapTexts(root, (one) => [{ raw: edit(one) }]));
const halved = (edit: (first: string, second: string) => string): VariationChange =>
  text((one) => edit(...halves(one)));

/** A CDATA section; what it can't hold is between two of them. */
const cdata = (one: string): string =>
  `<![CDATA[${one.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[')}]]>`;

const referred = (one: string, radix: 10 | 16): string =>
  Array.from(one, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(radix);
    return radix === 10 ? `&#${number};` : `&#x${number.toUpperCase()};`;
  }).join('');

/** First and second half, never split inside a character. */
function halves(one: string): readonly [string, string] {
  const characters = Array.from(one);
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')];
}

const COMMENT = { raw: '<!-- a <b> & c -->' };

function onFilled(edit: (one: OutElement) => OutElement): VariationChange {
  const isFilled = ({ children }: OutElement): boolean => children.length > 0 && children.every(isElement);
  return inDocument((root) => mapAll(root, (one) => (isFilled(one) ? edit(one) : one)));
}

/** White space in this form is still that (XML Schema Part 1, section 3.4.4: element-only content). */
const spaced = (raw: string): VariationChange => onFilled((one) => ({ ...one, children: [{ raw }, ...one.children] }));

const commented = onFilled((one) => ({
  ...one,
  children: [COMMENT, ...one.children.flatMap((node) => [node, COMMENT])],
}));

const everySecond = (one: string): string =>
  Array.from(one, (character, place) => (place % 2 === 1 ? referred(character, 16) : escapeText(character))).join('');
const quoted = (one: string): string => escapeText(one).replaceAll('"', '&quot;').replaceAll("'", '&apos;');

const REFERENCES = 'XML 1.0, section 4.1: a character reference is the character';
const COMMENTS = 'XML 1.0, section 2.5: comments are not part of the character data';

/** How text is written: every parser reads the same characters. */
export const textVariations: readonly Variation[] = [
  ...table('XML 1.0, section 2.7', {
    'cdata: All text is in CDATA sections, numbers too.': text(cdata),
    'cdata-split: Text is half CDATA, half not.': halved(
      (first, second) => `${cdata(first)}${escapeText(second)}<![CDATA[]]>`,
    ),
  }),
  ...table(REFERENCES, {
    'references-decimal: All text is decimal character references.': text((one) => referred(one, 10)),
    'references-hexadecimal: All text is hexadecimal character references.': text((one) => referred(one, 16)),
    'references-inside: Every second character is a character reference.': text(everySecond),
  }),
  ...table('XML 1.0, section 4.6', { 'quotes-as-entities: Quotes in text are written as entities.': text(quoted) }),
  ...table(COMMENTS, {
    'comments-in-text: There is a comment inside every text, also of numbers.': halved(
      (first, second) => `${escapeText(first)}${COMMENT.raw}${escapeText(second)}`,
    ),
    'comments-around-text: There is a comment before and after every text.': text((one) =>
      [COMMENT.raw, escapeText(one), COMMENT.raw].join(''),
    ),
    'comments-between-elements: There are comments between all elements, also those of the envelope.': commented,
  }),
  ...table('XML 1.0, section 4.1; XML Schema 1.0 Part 1, section 3.4.4', {
    'white-space-as-references: White space between elements is written as character references.':
      spaced('&#x20;&#10;&#9;'),
  }),
  ...table('XML 1.0, section 2.7; XML Schema 1.0 Part 1, section 3.4.4', {
    'white-space-in-cdata: White space between elements is in a CDATA section.': spaced('<![CDATA[ \n ]]>'),
  }),
];
