import { bindingNames } from '../contract/operations.ts';
import type { CellVerdict, RuleVerdict } from '../judge/rule-outcome.ts';
import type { CellResult } from '../results/results.ts';

export const verdictWords: Readonly<Record<CellVerdict, string>> = {
  pass: '✓ pass',
  fail: '✗ FAIL',
  inconclusive: '? open',
  'not-reached': '… not reached',
  skipped: '– skipped',
};

/** True for a cell that passes with recommended findings: every matrix marks it. */
export function hasRecommended({ verdict, rules }: CellResult): boolean {
  return verdict === 'pass' && rules.some((rule) => rule.verdict === 'fail');
}

/** What the mark of such a cell means. */
export const MARKED = '✓ pass !: only recommended rules are broken there';

/** The word for a cell; `!` marks recommended findings, as in causes. */
export const verdictWord = (cell: CellResult): string =>
  `${verdictWords[cell.verdict]}${hasRecommended(cell) ? ' !' : ''}`;

/** A letter for each verdict; the filters' script of the HTML report and the index of a history know them too. */
export const letters: Readonly<Record<RuleVerdict, string>> = {
  pass: 'p',
  fail: 'f',
  inconclusive: 'i',
  'not-reached': 'n',
  'not-applicable': 'a',
  skipped: 's',
};

export interface CellNames {
  readonly operation: string;
  readonly binding: string;
}

/** Operations × bindings: the rows and columns of every matrix, and the data of each cell. */
export function matrixOf<T extends CellNames>(cells: readonly T[]) {
  return {
    /** In the order in which the cells name them. */
    operations: [...new Set(cells.map(({ operation }) => operation))],
    /** In the document's order. */
    bindings: bindingNames.filter((name) => cells.some(({ binding }) => binding === name)),
    /** Undefined if that cell was not run. */
    at: (operation: string, binding: string): T | undefined =>
      cells.find((cell) => cell.operation === operation && cell.binding === binding),
  };
}
