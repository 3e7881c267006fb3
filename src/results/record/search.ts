import { type Automaton, openAutomaton } from './automaton.ts';
import { endIn, readingsOf, startIn } from './readings.ts';
import { ANYWHERE, type Form, foldedUnits, isGap, kindOf, secretForms } from './secret-forms.ts';

/** Where a text holds a secret, in any form, and what replaces it. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

interface Named {
  readonly form: Form;
  readonly shown: string;
}

/** Several secrets, to be found at once. */
export interface Search {
  readonly automaton: Automaton;
  /** By the automaton's word. */
  readonly forms: readonly (readonly Named[])[];
  /** Those that consist of signs that come and go. */
  readonly signs: readonly (readonly [secret: string, shown: string])[];
}

/** @param secrets - each with what replaces it */
export function searchOf(secrets: readonly (readonly [secret: string, shown: string])[]): Search {
  const byCore = new Map<string, Named[]>();
  const signs: (readonly [string, string])[] = [];
  for (const [secret, shown] of secrets) {
    for (const { text } of readingsOf(secret)) {
      const forms = text.trim().length < 2 ? [] : secretForms(text);
      for (const form of forms) {
        const known = byCore.get(form.core);
        if (known === undefined) byCore.set(form.core, [{ form, shown }]);
        else known.push({ form, shown });
      }
      if (!forms.some(({ isWord, isCut }) => isWord || isCut) && text.trim() !== '') signs.push([text.trim(), shown]);
    }
  }
  // The states of plain forms are theirs, so that their beginnings are known.
  const words = [...byCore].toSorted(([, [a]], [, [b]]) => Number(b?.form.isCut) - Number(a?.form.isCut));
  return { automaton: openAutomaton(words.map(([core]) => core)), forms: words.map(([, forms]) => forms), signs };
}

/** All places where a text has one of the secrets, each of them once or more. Its time is linear in the text. */
export function foundIn(text: string, search: Search): readonly Found[] {
  return readingsOf(text).flatMap((reading) => {
    const found = [...placesIn(reading.text, search)];
    return found.map(({ start, end, shown }) => ({ start: startIn(reading, start), end: endIn(reading, end), shown }));
  });
}

/** Messages cut long texts before secrets are taken out: so many characters of one may remain. */
const SHORTEST_CUT = 4;

function* placesIn(text: string, { automaton, forms, signs }: Search): Generator<Found> {
  const fold = foldedUnits();
  let state = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const small = fold[code] ?? 0;
    if (small === 0) continue;
    if (state !== 0 && isCut(text, at, code)) yield* cutAt(text, last, automaton.beginningsIn(state), forms);
    last = at;
    if (state === 0 && !automaton.mayBegin(small)) continue;
    state = automaton.next(state, small);
    if (state !== 0 && automaton.hasEnd(state)) yield* endAt(text, at, automaton.endingIn(state), forms);
  }
  for (const [secret, shown] of signs)
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      yield { start: at, end: at + secret.length, shown };
}

/** The longest secret whose last character stands at a place. */
function* endAt(text: string, at: number, words: Iterable<number>, forms: Search['forms']): Generator<Found> {
  for (const word of words) {
    let isFound = false;
    // Those of one core may go on differently, as base64 and base64url do.
    for (const { form, shown } of forms[word] ?? []) {
      const first = firstOf(text, at, form, form.core.length);
      if (first < 0) continue;
      const place = withEdges(text, first, at, form);
      if (place === null || (form.isWord && !isWordAt(text, place))) continue;
      yield { ...place, shown };
      isFound = true;
    }
    if (isFound) return;
  }
}

/** The longest beginning of a secret that ends at a place, where a message was cut. */
function* cutAt(
  text: string,
  at: number,
  beginnings: ReturnType<Automaton['beginningsIn']>,
  forms: Search['forms'],
): Generator<Found> {
  for (const [word, length] of beginnings) {
    if (length < SHORTEST_CUT) return;
    const named = forms[word]?.find(({ form }) => form.isCut && form.core.length > length);
    const first = named === undefined ? -1 : firstOf(text, at, named.form, length);
    if (named === undefined || first < 0) continue;
    yield { start: first, end: at + 1, shown: named.shown };
    return;
  }
}

function isCut(text: string, at: number, code: number): boolean {
  return code === 0x27 || code === 0x2026 || (code === 0x2e && text.startsWith('...', at));
}

/** Where a form of some length begins that ends at a place; -1 if there is between its characters what is not its own. */
function firstOf(text: string, last: number, { gaps }: Form, length: number): number {
  let at = last;
  for (let number = length - 1; number > 0; number -= 1) {
    let kinds = 0;
    at -= 1;
    for (let kind = kindAt(text, at); kind !== 0; kind = kindAt(text, at)) {
      kinds |= kind;
      at -= 1;
    }
    if (!isGap(kinds, gaps[number] ?? NO_GAP)) return -1;
  }
  return at;
}

/** The place of a form with what comes and goes at its ends; null if that must be there and is not. */
function withEdges(text: string, first: number, last: number, { gaps, edges, rest, shared }: Form) {
  const [before = NO_GAP, after = NO_GAP] = [gaps[0], gaps.at(-1)];
  const left = edgeOf(text, first, -1, edges[0], before.may);
  const right = rest === '' ? edgeOf(text, last, 1, edges[1], after.may) : restOf(text, last, rest);
  if ((before.must & ~left.kinds) !== 0 || (rest === '' && (after.must & ~right.kinds) !== 0)) return null;
  const start = shared[0] && SHARED.test(text.charAt(left.at - 1)) ? left.at - 1 : left.at;
  const end = shared[1] && right.isWhole && SHARED.test(text.charAt(right.at + 1)) ? right.at + 1 : right.at;
  return { start, end: end + 1 };
}

const NO_GAP = { may: 0, must: 0 };

/** Most signs that escapes put before one character. */
const MOST_ESCAPES = 8;

/** How far what comes and goes reaches from a place, and its kinds. What JSON puts before a quote belongs to it. */
function edgeOf(text: string, from: number, step: 1 | -1, most: number, may: number) {
  const isEscaped = step < 0 && !/[\p{L}\p{N}]/u.test(text.charAt(from));
  let [at, kinds, signs] = [from, 0, 0];
  const end = from + step * MOST_ESCAPES * (most + (isEscaped ? 1 : 0));
  for (let kind = kindAt(text, at + step); at !== end && (kind & may) !== 0; kind = kindAt(text, at + step)) {
    if ((kind & ANYWHERE) === 0) signs += 1;
    if (signs > most) break;
    kinds |= kind;
    at += step;
  }
  return { at, kinds, isWhole: true };
}

/** How far a text continues as a coded form does. */
function restOf(text: string, from: number, rest: string) {
  const fold = foldedUnits();
  let at = from;
  for (let number = 0; number < rest.length; number += 1) {
    const wanted = fold[rest.charCodeAt(number)];
    if (wanted === 0) continue;
    let next = at + 1;
    while (kindAt(text, next) !== 0) next += 1;
    if (next >= text.length || fold[text.charCodeAt(next)] !== wanted) return { at, kinds: 0, isWhole: false };
    at = next;
  }
  return { at, kinds: 0, isWhole: true };
}

const SHARED = /[\w+/-]/;

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
