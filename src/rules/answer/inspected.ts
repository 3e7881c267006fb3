import { ofAnswers } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import type { Judgement } from '../judgement.ts';
import type { Rule } from '../rule.ts';
import type { InspectedRule } from './inspect/inspection.ts';
import { isRpcEncoded, RPC_ENCODED } from './inspect/mistakes.ts';

/** A rule decided by the walk over the records; it has something to judge where there was a record. */
export function inspectedRule(
  id: InspectedRule,
  rule: Omit<Rule, 'id' | 'level' | 'layer' | 'bindings' | 'checks'>,
): Rule {
  return {
    id,
    level: id === 'record.attribute' ? 'recommended' : 'required',
    layer: id.startsWith('value.') ? 'value' : 'record',
    ...rule,
    checks: ofAnswers((evidence) => judgeInspected(id, evidence)),
  };
}

/** The rules that an answer in SOAP encoding breaks: accessors are in no namespace, and arrays have attributes. */
const OF_ENCODING: readonly InspectedRule[] = ['record.namespace', 'record.attribute'];

function judgeInspected(id: InspectedRule, { inspection, reading }: Evidence): Judgement {
  if (inspection === null || !reading.success) return 'not-reached';
  const { irregularities, hasRecords } = inspection;
  const problems = irregularities.length === 0 ? [] : irregularities.filter(({ rule }) => rule === id);
  if (problems.length === 0 && !hasRecords) return 'not-applicable';
  const rpc = problems.length > 0 && isRpcEncoded(reading.text?.text ?? '') ? { cause: RPC_ENCODED } : {};
  const named = OF_ENCODING.includes(id) ? problems.map((problem) => ({ ...problem, ...rpc })) : problems;
  // What one mistake explains in all records comes before what may be of one.
  return named.toSorted((a, b) => Number(a.cause === undefined) - Number(b.cause === undefined));
}
