import type { Exchange } from '../exchange/exchange.ts';
import type { Recording } from '../results/record/recordings.ts';
import { credentialVariables } from '../results/record/redact.ts';
import type { Judgement } from '../rules/judgement.ts';
import type { Evidence, Layer, Rule } from '../rules/rule.ts';

/** Layers whose rules look at values, where what stands for a secret is not what the target sent. */
const ofValues: ReadonlySet<Layer> = new Set(['record', 'value', 'schema']);
const placeholders = [...Object.values(credentialVariables), '***'];

/** Rules as they can be held against recordings: silent where what was recorded does not suffice to judge. */
export function offlineRules(rules: readonly Rule[], recordings: readonly Recording[]): readonly Rule[] {
  const silent = new Map<Exchange, ReadonlyMap<string, string>>(
    recordings.map((one) => [one.exchange, one.silent] as const),
  );
  const judgeWith = (rule: Rule, evidence: Evidence): Judgement => {
    if (silent.get(evidence.reading.exchange)?.has(rule.id) === true) return 'not-applicable';
    const judgement = rule.judge(evidence);
    return ofValues.has(rule.layer) ? withoutMasked(judgement) : judgement;
  };
  return rules.map((rule) => ({ ...rule, judge: (evidence) => judgeWith(rule, evidence) }));
}

/** What stands for a secret may be no int where the secret was one: nobody knows whether the answer was right there. */
function withoutMasked(judgement: Judgement): Judgement {
  if (typeof judgement === 'string' || judgement.length === 0) return judgement;
  const sure = judgement.filter(({ actual }) => !placeholders.some((one) => actual.includes(one)));
  return sure.length === 0 ? 'not-applicable' : sure;
}
