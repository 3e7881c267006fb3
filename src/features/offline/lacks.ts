import { cellName } from '../../contract/cell-name.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { RuleResult } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { unjudgedReasons } from '../../results/unjudged.ts';
import type { ReasonCode } from '../../rules/judgement.ts';
import type { OfflineSource } from './judge-source.ts';

/** Not for what was never called: the file does not show it, or nobody asked. */
const OTHER: ReadonlySet<ReasonCode> = new Set(['not-recorded', 'not-selected', 'needs-traffic']);

/** What a recording lacks, a line each: operations and bindings without an exchange, fields that no answer showed. */
export function lacksOf(
  results: readonly RuleResult[],
  { coverage, exchanges }: Pick<Results, 'coverage' | 'exchanges'>,
  { contract, cells }: OfflineSource,
): readonly string[] {
  const recorded = new Set(cells.map(({ cell }) => cellName(cell)));
  const missing = contract.operations.map(({ name }) => ({
    name,
    bindings: bindingNames.filter((binding) => !recorded.has(cellName({ operation: name, binding }))),
  }));
  const never = missing.filter(({ bindings }) => bindings.length === bindingNames.length).map(({ name }) => name);
  const partly = missing.filter(({ bindings }) => bindings.length > 0 && bindings.length < bindingNames.length);
  const open = results.flatMap(({ rule, operation, binding, verdict, reason }) =>
    verdict !== 'skipped' || reason === null || OTHER.has(reason.code)
      ? []
      : [{ rule, operation, binding, reason: reason.text, reasonCode: reason.code }],
  );
  return [
    ...(never.length === 0 ? [] : [`never called: ${never.join(', ')}`]),
    ...partly.map(({ name, bindings }) => `${name}: no exchange (${bindings.join(', ')})`),
    ...unjudgedReasons({ inconclusive: open, cells: [], verdict: 'conformant', coverage, exchanges }),
  ];
}
