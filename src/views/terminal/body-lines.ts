import { plural } from '../../base/words.ts';
import type { Finding } from '../../results/outcome.ts';
import { unescapedMarkup } from '../../xml/references.ts';
import { lineIn } from '../finding-lines.ts';
import { lineAt, linesOf } from '../html/layout.ts';
import { columnsOf } from './wrap.ts';

/** Columns of the narrowest terminal, and those before each line: after a break no caret is below its place. */
const NARROW = 80;
const INDENT = ' '.repeat(10);
const BEFORE_INDENT = 3;

/** Levels that are indented. */
const DEEPEST = 8;

/**
 * The lines of a body around the place of a finding, indented, with a caret below it as compilers do. @param location -
 * null for the first lines, without a caret @param most - lines, with that of the caret
 */
export function bodyLines(
  body: string | null,
  location: string | null,
  finding: Finding,
  most: number,
): readonly string[] {
  if (body === null || body === '' || most < 1) return [];
  if (isBinary(body)) return [`${INDENT}no text: ${plural(body.length, 'character')} that look compressed or binary`];
  const place = placeOfBody(body, location, finding);
  const lines = linesOf(body);
  const at = lineAt(lines, place);
  const hasCaret = location !== null && most > 1;
  const first = Math.max(0, Math.min(at - (hasCaret ? most - 2 : 0), at));
  const shown = lines.slice(first, first + most - (hasCaret ? 1 : 0));
  const outermost = Math.min(...shown.map(({ depth }) => depth));
  return shown.flatMap(({ depth, pieces }, index) => {
    const [{ start }] = pieces;
    const end = pieces.at(-1)?.end ?? start;
    const indent = `${INDENT}${'  '.repeat(Math.min(depth - outermost, DEEPEST))}`;
    const width = NARROW - BEFORE_INDENT - indent.length - 2;
    const isAt = first + index === at;
    const from = isAt && place - start > width / 2 ? place - Math.round(width / 4) : start;
    const before = `${indent}${from > start ? '…' : ''}`;
    const text = fitting(body.slice(from, Math.min(end, from + width)), width);
    const line = `${before}${named(text)}${from + text.length < end ? '…' : ''}`;
    if (!isAt || !hasCaret) return [line];
    const piece = pieces.find((one) => one.end > place);
    const marked = body.slice(place, Math.min(piece?.end ?? place + 1, from + text.length));
    const caret = '^'.repeat(Math.max(1, columnsOf(named(marked))));
    return [line, `${' '.repeat(columnsOf(before + named(body.slice(from, place))))}${caret}`];
  });
}

/** The beginning of a text that fits in so many columns. */
function fitting(text: string, columns: number): string {
  let end = text.length;
  while (columnsOf(named(text.slice(0, end))) > columns) end -= 1;
  return text.slice(0, end);
}

/** Where a finding shows in a body: its element, or the name in it that is not expected. */
function placeOfBody(body: string, location: string | null, finding: Finding): number {
  const place = lineIn(body, location)?.offset ?? fieldIn(body, location, finding);
  return location === null ? place : (oddName(body, place, finding) ?? place);
}

/** One character in so many that no text has, before a body is taken for none. */
const FEW_ODD = 10;

const isBinary = (body: string): boolean => (body.match(/(?!\s)[\uFFFD\p{Cc}]/gu)?.length ?? 0) * FEW_ODD > body.length;

/** How far from an element's place a name in it is searched. */
const NEAR = 2_000;

/** The local name of an element, or a value of an attribute that is one. */
const NAME = /(?<=[<"])(?:[\w.-]+:)?([\w.-]+)(?=[\s"/>])/g;

/** Where an unexpected name begins in an element at a place; null if the finding names none. */
function oddName(body: string, place: number, { facts }: Finding): number | null {
  const odd = facts?.found.filter((name) => !facts.wanted.includes(name)) ?? [];
  const names = odd.length === 0 ? [] : [...body.slice(place, place + NEAR).matchAll(NAME)];
  const first = names.find(([, name = '']) => odd.includes(name));
  return first === undefined ? null : place + first.index;
}

/** A text on one line in which invisible characters have names: `[U+FEFF]` is a byte order mark. */
function named(text: string): string {
  const name = (character: string): string =>
    `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
  return text
    .replaceAll('\t', '  ')
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, name);
}

/** Where a field like `[1].Items[2].Name`, within `Items`, last has a finding's value, or is at all; or 0. */
function fieldIn(text: string, location: string | null, { facts }: Finding): number {
  const [name, around] = location?.match(/\b\w+\b(?=(?:\[\d+\])*(?:\.|$))/g)?.toReversed() ?? [];
  if (name === undefined) return 0;
  const tags = text.matchAll(new RegExp(`<(/?)(?:[\\w.-]+:)?(${name}|${around ?? name})(?:\\s[^<>]*?)?(/?)>`, 'g'));
  let depth = 0;
  const starts = [...tags].filter(([, end, tag, empty]) => {
    if (tag === around && empty === '') depth += end === '' ? 1 : -1;
    return tag === name && end === '' && (around === undefined || depth > 0);
  });
  const found = starts.findLast(({ index, 0: tag }) => {
    const from = index + tag.length;
    return facts?.found.includes(unescapedMarkup(text.slice(from, text.indexOf('<', from)))) === true;
  });
  return (found ?? starts[0])?.index ?? 0;
}
