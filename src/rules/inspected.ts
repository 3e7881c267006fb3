import type { InspectedRule } from './inspect/inspection.ts';
import type { Judgement } from './judgement.ts';
import type { Evidence, Rule } from './rule.ts';

/** A rule decided by the walk over the records; it has something to judge where there was a record. */
export function inspectedRule(
  id: InspectedRule,
  rule: Omit<Rule, 'id' | 'level' | 'layer' | 'bindings' | 'judge'>,
): Rule {
  return {
    id,
    level: id === 'record.attribute' ? 'recommended' : 'required',
    layer: id.startsWith('value.') ? 'value' : 'record',
    ...rule,
    judge: (evidence) => judgeInspected(id, evidence),
  };
}

function judgeInspected(id: InspectedRule, { inspection, reading }: Evidence): Judgement {
  if (inspection === null || !reading.success) return 'not-reached';
  const { irregularities, records } = inspection;
  const problems = irregularities.length === 0 ? [] : irregularities.filter(({ rule }) => rule === id);
  if (problems.length === 0 && records === 0) return 'not-applicable';
  // What one mistake explains in all records comes before what may be of one.
  return problems.toSorted((a, b) => Number(a.cause === undefined) - Number(b.cause === undefined));
}
