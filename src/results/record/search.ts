import { placeIn, type Reading, readingsOf } from './readings.ts';
import { type Form, foldedUnits, secretForms } from './secret-forms.ts';

/** Where a text holds a secret, in any form, and what replaces it. */
export interface SecretPlace {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

type Named = Form & Pick<SecretPlace, 'shown'>;

/** Several secrets, to be found at once. */
export type Search = Readonly<ReturnType<typeof searchOf>>;

/** Characters of a core by which it is found. Messages cut long texts too: so many of a secret may remain. */
const BEGINNING = 4;

/** Of a coded form, as many characters of its beginning are secret by themselves. */
const CODED_START = 12;

/** @param secrets - each with what replaces it */
export function searchOf(secrets: readonly (readonly [secret: string, shown: string])[]) {
  /** The forms whose cores have the same first characters, by these; which there are: by a part of their hash. */
  const forms = new Map<number, Named[]>();
  const begins = new Uint8Array(0x4000);
  /** Those too short for that, in small letters, each with what replaces it. */
  const words = new Map<string, string>();
  for (const [secret, shown] of secrets) {
    for (const { text } of readingsOf(secret).filter((reading) => reading.text.trim().length > 1)) {
      const all = secretForms(text);
      if (all.every(({ isCode }) => isCode)) words.set(small(text.trim()), shown);
      for (const form of all) {
        const begun = [0, 1, 2, 3].reduce((sum, at) => (sum << 8) ^ form.core.charCodeAt(at), 0);
        begins[slotOf(begun)] = 1;
        forms.set(begun, [...(forms.get(begun) ?? []), { ...form, shown }]);
      }
    }
  }
  return { forms, begins, words };
}

/** In small letters, and as long: of all letters only this one becomes two. */
const small = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

const slotOf = (begun: number): number => Math.imul(begun, 0x9e3779b1) >>> 18;

/** Signs that escapes, UTF-16 and layout put anywhere: backslash, NUL and line breaks. */
const ANYWHERE = [0x5c, 0, 0x0a, 0x0d];

/** All places where a text has one of the secrets, each of them once or more. Its time is linear in the text. */
export function foundIn(text: string, search: Search): readonly SecretPlace[] {
  return readingsOf(text).flatMap((reading) => placesIn(reading.text, search).map((found) => inText(reading, found)));
}

function inText(reading: Reading, { start, end, shown }: SecretPlace): SecretPlace {
  if (reading.of === null) return { start, end, shown };
  return inText(reading.of, { start: placeIn(reading, start, false), end: placeIn(reading, end - 1, true), shown });
}

function placesIn(text: string, { forms, begins, words }: Search): readonly SecretPlace[] {
  const fold = foldedUnits();
  const found: SecretPlace[] = [];
  let begun = 0;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = fold[text.charCodeAt(at)] ?? 0;
    if (unit === 0) continue;
    begun = (begun << 8) ^ unit;
    [first, second, third, fourth] = [second, third, fourth, at];
    if (begins[slotOf(begun)] === 0) continue;
    for (const form of forms.get(begun) ?? []) {
      const place = formPlace(text, first, form);
      if (place !== null) found.push({ ...place, shown: form.shown });
    }
  }
  const all = words.size === 0 ? '' : small(text);
  for (const [word, shown] of words) {
    for (let start = all.indexOf(word); start >= 0; start = all.indexOf(word, start + 1)) {
      const place = { start, end: start + word.length };
      if (isWordAt(text, place)) found.push({ ...place, shown });
    }
  }
  return found;
}

type TextPlace = Pick<SecretPlace, 'start' | 'end'>;

/** The place of a form that begins at an offset, or of its beginning where a message was cut; null if it does not. */
function formPlace(text: string, start: number, form: Form): TextPlace | null {
  const { core, isLoose, isCode, edges } = form;
  const fold = foldedUnits();
  let [depth, end, cut] = [0, start, 0];
  for (let at = start; at < text.length && depth < core.length; at += 1) {
    if (depth >= BEGINNING && isCut(text, at)) cut = end;
    const code = text.charCodeAt(at);
    const unit = fold[code] ?? 0;
    if (unit === 0 && (isLoose || ANYWHERE.includes(code))) continue;
    if (unit !== core.charCodeAt(depth)) break;
    depth += 1;
    end = at + 1;
  }
  if (depth < Math.min(core.length, isCode ? CODED_START : core.length))
    return cut === 0 || isCode ? null : { start, end: cut };
  if (isCode) return { start: start - sharedAt(text, start - 1), end: end + sharedAt(text, end) };
  return { start: edgeOf(text, start, -1, edges[0]), end: edgeOf(text, end - 1, 1, edges[1]) + 1 };
}

/** Characters of base64 that may hold bits of a secret next to them. */
const sharedAt = (text: string, at: number): number => (/[\w+/-]/.test(text.charAt(at)) ? 1 : 0);

/** The last of the signs at an end of a secret. */
function edgeOf(text: string, from: number, step: 1 | -1, most: number): number {
  let at = from;
  for (let left = most; left > 0 && foldedUnits()[text.charCodeAt(at + step)] === 0; left -= 1) at += step;
  return at;
}

function isCut(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x27 || code === 0x2026 || (code === 0x2e && text.startsWith('...', at));
}

/** Whether no letter or digit is next to it; the end of an escape is none. A digit of 1.0 or 127.0.0.1 is no word. */
function isWordAt(text: string, { start, end }: TextPlace): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const after = text.slice(end, end + 2);
  if (/[\p{L}\p{N}]$/u.test(before) && !/(?:[%=][\da-f]{2}|\\u[\da-f]{4}|\\[nrt])$/i.test(before)) return false;
  if (/^[\p{L}\p{N}]/u.test(after)) return false;
  return (
    !(/\p{N}/u.test(text.charAt(start)) && /\p{N}\.$/u.test(before)) &&
    !(/\p{N}/u.test(text.charAt(end - 1)) && /^\.\p{N}/u.test(after))
  );
}
