import type { StepResult, TestResult } from 'allure-js-commons';
import type { LifecycleListener } from 'allure-js-commons/sdk/reporter';
import { FRAMEWORK } from './own.ts';
import type { RecordedCell, RecordedTest } from './recorded-test.ts';

/** Labels of the machine and folder that wrote the report: they say nothing of the run. */
const LOCAL = ['host', 'thread', 'package', 'language', 'framework', '_fallbackTestCaseId'];

/**
 * Sets what a test can't: the name without the path of the installation, the reason of a skipped test, and the time of
 * the run instead of this replay. Calls `written` with each test before its result is written.
 */
export function finishing(
  cells: readonly RecordedCell[],
  startedAt: string,
  written: (test: RecordedTest) => void,
): LifecycleListener {
  const all = cells.flatMap((cell) => cell.tests.map((test) => ({ cell, test })));
  // A millisecond apart: Allure sorts tests by when they began.
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
      setTimes(result, start, test.exchange?.durationMs ?? 0);
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

function setTimes(result: TestResult, start: number, durationMs: number): void {
  result.start = start;
  result.stop = start + Math.round(durationMs);
  for (const step of result.steps) finishStep(step, result.start, result.stop);
}

/** The request is sent at the start; the answer is received and judged at the end. */
function finishStep(step: StepResult, start: number, stop: number): void {
  step.start = step.name?.startsWith('send ') === true ? start : stop;
  step.stop = stop;
  // The test has the details; the stack of the replay says nothing about the target.
  step.statusDetails = {};
  for (const inner of step.steps ?? []) finishStep(inner, step.start, stop);
}
