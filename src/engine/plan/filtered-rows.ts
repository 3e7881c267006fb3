import { fullestCalls } from '../../calls/calls.ts';
import { FILTERING, switchesOf } from '../../calls/filtering.ts';
import type { Pools } from '../../calls/pools.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import type { Operation } from '../../contract/model.ts';
import type { ExchangeJudge } from '../../judge/judge.ts';
import { readExchange } from '../../judge/read.ts';
import { profileOf, type RunOptions } from '../../options/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { soapBindings } from '../../rules/rule.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import type { Call, HeaderFields } from '../../wire/soap/call.ts';
import type { Client } from '../send/client.ts';
import { harvest } from './harvest.ts';
import { callSource } from './planned-call.ts';

/** Rows that are tried, and after which a target is left where no switch of the header has changed an answer. */
const [MOST_TRIED, MOST_ALIKE] = [36, 12];

/** All learned from the target before planning: what the walk finds, and what the header's switches change. */
export async function learn(client: Client, options: RunOptions, parse: ExchangeJudge['parse'] = readExchange) {
  const pools = await harvest(client, options, parse);
  let filtered: NonNullable<Pools['filtered']> = {};
  for (const operation of client.contract.operations)
    filtered = { ...filtered, ...(await filteredRows(operation, pools, { client, options, parse })) };
  return { ...pools, filtered };
}

interface Asking {
  readonly client: Client;
  readonly options: RunOptions;
  readonly parse: ExchangeJudge['parse'];
}

/**
 * Rows of values whose answer a switch of the header was seen to change, by the switch: what one excludes
 * is not known, and one row in ten may show it. The versions of SOAP take turns, as one of them may not read a switch.
 */
async function filteredRows(operation: Operation, pools: Pools, asking: Asking): Promise<Pools['filtered']> {
  const { client, options, parse } = asking;
  const { contract } = client;
  const { concurrency } = options.limits;
  const cells = selectedCells(contract, { operations: [operation.name], bindings: options.bindings, cells: null });
  const versions = cells.filter(({ binding }) => soapBindings.includes(binding));
  const [version] = versions;
  if (operation.header === null || version === undefined || !profileOf(options).edges) return {};
  const calls = fullestCalls(callSource(version, contract, { options, pools }));
  const rows = drawOrder(derivedSeed(options.seed, `filtered/${operation.name}`), calls).slice(0, MOST_TRIED);
  const switches = switchesOf(contract).map((name) => [name, { [name]: 'true' }] as const);
  const all = Object.fromEntries(switches.flatMap(([, on]) => Object.entries(on)));
  const seen = new Map<string, Call['values'][]>();
  const tryRow = async (call: Call, place: number): Promise<void> => {
    const cell = versions[place % versions.length] ?? version;
    const answered = async (fields: HeaderFields) =>
      digestOf(parse(await client.call(cell, { ...call, header: { ...call.header, ...fields } }), cell), contract);
    const plain = await answered({});
    const isOther = async (fields: HeaderFields): Promise<boolean> =>
      difference(plain, await answered({ ...FILTERING, ...fields })) !== null;
    if (plain.kind !== 'records' || !(await isOther(all))) return;
    for (const [name, on] of switches) if (await isOther(on)) seen.set(name, [...(seen.get(name) ?? []), call.values]);
  };
  for (let next = 0; next < rows.length && seen.size < switches.length; next += concurrency) {
    if (next >= MOST_ALIKE && seen.size === 0) break;
    await Promise.all(rows.slice(next, next + concurrency).map((call, at) => tryRow(call, next + at)));
  }
  return Object.fromEntries([...seen].map(([name, some]) => [`${operation.name}/${name}`, some] as const));
}
