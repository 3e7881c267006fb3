import { baseCall, fullestFirst, LIKELY_ROWS, rowCalls } from '../../calls/calls.ts';
import { marksBeside } from '../../calls/near-texts.ts';
import type { CallSource, Pools } from '../../calls/pools.ts';
import { isPlainText } from '../../calls/read-texts.ts';
import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { ExchangeJudge } from '../../judge/judge.ts';
import { readExchange } from '../../judge/read.ts';
import type { RunOptions } from '../../options/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { type Call, free, withoutRepeats } from '../../wire/soap/call.ts';
import { isInteger, isOfType } from '../../wire/soap/canonical-value.ts';
import { type DecodedRecord, decodeRecords, type Listed, valuesAt } from '../../wire/soap/records.ts';
import type { Client } from '../send/client.ts';
import { callSource, newCalls } from './planned-call.ts';

/** Calls that a walk makes per operation, each tried in the bindings until one answers with data. */
export const WALKED_CALLS = 3;
/** Calls with marked values that a walk adds per operation. */
const MARKED = 2;
/** Records that are read per answer. */
const RECORDS = 4;
const MOST_VALUES = 60;
/** Bytes of all answers together after which the walk ends, and after which only their values are kept. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LISTED = 16 * 1024 * 1024;

/** GET and POST return nested lists with content, SOAP may mark them nil: so GET and POST come first. */
const preference: readonly BindingName[] = ['http-get', 'http-post', 'soap11', 'soap12'];

/**
 * Walks the service for real data: values from answers of one operation are sent to the next, those with the fewest
 * parameters first. Its calls do not depend on the selection, so that shards generate alike; none changes state.
 * @param parse - a judge's, which does not parse judged answers again
 */
export async function harvest(client: Client, options: RunOptions, parse: ExchangeJudge['parse'] = readExchange) {
  let pools: Pools = { values: options.values, rows: [] };
  const walk = openWalk(client, options, parse);
  const isFeeding = ({ effect, feeds }: Operation): boolean => effect === 'read' && Object.keys(feeds).length > 0;
  const reads = client.contract.operations.filter(isFeeding);
  for (const operation of reads.toSorted((a, b) => free({ operation: a }).length - free({ operation: b }).length)) {
    if (walk.bytes > MOST_BYTES) break;
    pools = withRows(pools, await rowsFrom(operation, pools, walk));
  }
  const walked = pools.rows.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  const rows = [...walked, ...withNews(walk.offered, pools), ...walk.marked];
  return { values: withRows(pools, rows).values, rows, lists: walk.lists };
}

/** The same lists, requested anew over one binding: data may have changed since, and another may damage it. */
export async function listedAgain(lists: readonly Listed[], first: BindingName, client: Client, options: RunOptions) {
  const order = [first, ...preference.filter((name) => name !== first)];
  const walk = openWalk(client, options, readExchange, order);
  const again = async ({ call }: Listed): Promise<Listed> => {
    const operation = operationNamed(client.contract, call.operation);
    return { call, records: await recordsOf(operation, call, walk) };
  };
  return Promise.all(lists.map(again));
}

/** The rows with a value that neither the pools nor an earlier row has. */
function withNews(rows: readonly Row[], { values }: Pools): readonly Row[] {
  const known = new Map(Object.entries(values).map(([name, some]) => [name, new Set(some)] as const));
  return rows.filter((row) => {
    const news = Object.entries(row).filter(([name, value]) => {
      const some = known.get(name) ?? new Set();
      known.set(name, some);
      return some.size < MOST_VALUES && some.size < some.add(value).size;
    });
    return news.length > 0;
  });
}

type HarvestWalk = ReturnType<typeof openWalk>;

/** @param order - the bindings as they are tried */
function openWalk(client: Client, options: RunOptions, parse: ExchangeJudge['parse'], order = preference) {
  /** Rows of all values in answers, also those that the walk does not continue from. */
  const offered: Row[] = [];
  /** Those of calls with values that some misreadings need: the walk reaches few of them otherwise. */
  const marked: Row[] = [];
  const lists: Listed[] = [];
  return { client, options, parse, order, bytes: 0, offered, marked, lists };
}

async function rowsFrom(operation: Operation, pools: Pools, walk: HarvestWalk): Promise<readonly Row[]> {
  const { client, options } = walk;
  // The rows found last have the most values.
  const latest = { options, pools: { ...pools, rows: pools.rows.toReversed() } };
  const source = callSource({ operation, binding: 'http-get' }, client.contract, latest);
  const first = withoutRepeats([baseCall(source), ...rowCalls(source)]).slice(0, WALKED_CALLS);
  const marked = newCalls(first, markedCalls(first, source, walk));
  const rows = await readRows(first, operation, pools, walk);
  walk.marked.push(...(await readRows(marked, operation, pools, walk, 1)));
  return rows;
}

/** Calls with values that have what those of the first calls lack, and some misreadings need (marksBeside). */
function markedCalls(first: readonly Call[], source: CallSource, { offered, marked }: HarvestWalk): readonly Call[] {
  // Values that it takes, or that its answer goes with.
  const names = [...Object.keys(first[0]?.values ?? {}), ...Object.values(source.operation.feeds).flat()];
  const textOf = (...rows: readonly Row[]): string => rows.flatMap((row) => names.map((name) => row[name])).join('\n');
  const withRowsOf = (rows: readonly Row[]): CallSource => ({ ...source, pools: { ...source.pools, rows } });
  const fullest = fullestFirst(withRowsOf([...offered, ...marked])).pools.rows;
  const rows = marksBeside(textOf(...first.map(({ values }) => values)), fullest, textOf).slice(0, MARKED);
  return rows.length === 0 ? [] : [baseCall(withRowsOf(rows)), ...rowCalls(withRowsOf(rows))];
}

/** The rows in the answers to some calls; the walk keeps their values and lists. @param tries - bindings per call */
async function readRows(calls: readonly Call[], operation: Operation, pools: Pools, walk: HarvestWalk, tries?: number) {
  const { contract } = walk.client;
  const answers = await Promise.all(
    calls.map(async (call) => ({ call, records: await recordsOf(operation, call, walk, tries) })),
  );
  if (walk.bytes <= MOST_LISTED) walk.lists.push(...answers.filter(({ records }) => records.length > 0));
  const rowsIn = (most: number, perList: number): readonly Row[] =>
    answers.flatMap(({ call, records }) =>
      records
        .slice(0, most)
        .flatMap((record) => rowsOf(record, operation, contract, perList))
        .map((row) => ({ ...call.values, ...row })),
    );
  walk.offered.push(...withNews(rowsIn(MOST_VALUES, MOST_VALUES), pools));
  return rowsIn(RECORDS, PER_LIST);
}

/** The records of the first of some selected bindings that answers with any. */
async function recordsOf(operation: Operation, call: Call, walk: HarvestWalk, tries = walk.order.length) {
  const { client, options, parse, order } = walk;
  const { contract } = client;
  const selected = selectedCells(contract, { operations: [operation.name], bindings: options.bindings, cells: null });
  const cells = order.flatMap((name) => selected.find(({ binding }) => binding === name) ?? []);
  for (const cell of cells.slice(0, tries)) {
    if (walk.bytes > MOST_BYTES) return [];
    const { located, response } = parse(await client.call(cell, call), cell);
    walk.bytes += response?.body.byteLength ?? 0;
    if (located.result === null) continue;
    const records = decodeRecords(located.result, cell, contract);
    if (records.length > 0) return records;
  }
  return [];
}

function withRows(pools: Pools, rows: readonly Row[]): Pools {
  const values: Record<string, readonly string[]> = { ...pools.values };
  for (const row of rows) {
    for (const [name, value] of Object.entries(row))
      values[name] = [...new Set([...(values[name] ?? []), value])].slice(0, MOST_VALUES);
  }
  const distinct = new Map([...pools.rows, ...rows].map((row) => [JSON.stringify(row), row] as const));
  return { values, rows: [...distinct.values()].slice(-LIKELY_ROWS) };
}

/** Values that belong together, by parameter. */
type Row = Readonly<Record<string, string>>;

/** Rows per list: enough for variety, few enough to keep a walk short. */
const PER_LIST = 3;

/** The values of a record for parameters of other operations (`feeds`): one row, or several for lists. */
export function rowsOf(record: DecodedRecord, operation: Operation, contract: Contract, perList = PER_LIST) {
  let rows: readonly Row[] = [{}];
  for (const [path, parameters] of Object.entries(operation.feeds)) {
    for (const parameter of parameters) {
      const values = valuesAt(record, path.split('.')).filter(fitting(parameter, contract));
      if (values.length === 0) continue;
      const distinct = [...new Set(values)].slice(0, perList);
      const crossed = rows.flatMap((row) =>
        distinct.map((value) => ({ ...row, [parameter]: row[parameter] ?? value })),
      );
      rows = crossed.slice(0, 2 * perList);
    }
  }
  return rows.filter((row) => Object.keys(row).length > 0);
}

/** Which values can be sent to some operation with a parameter of that name. */
function fitting(parameter: string, { operations }: Contract): (value: string) => boolean {
  const all = operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === parameter));
  const types = [...new Set(all.map(({ type }) => type))];
  return (value) => {
    if (value === '' || value.length > 200 || !isPlainText(value)) return false;
    return types.some((type) => isOfType(value, type) && (!isInteger(type) || /^-?\d+$/.test(value)));
  };
}
