import { createRequire } from 'node:module';
import { ConfigError } from './error.ts';

/**
 * The value of a JSON text of a file; a byte order mark is skipped.
 * @throws ConfigError (or what `refuse` makes) with line and column, without the text: it may hold a secret
 */
export function parseJson(
  file: string,
  text: string,
  refuse = (sentence: string): Error => new ConfigError(sentence),
): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const excess = json.length > MOST_UNCHECKED ? excessOf(json) : null;
  if (excess !== null) throw refuse(`${file} ${excess}`);
  try {
    return JSON.parse(json);
  } catch {
    throw refuse(`${file} is not JSON: ${jsonMistake(json)}`);
  }
}

/** Most characters that are parsed without a look at what they take: JSON.parse takes 50 bytes for each level. */
const MOST_UNCHECKED = 4 * 1024 * 1024;
/** Most levels of arrays and objects in a longer text; a HAR has about ten. */
const MOST_LEVELS = 1000;
/** Most values in a longer text, of 30 to 180 bytes each: those of a HAR of 15,000 entries. */
const MOST_VALUES = 2_000_000;

/** What of a long text takes too much memory, before it is parsed; null if nothing does. */
function excessOf(json: string): string | null {
  let level = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) at = endOfText(json, at);
    else if (mark === COMMA) values += 1;
    else if (mark === BRACKET || mark === BRACE) {
      level += 1;
      values += 1;
    } else if (mark === BRACKET + 2 || mark === BRACE + 2) level -= 1;
    if (level > MOST_LEVELS) return `is nested more than ${MOST_LEVELS} levels deep`;
    if (values > MOST_VALUES) return `holds more than ${MOST_VALUES} values; expected fewer`;
  }
  return null;
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c];

/** Where a text in quotes ends. @param from - its first quote */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** A member of an object by its name; undefined for any other value. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

export function jsonText(value: unknown): string {
  return `${escapedJson(value, 2)}\n`;
}

/**
 * JSON without characters that command a terminal, or change the direction of text: JSON.stringify escapes only those
 * of ASCII below the blank.
 */
export function escapedJson(value: unknown, indent = 0): string {
  const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, escaped);
}

// Loaded at the first mistake.
const load = createRequire(import.meta.url);

/** Most characters searched for a mistake: the parser takes seconds for more. */
const MOST_SEARCHED = 16 * 1024 * 1024;

interface Mistake {
  readonly code: string;
  readonly offset: number;
  readonly place: string;
}

function jsonMistake(text: string): string {
  const end = text.trimEnd().length;
  if (end === 0) return 'it is empty';
  if (end > MOST_SEARCHED) return 'it is damaged or ends too early';
  const found = firstMistake(text);
  if (found === null) return 'it is nested too deeply or holds what JSON does not allow';
  const { code, offset, place } = found;
  if (offset >= end) return `it ends too early, in ${place}`;
  const character = text.charAt(offset);
  if (/[}\]]/.test(character) && text.slice(0, offset).trimEnd().endsWith(','))
    return `there is a comma before '${character}' in ${place}`;
  return `${words[code] ?? 'a mistake'} in ${place}`;
}

/** The parser reports every mistake; this ends it at the first. */
class Found extends Error {}

/** Null if the parser finds none, or fails because it recurses for every level of the text. */
function firstMistake(text: string): Mistake | null {
  const { printParseErrorCode, visit }: typeof import('jsonc-parser') = load('jsonc-parser');
  let first: Mistake | null = null;
  const onError = (error: number, offset: number, _length: number, line: number, character: number): never => {
    first = { code: printParseErrorCode(error), offset, place: `line ${line + 1}, column ${character + 1}` };
    throw new Found();
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof Found || error instanceof RangeError)) throw error;
  }
  return first;
}

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'text without double quotes',
  InvalidNumberFormat: 'a number that is not as JSON writes it',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: "a comma or '}' is missing",
  CloseBracketExpected: "a comma or ']' is missing",
  EndOfFileExpected: 'more text after the end of the value',
  InvalidCommentToken: 'a comment, which JSON does not have',
  UnexpectedEndOfComment: 'a comment, which JSON does not have',
  UnexpectedEndOfString: 'a text without its closing quote',
  UnexpectedEndOfNumber: 'a number that is not as JSON writes it',
  InvalidUnicode: String.raw`an escape other than \u with four hexadecimal digits`,
  InvalidEscapeCharacter: 'an escape that JSON does not have',
  InvalidCharacter: 'a control character in a text',
};
