import type { BaselineEntryResult, Results } from '../../results/results.ts';
import type { RuleOutcome } from '../../results/rule-outcomes.ts';
import type { RecordedTest } from './recorded-test.ts';

/** The entry of the known failures that an outcome stands in; null where it is in none. */
export function failureOf(
  { rule, operation, binding }: RuleOutcome,
  { baseline }: Results,
): BaselineEntryResult | null {
  const isThis = (entry: BaselineEntryResult): boolean =>
    entry.rule === rule && entry.operation === operation && entry.binding === binding;
  return baseline?.entries.find(isThis) ?? null;
}

/** The addresses in the reason of a known failure, as links to issues. */
export function issuesIn(reason: string): RecordedTest['links'] {
  const addresses = reason.match(/https?:\/\/[^\s<>"'()\p{Cc}\p{Cf}]*[^\s<>"'()\p{Cc}\p{Cf}.,;:!?]/gu) ?? [];
  return addresses.map((url) => ({ url, name: url, type: 'issue' }));
}
