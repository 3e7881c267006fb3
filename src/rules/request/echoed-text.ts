import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import { recordNamed } from '../../contract/operations.ts';
import { type Call, free, withValue } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { decodeRecords } from '../../wire/soap/records.ts';
import type { Problem } from '../judgement.ts';
import type { Draw } from '../probe.ts';

/** The parameters that a field of the answer's one record may echo: those with its name. */
export function echoing(cell: Cell, contract: Contract): readonly Parameter[] {
  const { kind, record } = cell.operation.result;
  if (kind !== 'single') return [];
  const { fields } = recordNamed(contract, record);
  return free(cell).filter(({ name, type }) =>
    fields.some((field) => field.name === name && field.content.kind === 'simple' && field.content.type === type),
  );
}

/** The call with a value that is in no server's data: if it comes back, it was echoed. */
export function withPlain(base: Call, parameter: Parameter, draw: Draw): Call {
  const { name, type } = parameter;
  return withValue(base, parameter, type === 'string' ? draw.word(name) : draw.number(name));
}

/** What the field with a parameter's name holds in the answer's one record; undefined where there is none. */
export function echoed({ located, cell }: ParsedResponse, { name }: Parameter, contract: Contract): unknown {
  if (located.result === null) return undefined;
  return decodeRecords(located.result, cell, contract)[0]?.[name];
}

/** What filters of inputs remove: tags, control characters, and characters without a width or with a direction only. */
const FILTERED = /<[^<>]*>|\p{Cc}|\p{Cf}|\p{DI}/gu;

/** Whether a text comes back without some of these. */
function isFiltered(text: string, got: unknown): boolean {
  if (typeof got !== 'string' || got.length >= text.length) return false;
  return got.replaceAll(FILTERED, '') === text.replaceAll(FILTERED, '');
}

/** With white space as XML has it (XML 1.0, section 2.3): line separators and other spaces are plain characters. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim();

/** Whether a text comes back trimmed, collapsed or in another normal form of Unicode: the same to a reader. */
const isNormalised = (text: string, got: unknown): boolean =>
  plain(text) === plain(typeof got === 'string' ? got : '') && (typeof got === 'string' || got == null);

/** Capitals first: those of ß are SS. */
const folded = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Whether two texts are equal, or differ only in what a collation ignores: accents, case and the normal form. */
export const isCollated = (one: string, other: string): boolean => folded(one) === folded(other);

/** Fewest characters after which a field may end. */
const FIELD = 10;

/**
 * Whether a text is cut after so many characters that a field's length may be why: no limit is shown. A field of
 * UTF-16 cuts a character in two, and half of one is written as U+FFFD.
 */
const isCut = (text: string, got: unknown): boolean =>
  typeof got === 'string' && got.length >= FIELD && text.startsWith(got.replace(/\uFFFD$/, ''));

/** Whether a word comes back within a longer name, as a server shows it that finds names by their parts. */
const isPartOf = (text: string, got: unknown): boolean =>
  typeof got === 'string' &&
  got.length > text.length &&
  /^[\p{L}\p{N}.-]+$/u.test(text) &&
  got.toLowerCase().includes(text.toLowerCase());

export const OF_FIELD =
  'a field that never repeats its parameter, but always shows it changed, or shows another parameter';
export const LONG_TEXT = 'a long text that comes back shorter, and a text of several classes that each come back alone';
export const OF_FIND = 'a text that finds other data than an invented word';
export const OF_FORM = 'a text that is cut after ten characters or more, or comes back from an order in one case';
export const OWN_WORD = 'a word other than undefined, with no part of the text that was sent';
export const OF_SPACE = 'spaces at an end, collapsed spaces, tabs and line ends, and another normal form of Unicode';
export const OF_FILTER = 'markup, control characters and characters without a width that are left out';

/** The lesser part of a text that comes back as usual filters, fields and sessions of servers change it. */
export function usualChange(text: string, got: unknown): string | undefined {
  if (isOwnWord(text, got)) return OWN_WORD;
  if (isPartOf(text, got)) return OF_FIND;
  if (isFiltered(text, got)) return OF_FILTER;
  if (isCut(text, got)) return OF_FORM;
  return isNormalised(text, got) ? OF_SPACE : undefined;
}

/** Ten letters, as drawn words and some names of makes have. */
const WORD = /^[A-Za-z]{10}$/;
/** A text of some length with a character that no name of a make or model has. */
const ODD = /^(?=.{4})(?=.*[^\p{L}\p{N} .,/&'-])/su;

/** Whether a text is in nobody's data: an odd one, or a word with capitals in its midst, as most drawn ones have. */
export const isNonce = (text: string): boolean =>
  ODD.test(text) || (WORD.test(text) && text.split(/(?<=[a-z])(?=[A-Z])/).length > 2);

/** Whether the run invented a text, and so much of one that no data has that by chance. */
export const isInvented = (text: string): boolean => WORD.test(text) || ODD.test(text);
/** Whether a run drew a number, in the forms of numerals. */
export const isNumeral = (text: string): boolean => /^(?:0|\+|099)?7\d{8}(?:7\d{8}|\.0)?$/.test(text);
const ENOUGH = 5;

/** A text without its marks and spaces, and in one case: what numbers of items are compared by. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What a field with the name of a parameter shows of the call if it does not repeat the parameter: the text of another
 * one, one with other marks, or an invented text in another case, cut or padded. Null if it shows nothing of the call.
 */
export function changedEcho({ values }: Call, { name }: Parameter, got: unknown): Problem | null {
  const sent = values[name] ?? '';
  if (typeof got !== 'string' || got === '' || got === sent) return null;
  const other = Object.keys(values).find((from) => from !== name && values[from] === got);
  const part = got.trim().toLowerCase();
  const isPart = part.length >= ENOUGH && sent.toLowerCase().startsWith(part);
  // In another case only, it is as the data has it.
  const isBare = bare(got).length >= ENOUGH && bare(got) === bare(sent) && !isCollated(sent, got);
  const isChanged = isBare || ((isInvented(sent) || isNumeral(sent)) && isPart);
  if (other === undefined && !isChanged) return null;
  const text = other === undefined ? `${name} comes back changed` : `${name} holds what was sent for ${other}`;
  // Nothing shows that the field should repeat the parameter: it never does.
  return { code: `${name}-never`, text, location: name, expected: sent, actual: got, part: OF_FIELD };
}

/** A part of a text that no other has by chance. */
const PART = 3;

/** Whether a text has so many characters in a row of another one, in whatever case. */
export function hasPartOf(sent: string, got: string, length = PART): boolean {
  const [from, word] = [sent.toLowerCase(), got.toLowerCase()];
  return Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) => word.slice(at, at + length)).some(
    (part) => from.includes(part),
  );
}

/** Whether an answer has a word of its own, with no part of the odd text sent, as a new session has. */
export function isOwnWord(sent: string, got: unknown): boolean {
  if (typeof got !== 'string' || !/^(?!undefined$)[\w-]{4,}$/.test(got) || /^[\w-]*$/.test(sent)) return false;
  return !hasPartOf(sent, got);
}
