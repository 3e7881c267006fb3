import { join, resolve } from 'node:path';
import type { CliIo } from '../../base/cli-io.ts';
import { ConfigError } from '../../base/error.ts';
import { cellName } from '../../contract/cell-name.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { RuleVerdict } from '../../judge/rule-outcome.ts';
import { readCredentials } from '../../options/credentials.ts';
import type { GivenWsdl } from '../../options/described.ts';
import { failureName } from '../../options/known-failures.ts';
import { attachedBeside } from '../../results/har/attached.ts';
import type { RuleResult } from '../../results/outcome.ts';
import { checkedResults, readJson } from '../../results/read.ts';
import { againCommand } from '../../results/record/finding.ts';
import { redactor } from '../../results/record/redact.ts';
import type { Results } from '../../results/results.ts';
import { type RuleInCell, rulesInCells, verdictsIn } from '../../results/rule-outcomes.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { unjudgedReasons } from '../../results/unjudged.ts';
import { refuseInput, reserveResults, writeResults } from '../../results/write.ts';
import { needsTraffic } from '../../rules/check.ts';
import type { ReasonCode } from '../../rules/judgement.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { harSource } from './judge-har.ts';
import { judgeOffline, type OfflinePlan } from './judge-offline.ts';
import { foldJudged, type JudgeFlags, type OfflineSource, resultsSource } from './judge-source.ts';

export type FileFlags = JudgeFlags & { readonly reports?: string };

/** Judges the exchanges of a results.json or HAR by today's rules. @throws ConfigError if it can't be read or judged */
export async function judgeFile(
  file: string,
  flags: FileFlags,
  { folder, env }: Pick<CliIo, 'folder' | 'env'>,
  wsdl?: GivenWsdl,
) {
  const source = sourceOf(readJson(folder, file), file, flags, { folder, env }, wsdl);
  return judgeSource(source, file, flags, folder);
}

/** What a file has to judge, recognised by its content. */
function sourceOf(
  read: unknown,
  file: string,
  flags: FileFlags,
  { folder, env }: Pick<CliIo, 'folder' | 'env'>,
  wsdl?: GivenWsdl,
): OfflineSource {
  const data = Object(read);
  if ('schemaVersion' in data && wsdl !== undefined)
    throw new ConfigError(`--wsdl is for a HAR; ${file} is a results file and has its own contract`);
  if ('schemaVersion' in data)
    return resultsSource(checkedResults(data, file), file, flags, redactor(readCredentials(undefined, '', env), []));
  if ('log' in data) return harSource(data, file, flags, attachedBeside(folder, file), wsdl);
  throw new ConfigError(
    `${file} is neither a results.json nor a HAR; expected an object with 'schemaVersion' or 'log' in it`,
  );
}

/** Judges the entries of a HAR in memory. @param file - its name in the results @throws ConfigError */
export function judgeHar(data: object, file: string, flags: FileFlags, folder: string, wsdl?: GivenWsdl) {
  return judgeSource(harSource(data, file, flags, undefined, wsdl), file, flags, folder);
}

async function judgeSource(source: OfflineSource, file: string, flags: FileFlags, folder: string) {
  const reports = flags.reports === undefined ? null : resolve(folder, flags.reports);
  if (reports !== null) {
    const sentence = `--reports names the folder of ${file}, which would be overwritten; expected another`;
    refuseInput(join(reports, 'results.json'), resolve(folder, file), sentence);
  }
  const path = reports === null ? null : await reserveResults(reports);
  const command: OfflinePlan['command'] = (finding) =>
    path === null ? `getdata-conformance judge ${file}` : againCommand(path, finding, source.origin.target);
  const report = await judged(source, command);
  const files = reports === null ? [] : [await writeResults(report.results, reports)];
  return { report: { ...report, files }, exitCode: report.results.exitCode };
}

export type JudgeReport = Awaited<ReturnType<typeof judged>> & { readonly files: readonly string[] };

/** Judges what a file holds, and says how that differs from the verdicts in it. */
async function judged(source: OfflineSource, command: OfflinePlan['command']) {
  const { rules, origin, recordings, before } = source;
  const validator = await createSchemaValidator();
  try {
    const plan: OfflinePlan = { ...source, bindings: recordedOptions(origin).bindings, validator, command };
    const outcome = judgeOffline(recordings, plan);
    const results = foldJudged(outcome, plan, origin, suiteVersion());
    const sending = new Set(rules.filter(needsTraffic).map(({ id }) => id));
    return {
      results,
      judged: recordings.all.length,
      cells: new Set(recordings.all.map(({ cell }) => cellName(cell))).size,
      allCells: source.contract.operations.length * bindingNames.length,
      lacks: source.isPart ? lacksOf(outcome.ruleResults, results, source) : [],
      leftOut: recordings.leftOut,
      /** Null if the file has no verdicts. */
      changes: before === null ? null : { before, ...thenAndNow(before, results, sending) },
      needTraffic: sending.size,
      rules: rules.length,
      silent: silentRules(outcome.ruleResults, sending),
    };
  } finally {
    validator.dispose();
  }
}

/** Rules that need no traffic, but were skipped in every cell that was judged at all. */
function silentRules(all: readonly RuleResult[], sending: ReadonlySet<string>): readonly string[] {
  const open = new Set(all.filter(({ verdict }) => verdict !== 'skipped').map(cellName));
  const offline = all.filter((one) => !sending.has(one.rule) && open.has(cellName(one)));
  const isSilent = ({ verdict, reason }: RuleResult): boolean =>
    verdict === 'skipped' && reason?.code === 'not-recorded';
  const judgedRules = new Set(offline.filter((one) => !isSilent(one)).map(({ rule }) => rule));
  return [...new Set(offline.map(({ rule }) => rule))].filter((rule) => !judgedRules.has(rule));
}

/** Compares two judgements, rule by rule and cell by cell. @param sending - rules that need traffic */
function thenAndNow(before: Results, now: Results, sending: ReadonlySet<string>) {
  const verdicts = verdictsIn(before);
  const where = (is: (then: RuleVerdict | undefined, one: RuleInCell) => boolean): readonly RuleInCell[] =>
    rulesInCells(now.cells).filter((one) => is(verdicts.get(failureName(one)), one));
  const isVerdict = (verdict: RuleVerdict | undefined) => verdict === 'pass' || verdict === 'fail';
  return {
    failing: where((then, { verdict }) => then === 'pass' && verdict === 'fail'),
    passing: where((then, { verdict }) => then === 'fail' && verdict === 'pass'),
    // The recording is not enough to tell.
    unproved: where((then, { rule, verdict }) => !sending.has(rule) && isVerdict(then) && !isVerdict(verdict)),
    trafficFailed: where((then, { rule }) => sending.has(rule) && then === 'fail'),
  };
}

/** Not for what was never called: the file does not show it, or nobody asked. */
const OTHER: ReadonlySet<ReasonCode> = new Set(['not-recorded', 'not-selected', 'needs-traffic']);

/** What a recording lacks, a line each: operations and bindings without an exchange, fields that no answer showed. */
function lacksOf(
  results: readonly RuleResult[],
  { coverage, exchanges }: Pick<Results, 'coverage' | 'exchanges'>,
  { contract, cells }: OfflineSource,
): readonly string[] {
  const recorded = new Set(cells.map(({ cell }) => cellName(cell)));
  const missing = contract.operations.map(({ name }) => ({
    name,
    bindings: bindingNames.filter((binding) => !recorded.has(cellName({ operation: name, binding }))),
  }));
  const never = missing.filter(({ bindings }) => bindings.length === bindingNames.length).map(({ name }) => name);
  const partly = missing.filter(({ bindings }) => bindings.length > 0 && bindings.length < bindingNames.length);
  const open = results.flatMap(({ rule, operation, binding, verdict, reason }) =>
    verdict !== 'skipped' || reason === null || OTHER.has(reason.code)
      ? []
      : [{ rule, operation, binding, reason: reason.text, reasonCode: reason.code }],
  );
  return [
    ...(never.length === 0 ? [] : [`never called: ${never.join(', ')}`]),
    ...partly.map(({ name, bindings }) => `${name}: no exchange (${bindings.join(', ')})`),
    ...unjudgedReasons({ inconclusive: open, cells: [], verdict: 'conformant', coverage, exchanges }),
  ];
}
