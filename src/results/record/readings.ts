import { decodeHTML } from 'entities';

/** A text, or what it says with some layers of escapes and marks taken off. */
export interface Reading {
  readonly text: string;
  /** The text that this one was read from; null for the text itself. */
  readonly of: Reading | null;
  /** Where it says otherwise: place and length here, place and length there, one after the other. */
  readonly changes: readonly number[];
}

/** What one place was read as: texts, and how many characters each of them took. */
type Parts = readonly (readonly [said: string, length: number])[];

/** Layers that are taken off: SECURITY.md promises four of URL encoding. */
const MOST_LAYERS = 8;

const HEX = '[0-9a-fA-F]';
const BREAK = String.raw`(?:[\r\n]|\\{1,8}[rn]|%0[aAdD]|&#(?:0{0,8}1[03]|[xX]0{0,8}[aAdD]);)`;
/** What servers put inside a text: CDATA marks, comments, soft and other line breaks. */
const SEAMS = new RegExp(
  [
    String.raw`<!\[CDATA\[|\]\]>|<!--(?:(?!--)[^]){0,1000}-->`,
    String.raw`=[ \t]{0,8}\r?\n[ \t]{0,64}`,
    String.raw`${BREAK}(?:\s|${BREAK}){0,72}`,
  ].join('|'),
  'g',
);
/** Escapes of URLs, XML, HTML, JSON and JavaScript, and UTF-8 read as Latin-1. */
const ESCAPES = new RegExp(
  [
    `(?:%${HEX}{2})+|%u${HEX}{4}`,
    String.raw`&#(?:0{0,8}\d{1,7}|[xX]0{0,8}${HEX}{1,6});?|&[a-zA-Z][a-zA-Z\d]{1,30};`,
    String.raw`\\{1,8}(?:u${HEX}{4}|u\{0{0,8}${HEX}{1,6}\}|x${HEX}{2}|[nrt])`,
    String.raw`[\xc2-\xf4][\x80-\xbf]{1,3}`,
  ].join('|'),
  'g',
);
/** Quoted-printable (RFC 2045, section 6.7). It is not an escape by itself: `=` stands before most values. */
const QUOTED = new RegExp(`(?:[%=]${HEX}{2})+`, 'g');

/** Every mark and escape has one of these. */
const MARKED = /[%&\\=\r\n<\]\xc2-\xf4]/;

/** All readings of a text: itself, without marks, and with its escapes read, layer by layer. */
export function readingsOf(text: string): readonly Reading[] {
  const plain: Reading = { text, of: null, changes: [] };
  if (!MARKED.test(text)) return [plain];
  const joined = changed(plain, SEAMS, () => []);
  const quoted = changed(joined, QUOTED, bytesRead);
  const found = [plain, ...layers(joined), ...(quoted.text === joined.text ? [] : layers(quoted))];
  return found.filter((one, index) => found.findIndex((other) => other.text === one.text) === index);
}

function layers(first: Reading): readonly Reading[] {
  const all = [first];
  for (let last = first; all.length <= 2 * MOST_LAYERS; ) {
    const read = changed(last, ESCAPES, escapeRead);
    const next = changed(read, SEAMS, () => []);
    if (next === last) break;
    all.push(read, next);
    last = next;
  }
  return all;
}

/** Where a character of a reading begins in the text itself. */
export function startIn({ of, changes }: Reading, at: number): number {
  if (of === null) return at;
  const [place, length, before, taken] = changeAt(changes, at);
  return startIn(of, at < place + length ? before : before + taken + at - place - length);
}

/** Where the character before a place of a reading ends in the text itself. */
export function endIn({ of, changes }: Reading, end: number): number {
  if (of === null) return end;
  const [place, length, before, taken] = changeAt(changes, end - 1);
  return endIn(of, end - 1 < place + length ? before + taken : before + taken + end - place - length);
}

/** The last change that begins at a place or before it. */
function changeAt(changes: readonly number[], at: number): readonly [number, number, number, number] {
  let low = 0;
  let high = changes.length / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[4 * middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const [place = 0, length = 0, before = 0, taken = 0] = low === 0 ? [] : changes.slice(4 * low - 4, 4 * low);
  return [place, length, before, taken];
}

function changed(of: Reading, pattern: RegExp, read: (found: string) => Parts): Reading {
  const changes: number[] = [];
  let text = '';
  let done = 0;
  for (const { 0: found, index } of of.text.matchAll(pattern)) {
    text += of.text.slice(done, index);
    done = index;
    for (const [said, length] of read(found)) {
      if (said !== of.text.slice(done, done + length)) changes.push(text.length, said.length, done, length);
      text += said;
      done += length;
    }
    if (done < index + found.length) changes.push(text.length, 0, done, index + found.length - done);
    done = index + found.length;
  }
  return changes.length === 0 ? of : { text: text + of.text.slice(done), of, changes };
}

function escapeRead(found: string): Parts {
  const { length } = found;
  if (/^%[^u]/.test(found)) return bytesRead(found);
  if (found.startsWith('&'))
    return [[found.startsWith('&#') ? characterOf(numberIn(found)) : decodeHTML(found), length]];
  if (/^\\+[nrt]$/.test(found)) return [[found.endsWith('t') ? '\t' : '\n', length]];
  if (/^[%\\]/.test(found)) return [[characterOf(numberIn(found)), length]];
  return charactersOf(Buffer.from(found, 'latin1'), 1);
}

/** The number of `&#65;`, `&#x41;`, `%u0041`, `\u0041`, `\u{41}` or `\x41`. */
function numberIn(found: string): number {
  const [, x, digits = ''] = /^(?:&#(x?)|%u|\\+[ux]\{?)([0-9a-f]+)/i.exec(found) ?? [];
  return Number.parseInt(digits, found.startsWith('&') && x === '' ? 10 : 16);
}

function characterOf(code: number): string {
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}

function bytesRead(found: string): Parts {
  return charactersOf(Buffer.from(found.replaceAll(/[%=]/g, ''), 'hex'), 3);
}

/** The characters of bytes: of UTF-8, and what is not UTF-8 as Latin-1. @param width - characters of a byte */
function charactersOf(bytes: Buffer, width: number): Parts {
  const parts: (readonly [string, number])[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const size = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const said = bytes.toString('utf8', at, at + size);
    const taken = size > 1 && !said.includes('\uFFFD') ? size : 1;
    parts.push([taken > 1 ? said : String.fromCharCode(first), taken * width]);
    at += taken;
  }
  return parts;
}
