import type { Pools } from '../../../calls/pools.ts';
import { cellName } from '../../../contract/cell-name.ts';
import type { Cell } from '../../../contract/model.ts';
import { unplannedCalls } from '../../../engine/cell/answer-calls.ts';
import { harvest } from '../../../engine/plan/harvest.ts';
import { planCalls, recordedIn } from '../../../engine/plan/plan-calls.ts';
import { callSource, planned } from '../../../engine/plan/planned-call.ts';
import { firstCalls, preflight } from '../../../engine/plan/preflight.ts';
import { selectedCells, skipReason } from '../../../options/selected-cells.ts';
import { READS_ONLY } from '../../../results/har/recorded-calls.ts';
import { TWO_SERVERS } from '../../../rules/policy.ts';
import type { NetworkError } from '../../../wire/http/exchange.ts';
import type { Side } from '../pairs.ts';
import { createCellTally, notCompared } from './cell-tally.ts';
import { compareDescriptions } from './compare-descriptions.ts';
import { compareObservations } from './compare-observations.ts';
import { type ComparisonContext, recorderOfCall } from './context.ts';
import { fullnessOf, hasData } from './diff-answers.ts';
import type { ComparedCell } from './difference.ts';
import { createFirstCauses, type FirstCauses } from './first-causes.ts';
import { createGroups, type Groups } from './groups.ts';
import { recheckCell } from './recheck-cell.ts';
import { openRecordedSide, type RecordedSide } from './recorded-side.ts';
import { downOf, gatherPairs, givenUpIn, sendCalls } from './send-calls.ts';
import type { SeenElsewhere } from './stability.ts';

export type ComparedServers = Awaited<ReturnType<typeof compareServers>>;

const CUT_SHORT = 'the comparison ended before';

/** Network errors that show that nothing listens at an address. */
const NOBODY: ReadonlySet<NetworkError['kind']> = new Set(['refused', 'unresolved']);

/** Gets the progress of the comparison: slow steps, and each cell. */
interface Listener {
  readonly stage: (what: string) => void;
  readonly compared: (cell: ComparedCell, differences: number, requests: number) => void;
}

/** Which servers can't be reached at all; none if both can, or if it was ended before that was known. */
export async function unreachable({ servers, contract, signal }: ComparisonContext) {
  const sides = (['a', 'b'] as const).filter((side) => servers[side].recording === undefined);
  const { recorded } = servers.a.options;
  // What nobody recorded is not sent.
  const cells = recorded?.calls.map(({ call, binding }) => cellName({ operation: call.operation, binding })) ?? null;
  const optionsOf = (side: Side) => ({ ...servers[side].options, cells });
  // Where nothing listens at one of them, the other gets only this call.
  const calls = firstCalls(contract, optionsOf('a')).slice(0, 1);
  const tried = sides.flatMap((side) =>
    calls.map(async ({ cell, call }) => ({ side, outcome: (await servers[side].client.call(cell, call)).outcome })),
  );
  const away = (await Promise.all(tried)).flatMap(({ side, outcome }) =>
    outcome.kind === 'trouble' && NOBODY.has(outcome.trouble.kind) ? [{ side, trouble: outcome.trouble }] : [],
  );
  if (away.length > 0 && !signal.aborted) return away;
  const flights = await Promise.all(
    sides.map(async (side) => ({ side, flight: await preflight(servers[side].client, optionsOf(side)) })),
  );
  if (signal.aborted) return [];
  return flights.flatMap(({ side, flight }) => (flight.kind === 'dead' ? [{ side, trouble: flight.trouble }] : []));
}

/** Sends both servers the calls that are made from A's answers, cell by cell, then observes both. */
export async function compareServers(context: ComparisonContext, listener: Listener) {
  const { servers, signal, contract } = context;
  const { recorded, values } = servers.a.options;
  if (recorded === undefined) listener.stage('Reading values for the calls from A …');
  const pools = recorded === undefined ? await harvest(servers.a.client, servers.a.options) : { values, rows: [] };
  const groups = createGroups(context);
  const causes = createFirstCauses(context);
  const elsewhere: SeenElsewhere = new Set();
  const { recording } = servers.a;
  if (recording !== undefined) listener.stage('Reading what changes by itself in the recording …');
  const recordedSide = recording === undefined ? null : await openRecordedSide(recording, context, groups);
  const cells: ComparedCell[] = [];
  for (const cell of selectedCells(contract, servers.a.options)) {
    if (signal.aborted || downOf(servers) !== null) {
      cells.push(notCompared(cell, 'not-reached', CUT_SHORT));
      continue;
    }
    const compared = await compareCell(cell, pools, context, { groups, causes, elsewhere }, recordedSide);
    cells.push(compared);
    const requests = servers.a.client.requests() + servers.b.client.requests();
    listener.compared(compared, groups.differences().length, requests);
  }
  let unobserved = 0;
  if (context.kinds.includes('observations') && !signal.aborted && downOf(servers) === null) {
    listener.stage('Comparing what they do where the document is silent …');
    unobserved = await compareObservations(pools, context, groups);
  }
  const identity = await compareDescriptions(context, groups);
  const lost = downOf(servers);
  const differing = groups.differing();
  return {
    cells: cells.map(
      (cell): ComparedCell => (differing.has(cellName(cell)) ? { ...cell, state: 'different', reason: null } : cell),
    ),
    differences: groups.differences(),
    unstable: groups.unstable(),
    dropped: groups.dropped(),
    unobserved,
    identity,
    firstCauses: causes.sentences(),
    lost,
    incomplete: signal.aborted || lost !== null || cells.some(({ state }) => state === 'not-reached'),
  };
}

/** Collects the differences of a cell. */
async function compareCell(
  cell: Cell,
  pools: Pools,
  context: ComparisonContext,
  { groups, causes, elsewhere }: Readonly<{ groups: Groups; causes: FirstCauses; elsewhere: SeenElsewhere }>,
  recordedSide: RecordedSide | null,
): Promise<ComparedCell> {
  const { options } = context.servers.a;
  const skipped = skipReason(cell, options);
  const isAsRecorded = options.recorded?.traffic.asRecorded === true;
  if (skipped !== null) return notCompared(cell, 'skipped', isAsRecorded ? READS_ONLY : skipped.text);
  // Recorded calls replace generated ones.
  const recorded = options.recorded === undefined ? null : recordedIn(cell, options);
  if (recorded?.length === 0) return notCompared(cell, 'skipped', 'no call to it that can be sent was recorded');
  const sent = recorded === null ? await sendGenerated(cell, pools, context) : await sendCalls(recorded, cell, context);
  const isDown = downOf(context.servers) !== null;
  const left = givenUpIn(cell, context.servers);
  if (sent.length === 0 && !isDown && left !== null)
    return notCompared(cell, 'nothing-compared', `${left.side.toUpperCase()}: ${left.message}`);
  if (sent.length === 0 || isDown || context.signal.aborted) return notCompared(cell, 'not-reached', CUT_SHORT);
  const pairs = gatherPairs(sent, cell, context);
  causes.note(pairs, cell);
  const tally = createCellTally(cell, context, elsewhere, TWO_SERVERS, recordedSide?.varying(cell));
  for (const { pair, found } of await recheckCell(pairs, cell, tally, context, recordedSide)) {
    const { planned, exchanges } = pair;
    const record = recorderOfCall(planned, cell, exchanges, context);
    const shown = recordedSide?.shown(planned, cell, exchanges) ?? { record };
    const seen = { cell, call: planned.call, exchanges, fullness: fullnessOf(pair.evidence), ...shown };
    for (const one of found) groups.add(one, seen);
  }
  return tally.compared();
}

/** Sends the generated calls of a cell; while none is answered with data, further ones too. */
async function sendGenerated(cell: Cell, pools: Pools, context: ComparisonContext) {
  const { options } = context.servers.a;
  const isWrite = cell.operation.effect === 'write';
  const calls = planCalls(cell, context.contract, { options, pools });
  // Calls are compared in plain form: one also planned in another spelling is sent once.
  const plain = calls.filter(({ traits }) => traits === undefined || isWrite);
  const sent = await sendCalls(plain, cell, context);
  const answersData = (): boolean => gatherPairs(sent, cell, context).some(({ evidence }) => hasData(evidence));
  const source = callSource(cell, context.contract, { options, pools });
  const left = isWrite ? [] : unplannedCalls(calls, source).map((call) => planned(call, source));
  while (left.length > 0 && !answersData() && givenUpIn(cell, context.servers) === null && !context.signal.aborted)
    sent.push(...(await sendCalls(left.splice(0, options.limits.concurrency), cell, context)));
  return sent;
}
