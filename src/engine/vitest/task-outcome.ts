import type { CellSummary, Finding, RuleResult } from '../../results/outcome.ts';
import type { RunPlan } from '../plan/run-plan.ts';

/** Makes the test of a broken rule fail; the rest of the finding travels in the test's meta. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  /** Allure takes an error that has these for a failed check, any other for a test that is broken itself. */
  readonly expected: string;
  readonly actual: string;

  constructor({ message, expected, actual }: Pick<Finding, 'message' | 'expected' | 'actual'>) {
    super(message);
    this.expected = expected;
    this.actual = actual;
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    plan: RunPlan;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta {
    /** What travels with a test from the worker to the reporter: plain data only. */
    outcome?: RuleResult | CellSummary;
  }
}
