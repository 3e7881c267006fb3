import { isDay, noDay } from '../base/days.ts';
import { ConfigError } from '../base/error.ts';
import { parseJson } from '../base/json.ts';
import { present } from '../base/present.ts';
import { mostMiB, type NamedFile, readIfThere, readNamed, textOfFile } from '../base/read-file.ts';
import { valid } from '../base/schemas/validate.ts';
import { plural } from '../base/words.ts';
import { type ConfigText, fileBeside, schemaAddress } from './config-file.ts';
import {
  type AcceptedDifference,
  type AcceptedDifferenceEntry,
  entryName,
  type KnownFailure,
  type KnownFailureEntry,
  type KnownFailures,
  type LetBe,
} from './known-failures.ts';
import { parseConfig } from './parse-config.ts';

/** The file of known failures that `baseline` writes if none is named. */
export const BASELINE_FILE = 'getdata.baseline.json';

/** The known failures of `--baseline`, else of the config file's key; null without both. @throws ConfigError */
export function baselineOf(folder: string, flag: string | undefined, config: ConfigText | null): KnownFailures | null {
  const named = config === null || flag !== undefined ? undefined : parseConfig(config).baseline;
  const beside = config === null || named === undefined ? undefined : fileBeside(config.file, named);
  const file = flag ?? beside;
  if (file === undefined) return null;
  const whole = baselineFile(folder, file);
  return parseBaseline(file, textOfFile(whole, readNamed(whole).bytes));
}

/** Reads a file of known failures; null if there is none. @throws ConfigError as parseBaseline does */
export function readBaselineIfThere(folder: string, file: string): KnownFailures | null {
  const named = baselineFile(folder, file);
  const found = readIfThere(named);
  return found === null ? null : parseBaseline(file, textOfFile(named, found.bytes));
}

function baselineFile(folder: string, file: string): NamedFile {
  return { folder, file, kind: 'the baseline', mostMiB: mostMiB.written };
}

interface BaselineFile {
  readonly ruleSet?: string;
  readonly knownFailures: readonly FileEntry[];
}

type FileEntry = Omit<LetBe, 'expires'> &
  Readonly<Partial<Record<'expires' | 'rule' | 'difference' | 'operation' | 'binding', string>>>;

/** The known failures of a file's text; a comma may follow the last, so any line can be deleted. @throws ConfigError */
export function parseBaseline(file: string, text: string): KnownFailures {
  const { lines, json } = entryLines(text.replace(/^\uFEFF/, ''));
  const { knownFailures, ruleSet } = checked(file, json, lines);
  const entries: KnownFailureEntry[] = [];
  const differences: AcceptedDifferenceEntry[] = [];
  const seen = new Map<string, number>();
  for (const [index, entry] of knownFailures.entries()) {
    const line = lines[index] ?? 1;
    const refuse = (why: string) => new ConfigError(`${file} line ${line}: ${why}`);
    const one = { ...namedEntry(entry, (why) => refuse(`knownFailures[${index}] ${why}`)), line };
    if (one.expires !== null && !isDay(one.expires)) throw refuse(noDay('expires', one.expires));
    const name = entryName(one);
    const first = seen.get(name);
    if (first !== undefined) throw refuse(`${name} is there already, on line ${first}; expected it once`);
    seen.set(name, line);
    if ('rule' in one) entries.push(one);
    else differences.push(one);
  }
  return { file, ...present({ ruleSet }), entries, ...(differences.length === 0 ? {} : { differences }) };
}

/** An entry by what it names: a rule in a cell, or a difference in a cell or of the endpoint. */
function namedEntry(entry: FileEntry, refuse: (why: string) => ConfigError): KnownFailure | AcceptedDifference {
  const { rule, difference, operation, binding, expires = null, ...given } = entry;
  const lacks = (key: string) => refuse(`has no '${key}'; expected one`);
  if (rule !== undefined && difference !== undefined) throw refuse("has a 'rule' and a 'difference'; expected one");
  if (rule === undefined && difference === undefined)
    throw refuse("has neither a 'rule' nor a 'difference'; expected one");
  if (difference !== undefined && operation === undefined && binding === undefined)
    return { ...given, difference, operation: null, binding: null, expires };
  if (operation === undefined) throw lacks('operation');
  if (binding === undefined) throw lacks('binding');
  const place = { operation, binding, expires };
  return difference === undefined ? { ...given, rule: rule ?? '', ...place } : { ...given, difference, ...place };
}

function checked(file: string, json: string, lines: readonly number[]): BaselineFile {
  return valid<BaselineFile>('baseline', parseJson(file, json), (mistake) => {
    const [, index] = /^\/knownFailures\/(\d+)/.exec(mistake.pointer) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)];
    const { keyword, pointer, found, sentence } = mistake;
    const key = pointer.slice(pointer.lastIndexOf('/') + 1);
    const where = `${file}${line === undefined ? '' : ` line ${line}`}`;
    // A value that breaks another keyword may be an array too deep to write out.
    if (keyword !== 'pattern') return new ConfigError(`${where}: ${sentence}`);
    const wrong = key === 'expires' ? noDay(key, String(found)) : `${key} is '${found}'; expected a text`;
    return new ConfigError(`${where}: ${wrong}`);
  });
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],\n]/g;

/** The lines, from 1, on which the entries of the array begin; and the text without a comma after the last one. */
function entryLines(text: string): { readonly lines: readonly number[]; readonly json: string } {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  const all = [...text.matchAll(TOKEN)];
  for (const [token] of all) {
    if (token === '\n') line += 1;
    if (token === '{' && depth === 2) lines.push(line);
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  // The array is last in the file or followed by keys: the comma before its end is found token by token.
  const tokens = all.filter(([token]) => token !== '\n');
  const end = tokens.findLastIndex(([token]) => token === ']');
  const before = tokens[end - 1];
  if (end < 0 || before === undefined || before[0] !== ',') return { lines, json: text };
  return { lines, json: `${text.slice(0, before.index)} ${text.slice(before.index + 1)}` };
}

/**
 * The text of a file of known failures for this folder, one entry per line. @param ruleSet - of their run
 * @throws ConfigError if it is longer than what is read
 */
export function baselineText(
  entries: readonly (KnownFailure | AcceptedDifference)[],
  folder: string,
  ruleSet?: string,
): string {
  const lines = entries.map((entry) => {
    const { operation, binding, owner, reason, expires, flaky } = entry;
    const what = 'rule' in entry ? { rule: entry.rule } : { difference: entry.difference };
    const keys = present({ ...what, operation, binding, owner, reason, expires, flaky });
    const pairs = Object.entries(keys).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `    { ${pairs.join(', ')} }`;
  });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  const schema = `  "$schema": ${JSON.stringify(schemaAddress('baseline', folder))},\n`;
  const set = ruleSet === undefined ? '' : `  "ruleSet": ${JSON.stringify(ruleSet)},\n`;
  const text = `{\n${schema}${set}  "knownFailures": ${list}\n}\n`;
  const size = Buffer.byteLength(text) / 1024 ** 2;
  if (size <= mostMiB.written) return text;
  throw new ConfigError(
    `the baseline would have ${plural(entries.length, 'entry')} and ${Math.ceil(size)} MiB; ` +
      `expected ${mostMiB.written} MiB at most`,
  );
}
