import { grouped } from '../../base/group-by.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { RunOptions } from '../../options/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { type ExchangeOutcome, isRefused, type NetworkError } from '../../wire/http/exchange.ts';
import { type Call, free, withValue } from '../../wire/soap/call.ts';
import { type Client, SILENT } from '../send/client.ts';
import { foreign } from '../send/outages.ts';
import { drawnFor } from './drawn-for.ts';
import { rightCall } from './planned-call.ts';

type NoAnswer = Extract<ExchangeOutcome, { kind: 'trouble' }>;
/** What came of a call. No body is kept: together they may be large. */
type Reply = NoAnswer | 'refused' | 'page' | 'answered';

/** Network errors that leave nothing to judge; a target that answers badly is judged. */
const DEAD: ReadonlySet<NetworkError['kind']> = new Set([...SILENT, 'aborted']);

/** Milliseconds between two tries where every first call gets a web page. */
const FIRST_PAUSE = 250;
const LAST_PAUSE = 4_000;

/** This many cells are called before a target counts as dead: a few, all at once, so that it takes one time limit. */
const FIRST = 4;

/**
 * Calls each selected cell once. A target that answers none of the first few can't be reached; if it closes
 * connections, all cells are called, and if it is too slow, other operations. @returns `refused`: every call was, also
 * those without values; `started`: the first answers were pages of a server that starts
 */
export async function preflight(client: Client, options: RunOptions) {
  const cells = readCells(client.contract, options);
  const spread = spreadOver(cells);
  const rest = cells.filter((cell) => !spread.includes(cell));
  let first = await sendFirst(client, spread, options);
  // A server that starts may show a page that says so.
  let started = false;
  for (let pause = FIRST_PAUSE; pause <= LAST_PAUSE && first.every((one) => one === 'page'); pause *= 2) {
    client.hold(pause);
    first = await sendFirst(client, spread, options);
    started = !first.includes('page');
  }
  const error = errorOfAll(first);
  if (error === null) {
    const drawn = drawOrder(derivedSeed(options.seed, 'pre-flight'), rest);
    const others = await sendFirst(client, drawn, options, variedCall);
    const isWithoutValues = cells.some((cell) => free(cell).length === 0);
    const refused = isWithoutValues && [...first, ...others].every((one) => one === 'refused');
    return { kind: 'answers', started, refused } as const;
  }
  const kinds = new Set(first.flatMap((one) => (typeof one === 'string' ? [] : one.trouble.kind)));
  if (!kinds.has('closed') && !kinds.has('timeout')) return { kind: 'dead', trouble: error } as const;
  const witnesses = kinds.has('closed') ? [...rest, ...spread] : otherCells(spread, client.contract, options);
  const all = await sendFirst(client, witnesses, options);
  const answers = { kind: 'answers', started, refused: false } as const;
  return errorOfAll(all) === null ? answers : ({ kind: 'dead', trouble: error } as const);
}

/** The first error if every call failed, timeouts too; null if one was answered, if only in part. */
function errorOfAll(all: readonly Reply[]): NetworkError | null {
  const isDead = ({ trouble: { kind }, begun }: NoAnswer) => DEAD.has(kind) && (kind !== 'closed' || begun !== true);
  const errors = all.flatMap((one) => (typeof one !== 'string' && isDead(one) ? [one.trouble] : []));
  return errors.length === all.length ? (errors[0] ?? null) : null;
}

/** The calls that show whether a target is there: few, and none that changes state. */
export function firstCalls(contract: Contract, options: RunOptions) {
  return spreadOver(readCells(contract, options)).map((cell) => ({ cell, call: firstCall(cell, contract, options) }));
}

function readCells(contract: Contract, options: RunOptions): readonly Cell[] {
  const reads = (operations: RunOptions['operations']): readonly Cell[] =>
    selectedCells(contract, { ...options, operations }).filter(({ operation }) => operation.effect === 'read');
  // If only writes are selected, other reads show whether the target is there.
  const selected = reads(options.operations);
  return selected.length > 0 ? selected : reads(null);
}

/** A few cells of other operations than those called first, unselected before selected ones; else the same again. */
function otherCells(first: readonly Cell[], contract: Contract, options: RunOptions): readonly Cell[] {
  const called = new Set(first.map(({ operation }) => operation));
  const all = readCells(contract, { ...options, operations: null });
  const others = all.filter(({ operation }) => !called.has(operation));
  return others.length > 0 ? spreadOver(others) : first;
}

/** Spread over operations and bindings, so that one missing binding or one slow operation is not taken for all. */
export function spreadOver(cells: readonly Cell[]): readonly Cell[] {
  const groups = grouped(cells, ({ binding }) => binding);
  const spread = Array.from({ length: FIRST }, (_, turn) => {
    const group = groups[turn % groups.length] ?? [];
    return group[Math.floor((turn * group.length) / FIRST)];
  });
  return [...new Set(spread.filter((cell) => cell !== undefined))];
}

async function sendFirst(client: Client, cells: readonly Cell[], options: RunOptions, callOf = firstCall) {
  const send = async (cell: Cell): Promise<Reply> => {
    const { outcome } = await client.call(cell, callOf(cell, client.contract, options));
    if (outcome.kind === 'trouble') return outcome;
    if (isRefused(outcome)) return 'refused';
    return outcome.response.status === 200 && foreign(outcome) !== null ? 'page' : 'answered';
  };
  return Promise.all(cells.map(send));
}

function firstCall(cell: Cell, contract: Contract, options: RunOptions) {
  return rightCall(cell, contract, { options, pools: { values: options.values, rows: [] } });
}

/** With an invented value of another parameter in each binding but the first: finds servers that cache without it. */
function variedCall(cell: Cell, contract: Contract, options: RunOptions): Call {
  const call = firstCall(cell, contract, options);
  const own = free(cell);
  const at = bindingNames.indexOf(cell.binding) - 1;
  const parameter = at < 0 ? undefined : own[at % own.length];
  if (parameter === undefined) return call;
  const { word, number } = drawnFor(cell, { options });
  const { name, type } = parameter;
  return withValue(call, parameter, type === 'string' ? word(name) : number(name));
}
