import type { Call } from '../bindings/call.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Judge } from '../judging/judge.ts';
import type { EarlyAnswer } from '../results/run-options.ts';
import { rulesFor } from '../rules/rules.ts';
import type { Client } from './client.ts';
import { isBroken } from './confirm.ts';
import type { PlannedObservation } from './observe/observe.ts';

/** Bytes of all answers that are kept. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * A client that judges answers as they come and keeps the first of each cell that break a rule for the judge of the
 * cells: pre-flight and harvest only read their values, observers only describe them (`observed`).
 */
export function keepingBroken(client: Client, judge: Judge) {
  const kept: EarlyAnswer[] = [];
  const known = new Set<string>();
  let bytes = 0;
  const note = (cell: Cell, call: Call, exchange: Exchange, by: Pick<EarlyAnswer, 'observed'> = {}): void => {
    const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
    if (response === null && by.observed === undefined) return;
    const size = response?.body.byteLength ?? 0;
    if (bytes + size > MOST_BYTES) return;
    const expectation = by.observed === undefined ? 'generated' : 'undescribed';
    const evidence = judge.read({ call, expectation, exchange }, cell, true);
    const news = rulesFor(cell, client.contract)
      .filter(
        (rule) => (response?.status === 200 || rule.ofEveryAnswer === true) && isBroken(judge.judge(rule, evidence)),
      )
      .map(({ id }) => `${id}@${cellName(cell)}`)
      .filter((name) => !known.has(name));
    if (news.length === 0) return;
    for (const name of news) known.add(name);
    bytes += size;
    kept.push({ cell: cellName(cell), call, exchange, ...by });
  };
  const call: Client['call'] = async (cell, asked) => {
    const exchange = await client.call(cell, asked);
    note(cell, asked, exchange);
    return exchange;
  };
  /** Judges the answer to an observer. */
  const observed = ({ cell, base, observer, wanted }: PlannedObservation, exchange: Exchange): void =>
    note(cell, base, exchange, { observed: { observer: observer.id, variant: wanted.variant } });
  return { client: { ...client, call }, observed, kept: kept as readonly EarlyAnswer[] };
}
