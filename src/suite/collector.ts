import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { CellSummary, RuleResult } from '../run/outcome.ts';
import type {} from './provided.ts';

/** What a vitest run said, gathered while it goes on, so that a run cut short keeps what it has. */
export interface Collected {
  readonly rules: readonly RuleResult[];
  readonly cells: readonly CellSummary[];
  /** What went wrong in the suite itself, one sentence each. */
  readonly errors: readonly string[];
}

export interface Collector extends Reporter {
  readonly collected: () => Collected;
}

/** A vitest reporter that gathers outcomes; `progress` is called with each. */
export function createCollector(progress: (outcome: RuleResult | CellSummary) => void): Collector {
  const rules: RuleResult[] = [];
  const cells: CellSummary[] = [];
  const errors: string[] = [];
  return {
    collected: () => ({ rules, cells, errors }),
    onTestCaseResult: (test: TestCase) => {
      const { outcome } = test.meta();
      if (outcome?.kind === 'rule') rules.push(outcome);
      if (outcome?.kind === 'cell') cells.push(outcome);
      if (outcome !== undefined) progress(outcome);
      else if (test.result().state === 'failed') errors.push(`${test.fullName}: ${firstMessage(test.result().errors)}`);
    },
    onTestRunEnd: (modules: readonly TestModule[], unhandled) => {
      errors.push(...unhandled.map((error) => error.message));
      for (const module of modules) {
        errors.push(...module.errors().map(({ message }) => message));
        for (const suite of module.children.allSuites()) {
          errors.push(...suite.errors().map(({ message }) => `${suite.fullName}: ${message}`));
        }
      }
    },
  };
}

function firstMessage(errors: readonly { readonly message: string }[] | undefined): string {
  return errors?.[0]?.message ?? 'no outcome';
}
