import { resolve } from 'node:path';
import { Status, type StepResult, type TestResult } from 'allure-js-commons';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import type { LifecycleListener } from 'allure-js-commons/sdk/reporter';
import type { Reporter } from 'vitest/node';
import { plural } from '../../base/words.ts';
import type { Contract } from '../../contract/model.ts';
import { engineErrors } from '../../engine/vitest/collector.ts';
import { runEngine } from '../../engine/vitest/engine.ts';
import { openWorkerPool } from '../../engine/vitest/worker-pool.ts';
import { staleEntries } from '../../results/baseline.ts';
import { errorText } from '../../results/causes/not-reached.ts';
import type { Results } from '../../results/results.ts';
import { shownLine } from '../shown-text.ts';
import { FRAMEWORK, removeOwn } from './own.ts';
import { type RecordedCell, type RecordedTest, recordedCells } from './recorded-tests.ts';

/**
 * Writes results as allure-results into a folder and removes our earlier ones from it: a test for each rule of each
 * cell, which vitest replays without traffic. Throws if Allure did not get every test: a bug of the suite.
 * @param onlyFindings - leave out tests of rules without a finding @param late - ends it, with nothing written @returns
 * whether they are written
 */
export async function writeAllure(
  results: Results,
  contract: Contract,
  folder: string,
  onlyFindings: boolean,
  late: AbortSignal,
): Promise<boolean> {
  const resultsDir = resolve(folder);
  await removeOwn(resultsDir);
  if (late.aborted) return false;
  const cells = recordedCells(results, contract, onlyFindings);
  // Without tests, only the empty folder is written.
  if (cells.length === 0) return true;
  const missing = new Set(cells.flatMap(({ tests }) => tests.map(({ fullName }) => fullName)));
  const errors: string[] = [];
  // Loaded only when needed: otherwise every command would load it.
  const { default: AllureReporter } = await import('allure-vitest/reporter');
  const allure = new AllureReporter({
    resultsDir,
    reportMatchers: false,
    environmentInfo: environmentOf(results),
    categories,
    listeners: [finishing(cells, results.startedAt, ({ fullName }) => missing.delete(fullName))],
  });
  // It writes all tests in one go, which takes seconds.
  const writeAll = allure.onTestRunEnd.bind(allure);
  allure.onTestRunEnd = (tests) => {
    if (!late.aborted) writeAll(tests);
  };
  const watch: Reporter = {
    onTestRunEnd: (modules, unhandled) => {
      errors.push(...engineErrors(modules, unhandled));
    },
  };
  const file = new URL('recorded.js', import.meta.url);
  const provide = { recorded: { cells, problems: runProblems(results) } };
  const pool = openWorkerPool();
  // vitest would wait for a worker that is gone. What is written until then is removed.
  const ended = new Promise<void>((resolve) => {
    late.addEventListener('abort', () => void pool.end().then(resolve), { once: true });
  });
  await Promise.race([runEngine({ file, provide, reporters: [watch, allure] }, pool, late), ended]);
  if (missing.size === 0) return true;
  if (late.aborted) {
    await removeOwn(resultsDir);
    return false;
  }
  throw new Error(
    `${plural(missing.size, 'test')} did not get to Allure, ${[...missing][0]} first: ${errors.join('; ')}`,
  );
}

const categories = [
  category('Required rules broken', Status.FAILED, 'required: '),
  category('Recommended rules broken', Status.FAILED, 'recommended'),
  category('Known failures', Status.FAILED, 'known failure'),
  category('Inconclusive: evidence is missing', Status.SKIPPED, 'inconclusive'),
  category('Not reached: a broken layer comes first', Status.SKIPPED, 'not reached'),
  category('Not applicable: the target offers nothing to judge', Status.SKIPPED, 'not applicable'),
  category('Skipped: changes state at the target', Status.SKIPPED, 'skipped'),
];

/** A kind of tests that did not pass, by the start of their message (`[\s\S]*`: Allure 2 matches the whole). */
function category(name: string, status: Status, start: string): Category {
  return { name, matchedStatuses: [status], messageRegex: `^${start}[\\s\\S]*` };
}

/** What breaks a run besides its rules, or cut it short, so that a report of passed tests is not taken for a pass. */
function runProblems(results: Results): readonly string[] {
  const { verdict, incomplete, failure } = results;
  return [
    ...(verdict === 'error' ? [`${errorText(results)} ${failure?.message ?? ''}`] : []),
    ...(incomplete ? ['The run was cut short: what was not reached has no verdict.'] : []),
    ...staleEntries(results).map(({ sentence }) => sentence),
  ].map((text) => shownLine(text, 2_000));
}

/** environment.properties: what was tested, with which suite and options, and the verdict. */
function environmentOf(results: Results): EnvironmentInfo {
  const { suite, target, namespace, profile, seed, options, startedAt, verdict, requests } = results;
  return {
    target: shownLine(target, 2_000),
    namespace,
    verdict,
    ...Object.fromEntries(runProblems(results).map((text, index) => [`problem ${index + 1}`, text])),
    suite: `${suite.name} ${suite.version}`,
    contract: suite.contractDigest,
    validator: suite.validator,
    profile,
    seed: `${seed}`,
    writes: options.includeWrites ? 'included' : 'left out',
    requests: `${requests}`,
    started: startedAt,
  };
}

/** Labels of the machine and folder that wrote the report: they say nothing of the run. */
const LOCAL = ['host', 'thread', 'package', 'language', 'framework', '_fallbackTestCaseId'];

/** Sets what a test can't: its name without our path, the reason of a skip, the run's time. `written` gets each. */
function finishing(
  cells: readonly RecordedCell[],
  startedAt: string,
  written: (test: RecordedTest) => void,
): LifecycleListener {
  const all = cells.flatMap((cell) => cell.tests.map((test) => ({ cell, test })));
  // A millisecond apart: Allure sorts tests by start time.
  const byId = new Map(all.map((one, index) => [one.test.id, { ...one, start: Date.parse(startedAt) + index }]));
  return {
    beforeTestResultWrite: (result) => {
      const recorded = byId.get(result.testCaseId ?? '');
      if (recorded === undefined) return;
      const { cell, test, start } = recorded;
      result.fullName = test.fullName;
      result.titlePath = [cell.operation, cell.binding];
      result.labels = result.labels.filter(({ name }) => !LOCAL.includes(name));
      result.labels.push({ name: 'framework', value: FRAMEWORK });
      if (test.message !== null) result.statusDetails = detailsOf(test, test.message);
      result.start = start;
      result.stop = start + Math.round(test.exchange?.durationMs ?? 0);
      // The request is sent at the start; the answer is received and judged at the end.
      const sent = test.exchange === null ? null : result.steps[0];
      for (const step of result.steps) finishStep(step, step === sent ? start : result.stop, result.stop);
      written(test);
    },
  };
}

function detailsOf({ status, broken }: RecordedTest, message: string): TestResult['statusDetails'] {
  const flags = status === 'known' ? { known: true, muted: true } : {};
  if (broken === null) return { message, ...flags };
  const { trace, expected, actual } = broken;
  return { message, trace, expected, actual, ...flags };
}

function finishStep(step: StepResult, start: number, stop: number): void {
  step.start = start;
  step.stop = stop;
  // The test has the details; the stack of the replay says nothing about the target.
  step.statusDetails = {};
  for (const inner of step.steps ?? []) finishStep(inner, start, stop);
}
