import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { RunPlan } from '../../results/run-options.ts';

/** What travels with a test from the worker to the reporter: plain data only. */
export interface TestMeta {
  outcome?: RuleResult | CellSummary;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The plan of the run, for the worker. */
    plan: RunPlan;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta extends TestMeta {}
}
