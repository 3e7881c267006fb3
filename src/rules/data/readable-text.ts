import { attempt } from '../../base/error.ts';
import type { Decoded } from '../../wire/soap/records.ts';
import { excerpt } from '../answer/inspect/element.ts';
import type { Evidence } from '../evidence.ts';
import type { Judgement, Problem } from '../judgement.ts';
import { interpreted, type Rule } from '../rule.ts';
import { recordsOf } from './data.ts';
import { areRead } from './lists.ts';

/** UTF-8 whose bytes were read one by one, in Windows-1252 or Latin-1. */
export const MISREAD = 'UTF-8 that was read as Windows-1252';

/** What stays in a text if a conversion fails; no text for people has it. */
export const ESCAPED_TWICE = 'a reference that was escaped twice';
const REMAINS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['the replacement character U+FFFD', /\uFFFD/],
  ['a control character between U+0080 and U+009F', /[\u0080-\u0084\u0086-\u009F]/],
  // A text with tags is HTML, where references are right.
  [ESCAPED_TWICE, /^(?=[^<]*$)[\s\S]*?&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-f]+);/i],
  // In Java, package and class: '3.5@4000' is an engine, photo.large@2000 a picture.
  [
    'the name of a type',
    /^(?:System\.[A-Z][\w.]*(?:[`[].*)?|\[object \w+\]|(?:\[L)?[a-z_]\w*(?:\.\w+)*\.[A-Z](?=[A-Z\d_]*[a-z])[\w$]*;?@[\da-f]{4,8})$/,
  ],
  ['a word for no value', /^(?:undefined|null|\(null\)|NaN)$/],
];

/** Windows-1252 from 0x80 on, undefined bytes as controls, as in a browser: TextDecoder of Node.js 20 reads Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** The character of a byte in Windows-1252. */
export const inWindows1252 = (byte: number): string =>
  (byte < 0xa0 ? WINDOWS_1252[byte - 0x80] : undefined) ?? String.fromCharCode(byte);
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const BEYOND_ASCII = /[\u{80}-\u{10FFFF}]{2,}/gu;
/** A word in capitals that ends in Ã, as Portuguese LÃ, before a mark: not UTF-8 of a letter. */
const ENDS_IN_A_TILDE = /(?<=\p{Lu})Ã(?=[’”“™®©…–—›»•](?!\p{L}))/gu;
/** Letters and signs of Western texts, and emoji: what other characters decode to is chance. */
const LIKELY = /^[\u00A0-\u00FF\u2010-\u2044\u20AC\u2122\u{10000}-\u{10FFFF}]+$/u;

/** True for characters whose bytes in Windows-1252 or Latin-1 are those of a likely text in UTF-8, as in 'cafÃ©'. */
function isMisread(characters: string): boolean {
  const bytes = [...characters].map((one) => (WINDOWS_1252.indexOf(one) + 1 || one.charCodeAt(0) - 127) + 127);
  if (bytes.some((byte) => byte > 255)) return false;
  return attempt(() => LIKELY.test(UTF_8.decode(Uint8Array.from(bytes))), false);
}

/** What a text holds that a failed conversion left there; null if nothing. @param isHtml - references are right */
export function remainsIn(text: string, isHtml = false): string | null {
  if ((text.replace(ENDS_IN_A_TILDE, 'A').match(BEYOND_ASCII) ?? []).some(isMisread)) return MISREAD;
  return REMAINS.find(([what, pattern]) => !(isHtml && what === ESCAPED_TWICE) && pattern.test(text))?.[0] ?? null;
}

/** The cause of texts that hold such remains: what reads or writes one text wrongly does so with all. */
export const remainsCause = (what: string): string =>
  `data.readable-text:${what.replaceAll(/\W+/g, '-').toLowerCase()}`;

/** The texts of an answer with their fields, `Video.Title`; no field whose name is in `without`. */
function textsIn(value: Decoded | undefined, at: string, without: ReadonlySet<string>): readonly [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, at, without));
  return Object.entries(value ?? {}).flatMap(([name, field]) =>
    without.has(name) ? [] : textsIn(field, name, without),
  );
}

/** Parts of documents with remains in ASCII, quick to search for; the first means a text in an unusual spelling. */
const MARKS = ['&#', '@', '[object ', 'System.'];
const WORDS = />(?:undefined|null|\(null\)|NaN)</;
const REFERENCE = /&amp;(?:amp|lt|gt|quot|apos|nbsp|#)/i;
const BEYOND_ONE = /[\u0080-\u009F\uFFFD]|[\u0080-\uFFFF]{2}/;

/** False for a document in which no text can hold remains: then its records are not read. */
export function mayHoldRemains(document: string): boolean {
  return (
    MARKS.some((mark) => document.includes(mark)) ||
    // Twice: '!' alone is found faster.
    (document.includes('!') && document.includes('<!')) ||
    [WORDS, REFERENCE, BEYOND_ONE].some((pattern) => pattern.test(document))
  );
}

function judgeTexts(evidence: Evidence): Judgement {
  const { inspection, reading } = evidence;
  const { cell, response, text } = reading;
  if (response?.status !== 200 || inspection === null || text === null) return 'not-reached';
  // Bytes that are not UTF-8: xml.encoding. Numbers that are none: value.int.
  if (text.problems.length > 0 || !mayHoldRemains(text.text)) return [];
  if (areRead([evidence]).length === 0) return 'not-reached';
  // request.text-fidelity judges what repeats a parameter.
  const repeating = new Set(cell.operation.parameters.map(({ name }) => name));
  const found = new Map<string, Problem>();
  const texts = textsIn(recordsOf(evidence), cell.operation.result.record, repeating);
  // Html_tag, or a field with tags in another text.
  const html = new Set(texts.flatMap(([field, value]) => (/html/i.test(field) || value.includes('<') ? [field] : [])));
  for (const [field, value] of texts) {
    const what = found.has(field) ? null : remainsIn(value, html.has(field));
    if (what === null) continue;
    const shown = { location: field, expected: 'a text as it was stored', actual: `'${excerpt(value)}'` };
    found.set(field, { code: field, text: `${field} holds ${what}`, ...shown, cause: remainsCause(what) });
  }
  return [...found.values()];
}

/** Texts that show an error of the server by themselves. */
export const readableTextRule: Rule = {
  id: 'data.readable-text',
  ground: 'standard',
  level: 'recommended',
  layer: 'bytes',
  title: 'No text holds what a failed conversion leaves.',
  requirements: ['records.types', 'operations.*'],
  basis: interpreted(
    'The content of texts is not shown. U+FFFD, control characters beyond ASCII, UTF-8 read as Windows-1252, ' +
      'references escaped twice and names of program types are no content: each has one known error as its cause.',
  ),
  breaks: 'Clients that show the text: people read cafÃ©, &amp;amp; or System.String[].',
  breaksFrom: 'definition',
  example: { right: '<Title>Floor liner – review</Title>', wrong: '<Title>Floor liner â€“ review</Title>' },
  checks: [
    {
      kind: 'answer',
      sees: 'plain calls',
      judge: judgeTexts,
      // A server may remove a tag that was sent, and keep the references beside it.
      excuses: ({ values }) => Object.values(values).some((value) => remainsIn(value.replaceAll('<', '')) !== null),
    },
  ],
};
