import { bindings } from '../bindings/bindings.ts';
import type { Cell } from '../contract/model.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import type { RecordedCall } from './outcome.ts';
import { MOST_BODY, recordExchange } from './record-exchange.ts';
import { redactedCall } from './redact.ts';
import type { Session } from './session.ts';

/** Exchanges of one cell that results keep, at most. */
const MOST_KEPT = 8;

/**
 * The exchanges that show what was judged in a cell, for results.json: in the order asked, each one that adds a field
 * seen with a value or a rule judged. The first is kept always: it is asked in every binding, so the four compare.
 */
export function keptExchanges(all: readonly Evidence[], cell: Cell, rules: readonly Rule[], session: Session) {
  const shown = new Set<string>();
  const kept: RecordedCall[] = [];
  for (const evidence of all) {
    if (kept.length === MOST_KEPT) break;
    const news = newsIn(evidence, rules, shown);
    if ((news.length === 0 && kept.length > 0) || tooLarge(evidence)) continue;
    for (const one of news) shown.add(one);
    kept.push(recorded(evidence, cell, session));
  }
  return kept;
}

/** What an exchange shows that none before did. */
function newsIn(evidence: Evidence, rules: readonly Rule[], shown: ReadonlySet<string>): readonly string[] {
  const fields = [...(evidence.inspection?.seen ?? [])].filter((path) => !shown.has(path));
  const judged = rules.filter(({ id, judge }) => !shown.has(id) && typeof judge(evidence) !== 'string');
  return [...fields, ...judged.map(({ id }) => id)];
}

/** A body that would be cut can't be judged again. */
function tooLarge({ reading }: Evidence): boolean {
  return (reading.response?.body.byteLength ?? 0) > MOST_BODY;
}

function recorded(evidence: Evidence, cell: Cell, { client, plan, redact }: Session): RecordedCall {
  const { call, expectation, reading } = evidence;
  const request = bindings[cell.binding].encode;
  const exchange = recordExchange(reading.exchange, (context) => request(call, context), client, plan.baseUrl, redact);
  return {
    operation: cell.operation.name,
    binding: cell.binding,
    call: redactedCall(call, redact),
    expectation,
    exchange,
  };
}
