import { isSoap } from '../bindings/binding.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { type FieldPath, fieldPaths } from './fields.ts';
import { type CellJudgement, type Evidence, everyBinding, interpreted, type Rule } from './rule.ts';

/** Which fields of a cell's answers have been seen with a value. */
export interface FieldCoverage {
  readonly path: string;
  readonly seen: boolean;
  /** False where the product's promise does not ask for it: content not shown, or nested in a list that SOAP marks nil. */
  readonly needed: boolean;
}

/** The coverage of a cell's fields by all its answers together. */
export function fieldCoverage(all: readonly Evidence[], cell: Cell, contract: Contract): readonly FieldCoverage[] {
  const inspections = new Set(all.map(({ inspection }) => inspection));
  const seen = new Set<string>();
  const nil = new Set<string>();
  for (const inspection of inspections) {
    for (const path of inspection?.seen ?? []) seen.add(path);
    for (const path of inspection?.nil ?? []) nil.add(path);
  }
  const excused = new Set<string>();
  return fieldPaths(cell, contract).map((field) => {
    const isSeen = seen.has(field.path);
    if (isExcused(field, cell, { seen: isSeen, nil: nil.has(field.path), parent: excused.has(field.parent ?? '') })) {
      excused.add(field.path);
    }
    return { path: field.path, seen: isSeen, needed: !excused.has(field.path) };
  });
}

function isExcused(
  { content }: FieldPath,
  { binding }: Cell,
  state: { readonly seen: boolean; readonly nil: boolean; readonly parent: boolean },
): boolean {
  if (content.kind === 'open' || state.parent) return true;
  const nested = content.kind === 'list' && content.item.content.kind === 'record';
  return nested && isSoap(binding) && state.nil && !state.seen;
}

function judgeCoverage(all: readonly Evidence[], cell: Cell, contract: Contract): CellJudgement {
  const unseen = fieldCoverage(all, cell, contract).filter(({ seen, needed }) => needed && !seen);
  if (unseen.length === 0) return { kind: 'judged', problem: null, evidence: null };
  const text = `never seen with a value: ${unseen.map(({ path }) => path).join(', ')}`;
  return { kind: 'inconclusive', reason: { code: 'fields-unseen', text } };
}

/** Never a vacuous green: what no answer showed has not been judged. */
export const coverageRules: readonly Rule[] = [
  {
    id: 'record.coverage',
    level: 'required',
    layer: 'record',
    title: 'Every field of the record has been seen with a value.',
    bindings: everyBinding,
    requirements: ['records.*.fields'],
    standard: null,
    basis: interpreted(
      'A field that no answer showed was not judged. The rule never fails: it leaves the cell inconclusive.',
    ),
    breaks: 'None by itself. It keeps a run that saw only empty answers from being called conformant.',
    breaksFrom: 'definition',
    example: { right: 'an answer with every field filled', wrong: 'answers with empty lists only' },
    defects: ['empty-answers', 'null-answers'],
    judge: () => 'not-applicable',
    judgeCell: judgeCoverage,
  },
];
