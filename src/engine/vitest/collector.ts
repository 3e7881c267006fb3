import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';

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

/** What was planned and what came of it until the worker died. */
export interface Unfinished {
  readonly cells: readonly Cell[];
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  readonly ruleResults: readonly RuleResult[];
}

/**
 * One sentence on a worker that died.
 * @param how - signal or exit code
 */
export function deathSentence(how: string, { cells, contract, rules, ruleResults }: Unfinished): string {
  const judged = (cell: Cell): number =>
    ruleResults.filter(({ operation, binding }) => operation === cell.operation.name && binding === cell.binding)
      .length;
  // Cells go one after the other: the first without all its outcomes is the one that was at work.
  const at = cells.find((cell) => judged(cell) < rulesFor(cell, contract, rules).length);
  const where = at === undefined ? 'after the last cell' : `in ${cellName(at)}`;
  return `the worker that runs the cells died (${how}) ${where}; what was learned before is kept, the rest has no verdict.`;
}
