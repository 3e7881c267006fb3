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
 * A client that judges answers of 200 as they come and keeps the first of each cell that break a rule for the judge of
 * the cells: pre-flight and harvest only read their values.
 */
export function keepingBroken(client: Client, judge: Judge) {
  const kept: EarlyAnswer[] = [];
  const known = new Set<string>();
  let bytes = 0;
  const note = (cell: Cell, call: Call, exchange: Exchange): void => {
    const { outcome } = exchange;
    if (outcome.kind !== 'response' || outcome.response.status !== 200) return;
    const size = outcome.response.body.byteLength;
    if (bytes + size > MOST_BYTES) return;
    const evidence = judge.read({ call, expectation: 'generated', exchange }, cell, true);
    const news = rulesFor(cell, client.contract)
      .filter((rule) => isBroken(judge.judge(rule, evidence)))
      .map(({ id }) => `${id}@${cellName(cell)}`)
      .filter((name) => !known.has(name));
    if (news.length === 0) return;
    for (const name of news) known.add(name);
    bytes += size;
    kept.push({ cell: cellName(cell), call, exchange });
  };
  const call: Client['call'] = async (cell, asked) => {
    const exchange = await client.call(cell, asked);
    note(cell, asked, exchange);
    return exchange;
  };
  return { client: { ...client, call }, kept: kept as readonly EarlyAnswer[] };
}
