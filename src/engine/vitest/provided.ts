import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { RunPlan } from '../../results/run-options.ts';
import type { RecordedRun } from '../../report/allure/recorded-test.ts';

/** What travels with a test from the worker to the reporter: plain data only. */
export interface TestMeta {
  outcome?: RuleResult | CellSummary;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The plan of the run, for the worker. */
    plan: RunPlan;
    /** The results of a run, for the worker that tells Allure of them. */
    recorded: RecordedRun;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta extends TestMeta {}
}
