import type { Cell } from '../contract/model.ts';
import type { Finding } from '../results/outcome.ts';
import { type Counterexample, findingId, recordedFinding } from '../results/record/finding.ts';
import { recordExchange } from '../results/record/record-exchange.ts';
import { replayCommand } from '../results/record/reproduce.ts';
import { EMBEDDED } from '../results/run-options.ts';
import type { Rule } from '../rules/rule.ts';
import type { Session } from './session.ts';

/** The finding of a broken rule, complete with what shows it again. Secrets are out of every text of it. */
export function makeFinding(rule: Rule, cell: Cell, shown: Counterexample, session: Session): Finding {
  const { contract, client, plan, redact } = session;
  const exchange = recordExchange(shown.exchange, shown.request, client, plan.baseUrl, redact);
  const target = redact(plan.options.target ?? EMBEDDED);
  const command = replayCommand(plan.resultsPath, findingId(rule.id, cell), target);
  return recordedFinding(rule, cell, { ...shown, exchange }, { contract, redact, command });
}
