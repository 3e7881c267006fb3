import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { cellName } from '../../contract/cell-name.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { RunRecord } from '../../results/run-record.ts';
import { rulesFor } from '../../rules/rules.ts';

/** What a vitest run reported, collected while it goes on, so that a run cut short keeps what it has. */
export type Collected = Readonly<ReturnType<ReturnType<typeof createCollector>['collected']>>;

/** A vitest reporter that collects outcomes. @param progress - gets each @param waits - gets what a cell waits for */
export function createCollector(progress: (outcome: RuleResult | CellSummary) => void, waits: (what: string) => void) {
  const rules: RuleResult[] = [];
  const cells: CellSummary[] = [];
  /** What went wrong in the suite itself, one sentence each. */
  const errors: string[] = [];
  return {
    collected: () => ({ rules, cells, errors }),
    onTestCaseResult: (test: TestCase) => {
      const { outcome } = test.meta();
      if (outcome?.kind === 'rule') rules.push(outcome);
      if (outcome?.kind === 'cell') cells.push(outcome);
      if (outcome !== undefined) progress(outcome);
      else if (test.result().state === 'failed')
        errors.push(`${test.fullName}: ${test.result().errors?.[0]?.message ?? 'no outcome'}`);
    },
    onTestCaseAnnotate: (_test, { message }) => waits(message),
    onTestRunEnd: (modules, unhandled) => {
      errors.push(...engineErrors(modules, unhandled));
    },
  } satisfies Reporter & { readonly collected: () => object };
}

/** What went wrong outside the tests: in a file, in a suite's hooks, or in no particular place. */
export function engineErrors(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]) {
  const ofModules = modules.flatMap((module) => [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => `${suite.fullName}: ${message}`),
    ),
  ]);
  return [...unhandled.map(({ message }) => message), ...ofModules];
}

type Unfinished = Pick<RunRecord, 'cells' | 'contract' | 'rules' | 'ruleResults'>;

/** One sentence on a worker that died. @param how - signal or exit code @param unfinished - plan and outcomes */
export function deathSentence(how: string, { cells, contract, rules, ruleResults }: Unfinished): string {
  const judged = (name: string): number => ruleResults.filter((one) => cellName(one) === name).length;
  // Cells run one after the other: the first without all its outcomes is the one that was running.
  const at = cells.find((cell) => judged(cellName(cell)) < rulesFor(cell, contract, rules).length);
  const where = `(${how}) ${at === undefined ? 'after the last cell' : `in ${cellName(at)}`}`;
  return `the worker that runs the cells died ${where}; what was learned before is kept, the rest has no verdict.`;
}
