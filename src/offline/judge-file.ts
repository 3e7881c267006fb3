import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCredentials } from '../config/credentials.ts';
import { cellName } from '../contract/cell-name.ts';
import { checkedResults, readJson } from '../results/read.ts';
import { replayCommand } from '../results/record/finding.ts';
import { redactor } from '../results/record/redact.ts';
import type { Results } from '../results/results.ts';
import { recordedOptions } from '../results/run-record.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { reserveResults, writeResults } from '../results/write.ts';
import type { CliIo } from '../run/output.ts';
import { ConfigError } from '../schemas/error.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { harSource } from './judge-har.ts';
import { judgeOffline, type OfflinePlan } from './judge-offline.ts';
import { foldJudged, type JudgeFlags, type JudgeSource, resultsSource, trafficRules } from './judge-source.ts';
import { type JudgeReport, thenAndNow } from './terminal.ts';

type FileFlags = JudgeFlags & { readonly reports?: string };

/**
 * Judges the exchanges of a results.json or HAR by today's rules. @param flags - `reports`: a folder for the results
 * @returns what to print, and the exit code @throws ConfigError if it can't be read or judged
 */
export async function judgeFile(
  file: string,
  flags: FileFlags,
  { folder, env }: Pick<CliIo, 'folder' | 'env'>,
): Promise<{ readonly report: JudgeReport; readonly exitCode: number }> {
  const recorded = readRecorded(folder, file);
  const source =
    recorded.kind === 'results'
      ? resultsSource(recorded.results, file, flags, redactor(readCredentials(undefined, '', env), []))
      : harSource(recorded.data, file, flags);
  return judgeSource(source, file, flags, folder);
}

/** Judges the entries of a HAR in memory. @param file - its name in the results @throws ConfigError */
export function judgeHar(data: object, file: string, flags: FileFlags, folder: string) {
  return judgeSource(harSource(data, file, flags), file, flags, folder);
}

async function judgeSource(source: JudgeSource, file: string, flags: FileFlags, folder: string) {
  const reports = flags.reports === undefined ? null : resolve(folder, flags.reports);
  if (reports !== null) refuseInput(join(reports, 'results.json'), resolve(folder, file), file);
  const path = reports === null ? null : await reserveResults(reports);
  const command = (id: string): string =>
    path === null ? `getdata-conformance judge ${file}` : replayCommand(path, id, source.origin.target);
  const report = await judged(source, command);
  const files = reports === null ? [] : [await writeResults(report.results, reports)];
  return { report: { ...report, files }, exitCode: report.results.exitCode };
}

/** A file of recorded exchanges; a HAR is checked where it is read. */
type RecordedFile =
  | { readonly kind: 'results'; readonly results: Results }
  | { readonly kind: 'har'; readonly data: object };

/** Reads a file of recorded exchanges, recognised by content. @throws ConfigError if it is neither, or too large */
function readRecorded(folder: string, file: string): RecordedFile {
  const data = readJson(folder, file);
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) {
    if ('schemaVersion' in data) return { kind: 'results', results: checkedResults(data, file) };
    if ('log' in data) return { kind: 'har', data };
  }
  throw new ConfigError(
    `${file} is neither a results.json nor a HAR; expected an object with 'schemaVersion' or 'log' in it`,
  );
}

/** The results are never written over the file they were made from. */
function refuseInput(output: string, input: string, file: string): void {
  try {
    if (realpathSync(output) !== realpathSync(input)) return;
  } catch {
    return;
  }
  throw new ConfigError(`--reports names the folder of ${file}, which would be overwritten; expected another`);
}

/** Judges what a file holds, and says how that differs from what the file says. */
async function judged(source: JudgeSource, command: OfflinePlan['command']): Promise<Omit<JudgeReport, 'files'>> {
  const { rules, origin, recordings, before } = source;
  const validator = await createSchemaValidator();
  try {
    const { bindings } = recordedOptions(origin);
    const plan: OfflinePlan = { ...source, bindings, validator, command };
    const outcome = judgeOffline(recordings, plan);
    const results = foldJudged(outcome, plan, origin, suiteVersion());
    const traffic = trafficRules(rules);
    return {
      results,
      before,
      judged: recordings.all.length,
      leftOut: recordings.leftOut,
      changes: before === null ? null : thenAndNow(before, results, rules),
      needTraffic: traffic.length,
      rules: rules.length,
      silent: silentRules(outcome.ruleResults, traffic),
    };
  } finally {
    validator.dispose();
  }
}

type RuleResults = ReturnType<typeof judgeOffline>['ruleResults'];

/** Rules that needed no traffic but were skipped in every cell that was judged at all. */
function silentRules(all: RuleResults, traffic: JudgeSource['rules']): readonly (readonly [string, string])[] {
  const sending = new Set(traffic.map(({ id }) => id));
  const open = new Set(all.filter(({ verdict }) => verdict !== 'skipped').map(cellName));
  const own = all.filter((one) => !sending.has(one.rule) && open.has(cellName(one)));
  const told = new Set(own.filter(({ verdict }) => verdict !== 'skipped').map(({ rule }) => rule));
  return [...new Map(own.flatMap(({ rule, reason }) => (told.has(rule) ? [] : [[rule, reason?.text ?? ''] as const])))];
}
