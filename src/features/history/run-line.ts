import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { attempt } from '../../base/error.ts';
import { groupBy } from '../../base/group-by.ts';
import { parseJson } from '../../base/json.ts';
import { checkFile } from '../../base/schemas/validate.ts';
import { cellName } from '../../contract/cell-name.ts';
import { failureName } from '../../options/known-failures.ts';
import { middleLatency } from '../../results/fold.ts';
import { judgedScope } from '../../results/judged-scope.ts';
import type { CellResult, Results } from '../../results/results.ts';
import { verdictLimit } from '../../results/verdict.ts';
import { letters } from '../../views/matrix.ts';

/** What the index of a history says of a run: enough for its pages (specs/schemas/history.schema.json). */
export type RunLine = Readonly<ReturnType<typeof lineOf>>;

/** A failure that the baseline of the run knows. */
export const KNOWN = 'k';
const MOST_LIMIT = 300;

/** The line of a run. @param file - its results, next to the index */
export function lineOf(results: Results, file: string) {
  const { target, startedAt, namespace, seed, profile, requests, verdict, incomplete, suite, totals, cells } = results;
  const observed = [...groupBy(results.observations, ({ probe }) => probe)]
    .filter(([probe]) => isId(probe))
    .map(([probe, all]) => [probe, all.map(({ id, fingerprint }) => [id, fingerprint])] as const);
  return {
    ...{ schemaVersion: 1 as const, target, startedAt, file, suite: suite.version, namespace, seed, profile, requests },
    ...{ verdict, incomplete, findings: totals.findings, limit: verdictLimit(results).slice(0, MOST_LIMIT) },
    latencyMs: middleLatency(cells),
    // Runs with equal digests judged the same, so they can be compared.
    asked: digestOf(judgedScope(results)).slice(0, 12),
    // The letters of verdicts and rules are in the order of the cells.
    cells: cells.map(cellName),
    verdicts: cells.map((cell) => letters[cell.verdict]).join(''),
    rules: ruleLetters(results),
    observed: Object.fromEntries(observed.map(([probe, seen]) => [probe, digestOf(seen).slice(0, 8)])),
  };
}

/** Whether this can be an id of ours, after which a page is named: edited results may have anything. */
export function isId(name: string): boolean {
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/i.test(name);
}

function ruleLetters({ cells, findings }: Results): Readonly<Record<string, string>> {
  const known = new Set(findings.filter((one) => one.known).map(failureName));
  const all = new Set(cells.flatMap(({ rules }) => rules.map(({ rule }) => rule)).filter(isId));
  const letterIn = (cell: CellResult, rule: string): string => {
    const verdict = cell.rules.find((one) => one.rule === rule)?.verdict;
    if (verdict === undefined) return '-';
    return known.has(failureName({ ...cell, rule })) ? KNOWN : letters[verdict];
  };
  return Object.fromEntries([...all].map((rule) => [rule, cells.map((cell) => letterIn(cell, rule)).join('')]));
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Far above the size of any run's verdicts. */
const MOST_UNPACKED = 4 * 1024 * 1024;

/** A line as the index has it. Throws if it breaks its schema: a bug of the suite. */
export function textOfLine(line: RunLine): string {
  checkFile('history', line);
  const { cells, verdicts, rules, observed, ...plain } = line;
  const packed = deflateRawSync(JSON.stringify({ cells, verdicts, rules, observed })).toString('base64');
  return JSON.stringify({ ...plain, packed });
}

/** Reads a line of the index. Throws an Error with a few words if it is damaged. */
export function lineIn(text: string): RunLine {
  const line = attempt(() => unpackedLine(text), null);
  if (line === null) throw new Error('it is damaged');
  checkFile<RunLine>('history', line);
  const letterCounts = [line.verdicts, ...Object.values(line.rules)].map((all) => all.length);
  if (letterCounts.some((count) => count !== line.cells.length)) throw new Error('its verdicts do not match its cells');
  return line;
}

function unpackedLine(text: string): unknown {
  const { packed, ...plain } = Object(parseJson('', text));
  const bytes = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_UNPACKED });
  return { ...plain, ...JSON.parse(bytes.toString()) };
}
