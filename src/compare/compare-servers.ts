import { cellName } from '../contract/cell-name.ts';
import { harvest } from '../engine/harvest.ts';
import { preflight } from '../engine/preflight.ts';
import { identify } from '../engine/wsdl.ts';
import { selectedCells } from '../results/selected-cells.ts';
import { compareCell, notCompared } from './compare-cell.ts';
import { compareObservations } from './compare-observations.ts';
import { type Context, withBoth } from './context.ts';
import type { ComparedCell } from './difference.ts';
import { createGroups } from './groups.ts';
import { downOf, type Unreachable } from './send-calls.ts';

/** The result of comparing two servers. */
export type Compared = Awaited<ReturnType<typeof compareServers>>;

/** Receives the progress of the comparison. */
export interface Listener {
  /** A slow step that has no cells. */
  readonly stage: (what: string) => void;
  readonly compared: (cell: ComparedCell, differences: number, requests: number) => void;
}

/** Which servers can't be reached at all; none if both can, or if it was ended before that was known. */
export async function unreachable({ servers, signal }: Context) {
  const flights = await Promise.all(
    (['a', 'b'] as const).map(async (side) => {
      const { client, options } = servers[side];
      return { side, flight: await preflight(client, options) };
    }),
  );
  if (signal.aborted) return [];
  return flights.flatMap(({ side, flight }) => (flight.kind === 'dead' ? [{ side, trouble: flight.trouble }] : []));
}

/**
 * Compares two servers that can be reached. The values of the calls come from A's answers: A is the old server, and trusted.
 * Both get the same calls, cell after cell; then both are observed where the document is silent.
 * @returns among others how many differences were too many to be kept (`dropped`), and the server that stopped answering
 * midway (`lost`); what was not reached when it was `incomplete` was not compared
 */
export async function compareServers(context: Context, listener: Listener) {
  const { servers, signal, contract } = context;
  const { recorded, values } = servers.a.options;
  if (recorded === undefined) listener.stage('Reading values for the calls from A …');
  const pools = recorded === undefined ? await harvest(servers.a.client, servers.a.options) : { values, rows: [] };
  const groups = createGroups(context);
  const cells: ComparedCell[] = [];
  let lost: Unreachable | null = null;
  for (const cell of selectedCells(contract, servers.a.options)) {
    if (signal.aborted || lost !== null) {
      cells.push(notCompared(cell, 'not-reached'));
      continue;
    }
    const outcome = await compareCell(cell, pools, context, groups);
    cells.push(outcome.compared);
    lost = outcome.lost;
    const requests = servers.a.client.requests() + servers.b.client.requests();
    listener.compared(outcome.compared, groups.differences().length, requests);
  }
  if (context.kinds.includes('observations') && !signal.aborted && lost === null) {
    listener.stage('Comparing what they do where the document is silent …');
    await compareObservations(pools, context, groups);
    lost = downOf(servers);
  }
  const differing = groups.differing();
  const identity = await withBoth(servers, ({ client }) => identify(client));
  return {
    cells: cells.map(
      (cell): ComparedCell => (differing.has(cellName(cell)) ? { ...cell, state: 'different', reason: null } : cell),
    ),
    differences: groups.differences(),
    unstable: groups.unstable(),
    dropped: groups.dropped(),
    identity,
    lost,
    incomplete: signal.aborted || lost !== null || cells.some(({ state }) => state === 'not-reached'),
  };
}
