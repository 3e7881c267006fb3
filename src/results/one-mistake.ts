import { rules } from '../rules/rules.ts';
import { grouped } from './group-by.ts';
import type { RuleResult } from './outcome.ts';

/** The rules on records and values: a server writes all of them in one place. */
const ofRecords: ReadonlySet<string> = new Set(
  rules.flatMap(({ id, layer }) => (layer === 'record' || layer === 'value' ? [id] : [])),
);

/** In fewer operations, two of them may each have a mistake. */
const FEWEST = 3;

/** The end of the cause of a rule that all records break. */
export const EVERYWHERE = ':everywhere';

/** The outcomes, where a rule on records that every cell of a binding breaks has one cause: what writes all records. */
export function withOneMistake(ruleResults: readonly RuleResult[]): readonly RuleResult[] {
  const judged = ruleResults.filter(({ rule, verdict }) => ofRecords.has(rule) && /^(?:pass|fail)$/.test(verdict));
  const joined = new Set<string>();
  for (const cells of grouped(judged, ({ rule, binding }) => `${rule} ${binding}`)) {
    const causes = cells.map(({ rule, finding }) => (finding?.cause.startsWith(`${rule}:`) ? finding.cause : null));
    const operations = new Set(cells.map(({ operation }) => operation));
    if (operations.size < FEWEST || new Set(causes).size < 2 || causes.includes(null)) continue;
    for (const cause of causes) joined.add(cause ?? '');
  }
  return ruleResults.map((one) =>
    one.finding !== null && joined.has(one.finding.cause)
      ? { ...one, finding: { ...one.finding, cause: `${one.rule}${EVERYWHERE}` } }
      : one,
  );
}
