import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { observedProbe } from '../../rules/observers/observers.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { EarlyAnswer } from '../plan/run-plan.ts';
import type { AnsweredRequest } from '../send/cell-client.ts';
import type { CellContext } from './cell-context.ts';

/** Reads, once each, the answers to all but the planned calls: probes, repeats, and early ones that break a rule. */
export function furtherAnswers(planned: readonly Evidence[], at: CellContext) {
  const { cell, ownClient, judge, plan } = at;
  const known = new Set(planned.map(({ reading }) => reading.exchange));
  const read = new Map<Evidence, AnsweredRequest>();
  const early = (plan.early ?? []).filter((one) => one.cell === cellName(cell));
  let next = 0;
  return (): typeof read => {
    const answers = ownClient.answers();
    const news = [...answers.slice(next), ...early.splice(0).map((one) => sentEarly(one, at))];
    next = answers.length;
    // Rules send side by side: by rule, the order is the same in every run.
    for (const one of news.toSorted(byRule)) {
      const { call, sent, exchange } = one;
      if (known.has(exchange)) continue;
      known.add(exchange);
      const expectation = sent?.undescribed === true || !isDescribed(call, cell) ? 'undescribed' : 'generated';
      // The rule that compares it with the plain call reports that no answer came.
      if (exchange.outcome.kind !== 'response' && expectation === 'generated') continue;
      read.set(judge.read({ call, expectation, exchange, isPlanned: false }, cell, true), one);
    }
    return read;
  };
}

function byRule({ sent: one }: AnsweredRequest, { sent: other }: AnsweredRequest): number {
  return (one?.rule ?? '').localeCompare(other?.rule ?? '');
}

/** An answer from before the cells, with what was sent if that was an observer's variant of the call. */
function sentEarly({ call, exchange, observed }: EarlyAnswer, { cell, contract }: CellContext): AnsweredRequest {
  if (observed === undefined) return { call, sent: null, exchange };
  const { observer, variant } = observed;
  const probe = observedProbe(observer, variant, cell, call, contract);
  if (probe === undefined) throw new Error(`${observer} does not send '${variant}' to ${cellName(cell)}.`);
  return { call, sent: { rule: observer, probe, observed: true, undescribed: true }, exchange };
}

/** False for SOAP without the header that an operation has: the document does not show that. */
function isDescribed({ header }: Call, { operation, binding }: Cell): boolean {
  return operation.header === null || header !== null || !isSoap(binding);
}
