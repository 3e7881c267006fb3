import { escapeText } from '../../xml/escape.ts';
import { everywhere } from '../defects/cells.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { isElement } from '../wire/element.ts';
import { inDocument, mapElements, mapTexts } from './tree.ts';
import type { Variation } from './variation.ts';

function text(id: string, title: string, why: string, edit: (text: string) => string): Variation {
  const raw = (one: string): readonly OutNode[] => [{ raw: edit(one) }];
  return { id, title, why, cells: everywhere, hooks: inDocument((root) => mapTexts(root, raw)) };
}

/** A CDATA section; what it can't hold stands between two of them. */
const cdata = (one: string): string =>
  `<![CDATA[${one.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[')}]]>`;

const referred = (one: string, radix: 10 | 16): string =>
  Array.from(one, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(radix);
    return radix === 10 ? `&#${number};` : `&#x${number.toUpperCase()};`;
  }).join('');

/** First and second half, never cut inside a character. */
function halves(one: string): readonly [string, string] {
  const characters = Array.from(one);
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')];
}

const COMMENT = { raw: '<!-- a <b> & c -->' };

/** Written so, white space is still white space (XML Schema Part 1, section 3.4.4: element-only content). */
const spaced =
  (raw: string) =>
  (one: OutElement): OutElement =>
    one.children.length > 0 && one.children.every(isElement) ? { ...one, children: [{ raw }, ...one.children] } : one;

/** Comments before, between and after the children of elements that hold elements only. */
function commented(one: OutElement): OutElement {
  if (one.children.length === 0 || !one.children.every(isElement)) return one;
  return { ...one, children: [COMMENT, ...one.children.flatMap((node) => [node, COMMENT])] };
}

const REFERENCES = 'XML 1.0, section 4.1: a character reference is the character';
const COMMENTS = 'XML 1.0, section 2.5: comments are no part of the character data';

/** How text is written: the characters are the same to every parser. */
export const textVariations: readonly Variation[] = [
  text('cdata', 'All text stands in CDATA sections, numbers too.', 'XML 1.0, section 2.7', cdata),
  text('cdata-split', 'Text is half CDATA, half not.', 'XML 1.0, section 2.7', (one) => {
    const [first, second] = halves(one);
    return `${cdata(first)}${escapeText(second)}<![CDATA[]]>`;
  }),
  text('references-decimal', 'All text is decimal character references.', REFERENCES, (one) => referred(one, 10)),
  text('references-hexadecimal', 'All text is hexadecimal character references.', REFERENCES, (one) =>
    referred(one, 16),
  ),
  text('references-inside', 'Every second character is a character reference.', REFERENCES, (one) =>
    Array.from(one, (character, place) => (place % 2 === 1 ? referred(character, 16) : escapeText(character))).join(''),
  ),
  text('quotes-as-entities', 'Quotes in text are written as entities.', 'XML 1.0, section 4.6', (one) =>
    escapeText(one).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ),
  text('comments-in-text', 'A comment stands inside every text, those of numbers too.', COMMENTS, (one) => {
    const [first, second] = halves(one);
    return `${escapeText(first)}${COMMENT.raw}${escapeText(second)}`;
  }),
  text('comments-around-text', 'A comment stands before and after every text.', COMMENTS, (one) =>
    [COMMENT.raw, escapeText(one), COMMENT.raw].join(''),
  ),
  {
    id: 'comments-between-elements',
    title: 'Comments stand between all elements, those of the envelope too.',
    why: COMMENTS,
    cells: everywhere,
    hooks: inDocument((root) => mapElements(root, commented)),
  },
  {
    id: 'white-space-as-references',
    title: 'White space between elements is written as character references.',
    why: 'XML 1.0, section 4.1; XML Schema 1.0 Part 1, section 3.4.4',
    cells: everywhere,
    hooks: inDocument((root) => mapElements(root, spaced('&#x20;&#10;&#9;'))),
  },
  {
    id: 'white-space-in-cdata',
    title: 'White space between elements stands in a CDATA section.',
    why: 'XML 1.0, section 2.7; XML Schema 1.0 Part 1, section 3.4.4',
    cells: everywhere,
    hooks: inDocument((root) => mapElements(root, spaced('<![CDATA[ \n ]]>'))),
  },
];
