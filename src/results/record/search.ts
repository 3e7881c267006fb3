import { placeIn, type Reading, readingsOf } from './readings.ts';
import { type Form, foldedUnits, isAnywhere, secretForms, withoutEscapes } from './secret-forms.ts';

/** Where a text holds a secret, in any form, and what replaces it. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

type Named = Form & Pick<Found, 'shown'>;

/** Several secrets, to be found at once. */
export interface Search {
  /** The forms whose cores have the same first characters, by these; which there are: by a part of their hash. */
  readonly forms: ReadonlyMap<number, readonly Named[]>;
  readonly begins: Uint8Array;
  /** Those too short for that, by all of their characters. */
  readonly short: readonly Named[];
}

/** Characters of a core by which it is found. Messages cut long texts too: so many of a secret may remain. */
const BEGINNING = 4;

/** Signs may be escaped so many times. */
const MOST_ESCAPES = 8;

/** @param secrets - each with what replaces it */
export function searchOf(secrets: readonly (readonly [secret: string, shown: string])[]): Search {
  const forms = new Map<number, Named[]>();
  const short: Named[] = [];
  const begins = new Uint8Array(0x4000);
  for (const [secret, shown] of secrets) {
    for (const { text } of readingsOf(secret)) {
      for (const form of text.trim().length < 2 ? [] : secretForms(text)) {
        if (form.core.length < BEGINNING) short.push({ ...form, shown });
        else {
          const begun = [0, 1, 2, 3].reduce((sum, at) => (sum << 8) ^ form.core.charCodeAt(at), 0);
          begins[slotOf(begun)] = 1;
          const alike = forms.get(begun);
          if (alike === undefined) forms.set(begun, [{ ...form, shown }]);
          else alike.push({ ...form, shown });
        }
      }
    }
  }
  return { forms, begins, short };
}

const slotOf = (begun: number): number => Math.imul(begun, 0x9e3779b1) >>> 18;

/** All places where a text has one of the secrets, each of them once or more. Its time is linear in the text. */
export function foundIn(text: string, search: Search): readonly Found[] {
  return readingsOf(text).flatMap((reading) => placesIn(reading.text, search).map((found) => inText(reading, found)));
}

function inText(reading: Reading, { start, end, shown }: Found): Found {
  if (reading.of === null) return { start, end, shown };
  return inText(reading.of, { start: placeIn(reading, start, false), end: placeIn(reading, end - 1, true), shown });
}

function placesIn(text: string, { forms, begins, short }: Search): readonly Found[] {
  const fold = foldedUnits();
  const found: Found[] = [];
  let begun = 0;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const small = fold[text.charCodeAt(at)] ?? 0;
    if (small === 0) continue;
    begun = (begun << 8) ^ small;
    [first, second, third, fourth] = [second, third, fourth, at];
    if (begins[slotOf(begun)] === 0) continue;
    for (const form of forms.get(begun) ?? []) {
      const place = placeOf(text, first, form);
      if (place !== null) found.push({ ...place, shown: form.shown });
    }
  }
  const small = short.length === 0 ? '' : text.toLowerCase();
  for (const { exact, shown } of small.length === text.length ? short : []) {
    for (let at = small.indexOf(exact ?? ''); at >= 0; at = small.indexOf(exact ?? '', at + 1)) {
      const place = { start: at, end: at + (exact?.length ?? 0) };
      if (isWordAt(text, place)) found.push({ ...place, shown });
    }
  }
  return found;
}

type Place = Pick<Found, 'start' | 'end'>;

/** The place of a form that may begin at an offset, or of its beginning where a message was cut; null if it does not. */
function placeOf(text: string, start: number, form: Form): Place | null {
  const { core, least, isLoose, isCode, exact, edges, isWord } = form;
  const fold = foldedUnits();
  let [depth, end, cut] = [0, start, 0];
  for (let at = start; at < text.length && depth < core.length; at += 1) {
    if (depth >= BEGINNING && isCut(text, at)) cut = end;
    const code = text.charCodeAt(at);
    const small = fold[code] ?? 0;
    if (small === 0 && (isLoose || isAnywhere(code))) continue;
    if (small !== core.charCodeAt(depth)) break;
    depth += 1;
    end = at + 1;
  }
  if (depth < least) return cut === 0 || isCode || isWord ? null : { start, end: cut };
  const place = isCode
    ? { start: start - sharedAt(text, start - 1), end: end + sharedAt(text, end) }
    : { start: edgeOf(text, start, -1, edges[0]), end: edgeOf(text, end - 1, 1, edges[1]) + 1 };
  if (exact !== null && withoutEscapes(text.slice(place.start, place.end)) !== exact) return null;
  return isWord && !isWordAt(text, place) ? null : place;
}

/** Characters of base64 that may hold bits of a secret next to them. */
const sharedAt = (text: string, at: number): number => (/[\w+/-]/.test(text.charAt(at)) ? 1 : 0);

/** The last of the signs at an end of a secret. @param most - signs, each of which may be escaped */
function edgeOf(text: string, from: number, step: 1 | -1, most: number): number {
  let [at, left] = [from, most];
  for (let steps = most === 0 ? 0 : MOST_ESCAPES * (most + 1); steps > 0; steps -= 1) {
    const code = text.charCodeAt(at + step);
    if (foldedUnits()[code] !== 0 || (!isAnywhere(code) && left === 0)) break;
    if (!isAnywhere(code)) left -= 1;
    at += step;
  }
  return at;
}

function isCut(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x27 || code === 0x2026 || (code === 0x2e && text.startsWith('...', at));
}

/** Whether no letter or digit is next to it; the end of an escape is none. Nor is a digit of 1.0 or 127.0.0.1 a word. */
function isWordAt(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const after = text.slice(end, end + 2);
  if (/[\p{L}\p{N}]$/u.test(before) && !/(?:[%=][\da-f]{2}|\\u[\da-f]{4}|\\[nrt])$/i.test(before)) return false;
  if (/^[\p{L}\p{N}]/u.test(after)) return false;
  return (
    !(/\p{N}/u.test(text.charAt(start)) && /\p{N}\.$/u.test(before)) &&
    !(/\p{N}/u.test(text.charAt(end - 1)) && /^\.\p{N}/u.test(after))
  );
}
