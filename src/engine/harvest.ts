import type { Call } from '../bindings/call.ts';
import { type Decoded, type DecodedRecord, decodeRecords } from '../bindings/records.ts';
import type { BindingName, Contract, Operation, Parameter } from '../contract/model.ts';
import { baseCall, rowCalls, withoutRepeats } from '../generate/calls.ts';
import type { Pools } from '../generate/pools.ts';
import { isPlainText } from '../generate/values.ts';
import { readExchange } from '../judging/read.ts';
import type { RunOptions } from '../results/run-options.ts';
import { selectedCells } from '../results/selected-cells.ts';
import type { Client } from './client.ts';
import { callSource } from './plan-calls.ts';

/** Calls of one operation that a walk makes. */
const WIDTH = 3;
/** Records of one answer that are looked at. */
const RECORDS = 4;
/** Values kept per parameter, and rows kept in all. */
const MOST_VALUES = 20;
const MOST_ROWS = 40;
/** Bytes of all answers together, beyond which it is not worth walking further. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Nested lists come with content over GET and POST, while SOAP may mark them nil: so these come first. */
const preference: readonly BindingName[] = ['http-get', 'http-post', 'soap11', 'soap12'];

/**
 * Walks the service to reach real data with nothing configured but credentials: what one operation answers is sent to
 * the next (year, make, model, submodel, base vehicle, images). Operations with the fewest parameters come first. It makes the
 * same calls whatever operations are selected, so that shards generate alike, and no call that changes state.
 */
export async function harvest(client: Client, options: RunOptions): Promise<Pools> {
  let pools: Pools = { values: options.values, rows: [] };
  const read: Read = { bytes: 0 };
  const reads = client.contract.operations.filter(({ effect }) => effect === 'read');
  for (const operation of reads.toSorted((a, b) => parametersOf(a) - parametersOf(b))) {
    if (read.bytes > MOST_BYTES) break;
    const rows = await walk(client, operation, options, pools, read);
    pools = withRows(pools, rows);
  }
  return { ...pools, rows: pools.rows.toSorted((a, b) => size(b) - size(a)) };
}

function parametersOf({ parameters }: Operation): number {
  return parameters.filter(({ credential }) => !credential).length;
}

function size(row: Row): number {
  return Object.keys(row).length;
}

/** What the walk has read so far. */
interface Read {
  bytes: number;
}

async function walk(
  client: Client,
  operation: Operation,
  options: RunOptions,
  pools: Pools,
  read: Read,
): Promise<readonly Row[]> {
  const source = callSource({ operation, binding: 'http-get' }, client.contract, options, pools);
  // The rows found last know the most.
  const latest = { ...source, pools: { ...source.pools, rows: source.pools.rows.toReversed() } };
  const calls = withoutRepeats([baseCall(latest), ...rowCalls(latest)]).slice(0, WIDTH);
  const answers = await Promise.all(calls.map((call) => recordsOf(client, operation, call, options, read)));
  return answers.flatMap((records, index) =>
    records
      .slice(0, RECORDS)
      .flatMap((record) =>
        rowsOf(record, operation, client.contract).map((row) => ({ ...calls[index]?.values, ...row })),
      ),
  );
}

/** The records of the first selected binding that answers with any. */
async function recordsOf(
  client: Client,
  operation: Operation,
  call: Call,
  options: RunOptions,
  read: Read,
): Promise<readonly DecodedRecord[]> {
  const { contract } = client;
  const cells = selectedCells(contract, { operations: [operation.name], bindings: options.bindings, cells: null });
  for (const binding of preference) {
    const cell = cells.find((candidate) => candidate.binding === binding);
    if (cell === undefined) continue;
    if (read.bytes > MOST_BYTES) return [];
    const { located, response } = readExchange(await client.call(cell, call), cell);
    read.bytes += response?.body.byteLength ?? 0;
    if (located.result === null) continue;
    const records = decodeRecords(located.result, operation, contract);
    if (records.length > 0) return records;
  }
  return [];
}

function withRows(pools: Pools, rows: readonly Row[]): Pools {
  const values: Record<string, readonly string[]> = { ...pools.values };
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      values[name] = [...new Set([...(values[name] ?? []), value])].slice(0, MOST_VALUES);
    }
  }
  const distinct = new Map([...pools.rows, ...rows].map((row) => [JSON.stringify(row), row] as const));
  return { values, rows: [...distinct.values()].slice(-MOST_ROWS) };
}

/** Values that belong together, by parameter. */
export type Row = Readonly<Record<string, string>>;

/** A list gives this many rows: enough for variety, few enough to keep a walk short. */
const PER_LIST = 3;

/**
 * What a record says about parameters of other operations, as the operation's spec has it in `feeds`: one row, or
 * several where a list holds several values. Values that the parameter's type can't hold are left out.
 */
export function rowsOf(record: DecodedRecord, operation: Operation, contract: Contract): readonly Row[] {
  let rows: readonly Row[] = [{}];
  for (const [path, parameters] of Object.entries(operation.feeds)) {
    for (const parameter of parameters) {
      const values = valuesAt(record, path.split('.')).filter((value) => fits(value, parameter, contract));
      if (values.length === 0) continue;
      rows = crossed(rows, parameter, [...new Set(values)].slice(0, PER_LIST));
    }
  }
  return rows.filter((row) => Object.keys(row).length > 0);
}

function crossed(rows: readonly Row[], parameter: string, values: readonly string[]): readonly Row[] {
  return rows
    .flatMap((row) => values.map((value) => ({ ...row, [parameter]: row[parameter] ?? value })))
    .slice(0, 2 * PER_LIST);
}

function valuesAt(value: Decoded | undefined, path: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return path.length === 0 ? [value] : [];
  if (isList(value)) return value.flatMap((item) => valuesAt(item, path));
  const [field, ...rest] = path;
  return field === undefined ? [] : valuesAt(value[field], rest);
}

function isList(value: Decoded): value is readonly Decoded[] {
  return Array.isArray(value);
}

/** True for a value that every operation with a parameter of that name can be sent. */
function fits(value: string, parameter: string, contract: Contract): boolean {
  if (value === '' || value.length > 200 || !isPlainText(value)) return false;
  const types = contract.operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === parameter));
  return types.every((type) => holds(type, value));
}

function holds({ type }: Parameter, value: string): boolean {
  if (type === 'string') return true;
  if (!/^-?\d{1,18}$/.test(value)) return false;
  return type === 'long' || Math.abs(Number(value)) < 2 ** 31;
}
