import { afterAll, describe, inject, test } from 'vitest';
import type { Cell } from '../../contract/model.ts';
import { cellsToRun, skipReason } from '../../options/selected-cells.ts';
import { skippedResult } from '../../results/outcome.ts';
import { rulesFor } from '../../rules/rules.ts';
import { type OpenCell, openCell } from '../cell/cell.ts';
import { openSession, type Session } from '../cell/session.ts';
import { cachesOf } from '../send/caches.ts';
import { watchThrottling } from '../send/throttling.ts';
import { RuleBroken } from './task-outcome.ts';

// The suite that `run` drives: one test is one rule in one cell, `Get_Inventory › soap12 › soap.envelope-namespace`.
const plan = inject('plan');
let annotate: (message: string) => unknown = () => {};
const caches = cachesOf(plan.options, (what) => void annotate(what));
const session = await openSession(plan, undefined, caches);
const throttling = watchThrottling(session.client);
afterAll(() => session.close());

for (const cell of cellsToRun(session.contract, plan.options)) {
  describe(cell.operation.name, () => {
    describe(cell.binding, () => defineCell(cell, session));
  });
}

function defineCell(cell: Cell, { contract, rules }: Session): void {
  const skip = skipReason(cell, plan.options);
  let open: Promise<OpenCell> | null = null;
  /** In the first test, which can say what the cell waits for. */
  const opened = (): Promise<OpenCell> => {
    open ??= openCell(session, cell);
    return open;
  };
  // The cell's answers are large and not needed once they are judged.
  afterAll(() => {
    open = null;
  });
  for (const rule of rulesFor(cell, contract, rules)) {
    test(rule.id, async ({ task, skip: skipTest, annotate: say }) => {
      annotate = say;
      const outcome = skip === null ? await (await opened()).judge(rule) : skippedResult(rule, cell, skip);
      task.meta.outcome = outcome;
      const throttled = throttling();
      if (throttled !== null) await say(throttled);
      if (outcome.finding !== null) throw new RuleBroken(outcome.finding);
      if (outcome.verdict !== 'pass') skipTest(outcome.reason?.text ?? outcome.verdict);
    });
  }
  test('(cell)', async ({ task }) => {
    if (skip === null) task.meta.outcome = (await opened()).summary();
  });
}
