import { placeIn, type Reading, readingsOf } from './readings.ts';
import { beyondLayout, type Form, foldedUnits, isEdge, kindOf, secretForms, withoutEscapes } from './secret-forms.ts';

/** Where a text holds a secret, in any form, and what replaces it. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

type Named = { readonly form: Form } & Pick<Found, 'shown'>;

/** Several secrets, to be found at once. */
export interface Search {
  /** Cores of forms in their order. */
  readonly words: readonly string[];
  /** The forms of each word. */
  readonly forms: readonly (readonly Named[])[];
  /** Characters of a word's beginning, and which of these beginnings there are: by a part of their hash. */
  readonly least: number;
  readonly begins: Uint8Array;
  /** Those that consist of signs that come and go. */
  readonly signs: readonly (readonly [secret: string, shown: string])[];
}

/** Messages cut long texts before secrets are taken out: so many characters of one may remain. */
const SHORTEST_CUT = 4;

/** @param secrets - each with what replaces it */
export function searchOf(secrets: readonly (readonly [secret: string, shown: string])[]): Search {
  const byCore = new Map<string, Named[]>();
  const signs: (readonly [string, string])[] = [];
  for (const [secret, shown] of secrets) {
    for (const { text } of readingsOf(secret)) {
      for (const form of text.trim().length < 2 ? [] : secretForms(text)) {
        if (form.core.length < 2) signs.push([text.trim(), shown]);
        else {
          const alike = byCore.get(form.core);
          if (alike === undefined) byCore.set(form.core, [{ form, shown }]);
          else alike.push({ form, shown });
        }
      }
    }
  }
  // Twice as fast as sort() without a comparison.
  const words = [...byCore.keys()].sort((one, other) => (one < other ? -1 : 1));
  const least = words.reduce((shortest, { length }) => Math.min(shortest, length), SHORTEST_CUT);
  const begins = new Uint8Array(0x4000);
  for (const word of words) {
    let begun = 0;
    for (let at = 0; at < least; at += 1) begun = (begun << 8) ^ word.charCodeAt(at);
    begins[slotOf(begun, least)] = 1;
  }
  return { words, forms: words.map((word) => byCore.get(word) ?? []), least, begins, signs };
}

/** @param begun - the last characters, each shifted by one more byte */
function slotOf(begun: number, least: number): number {
  return Math.imul(begun << (32 - 8 * least), 0x9e3779b1) >>> 18;
}

/** All places where a text has one of the secrets, each of them once or more. Its time is linear in the text. */
export function foundIn(text: string, search: Search): readonly Found[] {
  return readingsOf(text).flatMap((reading) => placesIn(reading.text, search).map((found) => inText(reading, found)));
}

function inText(reading: Reading, { start, end, shown }: Found): Found {
  if (reading.of === null) return { start, end, shown };
  return inText(reading.of, { start: placeIn(reading, start, false), end: placeIn(reading, end - 1, true), shown });
}

function placesIn(text: string, search: Search): readonly Found[] {
  const { least, begins, signs } = search;
  const fold = foldedUnits();
  const found: Found[] = [];
  let begun = 0;
  for (let at = 0; at < text.length; at += 1) {
    const small = fold[text.charCodeAt(at)] ?? 0;
    if (small === 0) continue;
    begun = (begun << 8) ^ small;
    if (begins[slotOf(begun, least)] === 0) continue;
    const one = foundAt(text, startOf(text, at, least), search);
    if (one !== null) found.push(one);
  }
  for (const [secret, shown] of signs)
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      found.push({ start: at, end: at + secret.length, shown });
  return found;
}

/** Where so many characters begin, without signs, of which the last stands at a place. */
function startOf(text: string, last: number, count: number): number {
  let at = last;
  for (let left = count - 1; left > 0 && at > 0; left -= kindAt(text, at) === 0 ? 1 : 0) at -= 1;
  return at;
}

/** The longest secret that begins at a place, or the longest beginning of one where a message was cut. */
function foundAt(text: string, start: number, { words, forms }: Search): Found | null {
  const fold = foldedUnits();
  let [low, high, depth, seen, between] = [0, words.length, 0, 0, 0];
  let [last, best]: [number, Found | null] = [start, null];
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const small = fold[code] ?? 0;
    if (small === 0) {
      between |= kindOf(code);
      continue;
    }
    if (depth >= SHORTEST_CUT && isCut(text, at, code)) {
      const cut = forms
        .slice(low, high)
        .flat()
        .find(({ form: { rest, isWord, may } }) => rest === null && !isWord && (seen & ~may) === 0);
      if (cut !== undefined) best = { start, end: last + 1, shown: cut.shown };
    }
    low = firstOf(words, low, high, depth, small);
    high = firstOf(words, low, high, depth, small + 1);
    if (low === high) break;
    seen |= beyondLayout(between);
    [between, last] = [0, at];
    depth += 1;
    if (words[low]?.length !== depth) continue;
    for (const { form, shown } of forms[low] ?? []) {
      const place = (seen & ~form.may) === 0 ? wholePlace(text, start, at, form) : null;
      // Forms with the same core differ in what follows it.
      if (place !== null && (best === null || place.end >= best.end)) best = { ...place, shown };
    }
  }
  return best;
}

/** The first of some words in order whose character at a place is this one or a later one; those that end there are before. */
function firstOf(words: readonly string[], from: number, to: number, at: number, code: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.charCodeAt(at) || 0) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isCut(text: string, at: number, code: number): boolean {
  return code === 0x27 || code === 0x2026 || (code === 0x2e && text.startsWith('...', at));
}

/** Signs may be escaped up to eight times. */
const MOST_ESCAPES = 8;

/** The place of a form with the signs at its ends, or with what follows its code; null if it only looks like it. */
function wholePlace(text: string, first: number, last: number, { may, edges, isWord, exact, rest }: Form) {
  if (rest !== null) return codePlace(text, first, last, rest, edges[0]);
  const edge = (from: number, step: number, most: number): number => {
    // A backslash may be put before what is no letter.
    if (most === 0 && /[\p{L}\p{N}]/u.test(text.charAt(from))) return from;
    let [at, left] = [from, most];
    for (let kind = kindAt(text, at + step); isEdge(kind, may); kind = kindAt(text, at + step)) {
      if (kind !== kindOf(0)) left -= 1;
      if (left < 0 || at === from + step * MOST_ESCAPES * (most + 1)) break;
      at += step;
    }
    return at;
  };
  const place = { start: edge(first, -1, edges[0]), end: edge(last, 1, edges[1]) + 1 };
  if (exact !== null && !withoutEscapes(text.slice(place.start, place.end)).includes(exact)) return null;
  return isWord && !isWordAt(text, place) ? null : place;
}

function codePlace(text: string, first: number, last: number, rest: string, shared: number) {
  const fold = foldedUnits();
  let end = last + 1;
  for (let [at, number] = [end, 0]; at < text.length && number < rest.length; at += 1) {
    const small = fold[text.charCodeAt(at)] ?? 0;
    if (small === 0) continue;
    if (small !== rest.charCodeAt(number)) break;
    number += 1;
    end = at + 1;
  }
  const sharedAt = (at: number): number => (/[\w+/-]/.test(text.charAt(at)) ? shared : 0);
  return { start: first - sharedAt(first - 1), end: end + sharedAt(end) };
}

function kindAt(text: string, at: number): number {
  return at < 0 || at >= text.length ? 0 : kindOf(text.charCodeAt(at));
}

/** Whether no letter or digit is next to it; the end of an escape is none. Nor is a digit of 1.0 or 127.0.0.1 a word. */
function isWordAt(text: string, { start, end }: Pick<Found, 'start' | 'end'>): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const after = text.slice(end, end + 2);
  if (/[\p{L}\p{N}]$/u.test(before) && !/(?:[%=][\da-f]{2}|\\u[\da-f]{4}|\\[nrt])$/i.test(before)) return false;
  if (/^[\p{L}\p{N}]/u.test(after)) return false;
  return (
    !(/\p{N}/u.test(text.charAt(start)) && /\p{N}\.$/u.test(before)) &&
    !(/\p{N}/u.test(text.charAt(end - 1)) && /^\.\p{N}/u.test(after))
  );
}
