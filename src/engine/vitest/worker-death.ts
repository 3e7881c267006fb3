import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import type { RuleResult } from '../../results/outcome.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';

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
