import type { Cell } from '../../contract/model.ts';
import { eachValue } from './bindings.ts';
import type { Defect } from './defect.ts';

const reads = ({ operation }: Cell): boolean => operation.effect === 'read';

/** What is no fault by the document, but keeps answers from being compared. */
export const stabilityDefects: readonly Defect[] = [
  {
    id: 'answers-vary',
    title: 'Every answer has other numbers in its texts.',
    requirement: 'operations.matching',
    bugClass: null,
    cells: reads,
    verdict: 'inconclusive',
    hooks: { result: (value, { n }) => eachValue(value, (leaf) => (typeof leaf === 'string' ? `${leaf} ${n}` : leaf)) },
  },
];
