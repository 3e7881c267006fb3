import { decodeHTML } from 'entities';

/** A text, or what it says with some layers of escapes and marks taken off. */
export interface Reading {
  readonly text: string;
  /** The text that this one was read from; null for the text itself. */
  readonly of: Reading | null;
  /** Where it says otherwise: place and length here, place and length there, one after the other. */
  readonly changes: readonly number[];
}

/** Layers that are taken off: SECURITY.md promises eight. */
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
/** The bytes of a character in UTF-8, or one byte. */
const bytesAfter = (sign: string): string => {
  const more = `${sign}[89abAB]${HEX}`;
  return `${sign}(?:[cdCD]${HEX}${more}|[eE]${HEX}(?:${more}){2}|[fF][0-4](?:${more}){3}|${HEX}{2})`;
};
/** Escapes of URLs, XML, HTML, JSON and JavaScript, and UTF-8 read as Latin-1. */
const ESCAPES = new RegExp(
  [
    `${bytesAfter('%')}|%u${HEX}{4}`,
    String.raw`&#(?:0{0,8}\d{1,7}|[xX]0{0,8}${HEX}{1,6});?|&[a-zA-Z][a-zA-Z\d]{1,30};`,
    String.raw`\\{1,8}(?:u${HEX}{4}|u\{0{0,8}${HEX}{1,6}\}|x${HEX}{2}|[nrt"\\/])`,
    String.raw`[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}`,
  ].join('|'),
  'g',
);
/** Quoted-printable (RFC 2045, section 6.7). It is not an escape by itself: `=` stands before most values. */
const QUOTED = new RegExp(bytesAfter('='), 'g');

/** Every mark and escape has one of these. */
const MARKED = /[%&\\=\r\n<\]\xc2-\xf4]/;

/** All readings of a text: itself, without marks, and with its escapes read, layer by layer. */
export function readingsOf(text: string): readonly Reading[] {
  const plain: Reading = { text, of: null, changes: [] };
  if (!MARKED.test(text)) return [plain];
  const joined = changed(plain, SEAMS, () => '');
  const quoted = changed(joined, QUOTED, charactersOf);
  const found = [plain, ...layers(joined), ...(quoted === joined ? [] : layers(quoted))];
  return found.filter((one, index) => found.findIndex((other) => other.text === one.text) === index);
}

function layers(first: Reading): readonly Reading[] {
  const all = [first];
  for (let last = first; all.length <= 2 * MOST_LAYERS; ) {
    const read = changed(last, ESCAPES, escapeRead);
    const next = changed(read, SEAMS, () => '');
    if (next === last) break;
    all.push(read, next);
    last = next;
  }
  return all;
}

/** Where a character of a reading begins, or ends, in the text that it was read from; a change is one place. */
export function placeIn({ changes }: Reading, at: number, isEnd: boolean): number {
  let [low, high] = [0, changes.length / 4];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[4 * middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const [place = 0, length = 0, before = 0, taken = 0] = low === 0 ? [] : changes.slice(4 * low - 4, 4 * low);
  if (at < place + length) return isEnd ? before + taken : before;
  return before + taken + at - place - length + (isEnd ? 1 : 0);
}

function changed(of: Reading, pattern: RegExp, read: (found: string) => string): Reading {
  const changes: number[] = [];
  let shift = 0;
  const text = of.text.replace(pattern, (found: string, at: number) => {
    const said = read(found);
    if (said === found) return found;
    changes.push(at + shift, said.length, at, found.length);
    shift += said.length - found.length;
    return said;
  });
  return changes.length === 0 ? of : { text, of, changes };
}

function escapeRead(found: string): string {
  if (found.startsWith('&')) return decodeHTML(found);
  if (/^\\+[nrt]$/.test(found)) return found.endsWith('t') ? '\t' : '\n';
  if (/^\\+["\\/]$/.test(found)) return found.slice(-1);
  const [, digits] = /^(?:%u|\\+[ux]\{?)([\da-f]+)/i.exec(found) ?? [];
  if (digits !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));
  return charactersOf(found);
}

/** The character of bytes, escaped or each read as one; what is not UTF-8 as Latin-1. */
function charactersOf(found: string): string {
  const bytes = /^[%=]/.test(found) ? Buffer.from(found.replaceAll(/[%=]/g, ''), 'hex') : Buffer.from(found, 'latin1');
  const said = bytes.toString('utf8');
  return said.includes('\uFFFD') ? bytes.toString('latin1') : said;
}
