import { bindingNames } from '../contract/operations.ts';
import type { CellVerdict } from '../judging/judge.ts';

/** What a verdict is called in the matrices of the terminal and the HTML report. */
export const verdictWords: Readonly<Record<CellVerdict, string>> = {
  pass: '✓ pass',
  fail: '✗ FAIL',
  inconclusive: '? open',
  'not-reached': '… not reached',
  skipped: '- skipped',
};

/** A cell by its names. */
export interface CellNames {
  readonly operation: string;
  readonly binding: string;
}

/** Operations × bindings: the rows and columns of every matrix, and what is known of each cell. */
export interface Matrix<T> {
  /** In the order in which the cells name them. */
  readonly operations: readonly string[];
  /** In the document's order. */
  readonly bindings: readonly string[];
  /** Undefined where that cell was not run. */
  readonly at: (operation: string, binding: string) => T | undefined;
}

/** Sets out what is known of cells as a matrix. */
export function matrixOf<T extends CellNames>(cells: readonly T[]): Matrix<T> {
  return {
    operations: [...new Set(cells.map(({ operation }) => operation))],
    bindings: bindingNames.filter((name) => cells.some(({ binding }) => binding === name)),
    at: (operation, binding) => cells.find((cell) => cell.operation === operation && cell.binding === binding),
  };
}
