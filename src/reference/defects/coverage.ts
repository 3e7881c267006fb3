import type { FieldValue, RecordValue } from '../value.ts';
import { arrays, either, everywhere, recordTypes } from './cells.ts';
import type { Defect, Observable } from './defect.ts';

/** Lists without items, texts without characters; numbers and booleans stay. */
function emptied(value: FieldValue): FieldValue {
  if (typeof value === 'string') return '';
  if (typeof value !== 'object' || value === null) return value;
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptied(one)])) : [];
}

/** Lists and texts left out. */
function absent(value: FieldValue): FieldValue {
  if (typeof value === 'string') return null;
  if (typeof value !== 'object' || value === null) return value;
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, absent(one)])) : null;
}

function isRecord(value: FieldValue & object): value is RecordValue {
  return !Array.isArray(value);
}

const hasRecords: Observable = (cell, contract) => recordTypes(cell, contract).nested.length > 0;

/** Answers with nothing in them: no rule may fail, and none may pass for want of something to judge. */
export const coverageDefects: readonly Defect[] = [
  {
    id: 'empty-answers',
    title: 'Every list and every text is empty.',
    requirement: 'operations.empty-results',
    bugClass: '24, 25',
    // Elements that are empty have been seen; what is missing is the fields of records.
    cells: either(arrays, hasRecords),
    verdict: 'inconclusive',
    hooks: { result: emptied },
  },
  {
    id: 'null-answers',
    title: 'Every list and every text is null, and so is the result of an array.',
    requirement: 'operations.empty-results',
    bugClass: '25',
    cells: everywhere,
    verdict: 'inconclusive',
    hooks: { result: absent },
  },
];
