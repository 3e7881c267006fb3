import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
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
    onTestRunEnd: (modules, unhandled) => {
      errors.push(...engineErrors(modules, unhandled));
    },
  };
}

/** What went wrong beside the tests: in a file, in a suite's hooks, or nowhere in particular. */
export function engineErrors(
  modules: readonly TestModule[],
  unhandled: readonly { readonly message: string }[],
): readonly string[] {
  const ofModules = modules.flatMap((module) => [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => `${suite.fullName}: ${message}`),
    ),
  ]);
  return [...unhandled.map(({ message }) => message), ...ofModules];
}

function firstMessage(errors: readonly { readonly message: string }[] | undefined): string {
  return errors?.[0]?.message ?? 'no outcome';
}
