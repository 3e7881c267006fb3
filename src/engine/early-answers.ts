import type { Call } from '../bindings/call.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Judge } from '../judging/judge.ts';
import type { EarlyAnswer } from '../results/run-options.ts';
import { rulesFor } from '../rules/rules.ts';
import type { Client } from './client.ts';
import { isBroken } from './confirm.ts';

/** Bytes of all answers that are kept. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * A client that judges answers as they come and keeps the first of each cell that break a rule for the judge of the
 * cells: pre-flight and harvest only read their values, observers only describe them.
 */
export function keepingBroken(client: Client, judge: Judge) {
  const kept: EarlyAnswer[] = [];
  const known = new Set<string>();
  let bytes = 0;
  const note = (cell: Cell, call: Call, exchange: Exchange, kind: Pick<EarlyAnswer, 'observed'> = {}): void => {
    const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
    if (response === null && kind.observed !== true) return;
    const size = response?.body.byteLength ?? 0;
    if (bytes + size > MOST_BYTES) return;
    const expectation = kind.observed === true ? 'undescribed' : 'generated';
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
    kept.push({ cell: cellName(cell), call, exchange, ...kind });
  };
  const call: Client['call'] = async (cell, asked) => {
    const exchange = await client.call(cell, asked);
    note(cell, asked, exchange);
    return exchange;
  };
  const send: Client['send'] = async (cell, request, signal) => {
    const exchange = await client.send(cell, request, signal);
    const none = { operation: cell.operation.name, values: {}, header: null };
    note(cell, none, { ...exchange, request }, { observed: true });
    return exchange;
  };
  return { client: { ...client, call, send }, kept: kept as readonly EarlyAnswer[] };
}
