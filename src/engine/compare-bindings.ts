import { type Call, callKey } from '../bindings/call.ts';
import { requestOf } from '../bindings/request-of.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import { withoutRepeats } from '../generate/calls.ts';
import type { Counterexample } from '../results/record/finding.ts';
import type { RunOptions } from '../results/run-options.ts';
import { comparedWith, NOT_SELECTED } from '../rules/exchanges/bindings.ts';
import type { Judgement, Problems, Reason } from '../rules/judgement.ts';
import { type Comparing, type Evidence, gravestFirst, levelOf, type Rule } from '../rules/rule.ts';
import { difference, digestOf } from '../rules/same-answer.ts';
import { NO_CACHES } from './caches.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import { BESIDE, confirmed, inOrder, isBroken, isKept, maskedBetween, noteChanges, UNSTABLE } from './confirm.ts';
import { inParallel } from './in-parallel.ts';
import { compareOrders } from './orders.ts';
import type { PlannedCall } from './planned-call.ts';
import { judgedBy, notApplicable, type Probed, unjudged } from './probed.ts';

/** A rule that compares bindings. */
export interface Comparer {
  readonly rule: Pick<Rule, 'level'>;
  readonly comparing: Comparing;
}

interface ComparedCalls {
  /** All cells of the operation get them. */
  readonly shared: readonly PlannedCall[];
  /** Only the cell and one other get them. */
  readonly paired: readonly PlannedCall[];
  /** A call that the cell answers with data; null if there is none. */
  readonly base: PlannedCall | null;
}

/**
 * Compares a cell's answers with those of the operation's other bindings to the same calls, and resends them before it
 * reports: an answer that changes between equal reads can't be compared.
 */
export async function compareBindings(
  comparer: Comparer,
  { shared, paired, base }: ComparedCalls,
  at: CellContext,
): Promise<Probed> {
  const { comparing } = comparer;
  const { cell, ownClient, plan } = at;
  const peers = peersOf(cell, plan.options, comparing).map((peer) => contextOf(at, peer));
  if (peers.length === 0) return unjudged('skipped', NOT_SELECTED);
  const cells = [at, ...peers] as const;
  const broken: Counterexample[] = [];
  let judged = 0;
  let unstable = false;
  let applies = true;
  const isShared = base === null || shared.some(({ call }) => callKey(call) === callKey(base.call));
  const calls = isShared ? shared : [...shared, base];
  const shown = new Map<string, number>();
  const compareReads = async () => {
    const differing = await differingPairs(comparing, paired, cells);
    const all = comparing.withoutHeader ? withoutHeader(calls) : [...calls, ...differing];
    return inParallel(all, plan.options.limits.concurrency, async (planned) => {
      return { planned, judgement: await compareCall(comparer, planned, cells, shown) };
    });
  };
  const isWrite = cell.operation.effect === 'write';
  const judgements = isWrite ? await compareOrders(comparing, cells) : await compareReads();
  for (const { planned, judgement } of judgements) {
    // One call that could be compared and shows nothing of the rule's kind is enough; others may be refused.
    applies &&= judgement !== 'not-applicable';
    if (typeof judgement === 'string') continue;
    if ('code' in judgement) {
      unstable = true;
      continue;
    }
    judged += 1;
    if (!isBroken(judgement)) continue;
    const { call } = planned;
    const exchange = await ownClient.exchange(call);
    broken.push({ call, request: requestOf(call, cell), exchange, problems: gravestFirst(judgement) });
  }
  if (judged > 0) return judgedBy(judged, broken);
  if (unstable) return unjudged('inconclusive', UNSTABLE);
  if (judgements.length === 0 || !applies) return notApplicable();
  return unjudged('not-reached', NOT_COMPARABLE);
}

const NOT_COMPARABLE: Reason = { code: 'not-comparable', text: 'no answer could be compared with another binding' };

/** A cell, then those that it is compared with. */
type Cells = readonly [CellContext, ...CellContext[]];

/** The calls to which a cell and its one peer give answers that the rule objects to: then all bindings get them. */
async function differingPairs(comparing: Comparing, paired: readonly PlannedCall[], [at, ...peers]: Cells) {
  const differing: PlannedCall[] = [];
  for (const planned of comparing.withoutHeader ? [] : paired) {
    const peer = peers.find(({ cell }) => cell.binding === planned.peer);
    if (peer === undefined) continue;
    const [own, other] = await Promise.all([evidenceOf(planned, at), evidenceOf(planned, peer)]);
    const masked = maskedBetween(at);
    // Of two answers the rule blames one.
    if (isBroken(comparing.judge(own, [other], masked)) || isBroken(comparing.judge(other, [own], masked)))
      differing.push(planned);
  }
  return differing;
}

async function evidenceOf(planned: PlannedCall, { cell, judge, ownClient }: CellContext): Promise<Evidence> {
  return judge.read({ ...planned, exchange: await ownClient.exchange(planned.call) }, cell, true);
}

/** At most this many calls without a header per cell. */
export const MOST_WITHOUT_HEADER = 8;

function withoutHeader(calls: readonly PlannedCall[]): readonly PlannedCall[] {
  const bare = withoutRepeats(calls.map(({ call }) => ({ ...call, header: null })));
  return bare.slice(0, MOST_WITHOUT_HEADER).map((call) => ({ call, expectation: 'generated' }));
}

/** The cells that a cell is compared with: they get its calls even if they are not run themselves. */
export function peersOf(
  cell: Cell,
  { bindings: wanted, cells }: Pick<RunOptions, 'bindings' | 'cells'>,
  comparing: Pick<Comparing, 'against' | 'withoutHeader'> = {},
): readonly Cell[] {
  const peers = comparedWith(cell, wanted, comparing).map((binding) => ({ operation: cell.operation, binding }));
  // A write is sent only to the cells that are run.
  return cell.operation.effect === 'read' || cells === null
    ? peers
    : peers.filter((peer) => cells.includes(cellName(peer)));
}

/** So many differences of one kind are confirmed in a cell: more would show no more. */
const ENOUGH = 8;

/**
 * Compares the answers of the first cell to a call with those of the others. @param shown - how many differences of each
 * kind were confirmed
 */
async function compareCall(
  { rule, comparing }: Comparer,
  planned: PlannedCall,
  cells: Cells,
  shown: Map<string, number>,
): Promise<Judgement | Reason> {
  const [at] = cells;
  const { call } = planned;
  const answers = (): Promise<readonly Evidence[]> => Promise.all(cells.map((one) => evidenceOf(planned, one)));
  // Cells whose equal reads can't be compared; the others can.
  const unstable = new Set<number>();
  const judgeRound = ([own, ...others]: readonly Evidence[]): Judgement => {
    if (own === undefined) return 'not-applicable';
    const stable = others.filter((_peer, at) => !unstable.has(at + 1));
    return comparing.judge(own, stable, maskedBetween(at));
  };
  /** A difference, if more answers of the cell differ too: one server of several may be late, and answer it at times. */
  const besideMore = async (found: Problems, [, ...others]: readonly Evidence[]): Promise<Judgement | Reason> => {
    for (let times = 0; times < BESIDE; times += 1) {
      const exchange = await at.ownClient.again(call);
      const own = at.judge.read({ ...planned, exchange }, at.cell, true);
      if (!isBroken(judgeRound([own, ...others]))) return UNSTABLE;
    }
    return found;
  };
  const atFirst = judgeRound(await answers());
  if (!isBroken(atFirst)) return atFirst;
  const kind = `${atFirst[0].code} ${levelOf(rule, atFirst)}`;
  if ((shown.get(kind) ?? 0) >= ENOUGH) return 'not-reached';
  return at.ownClient.inTurn(call, async () => {
    for (;;) {
      unstable.clear();
      const start = await answers();
      const isOfResults = start.every(({ reading }) => reading.success);
      let latest = start;
      const repeat = async (turn: number): Promise<readonly Evidence[] | null> => {
        const again = latest.slice();
        for (const place of await inOrder([...cells.keys()], turn, planned, at)) {
          const { cell, judge, ownClient } = cells[place] ?? at;
          const one = judge.read({ ...planned, exchange: await ownClient.again(call) }, cell, true);
          const isSame = noteChanges(start[place]?.reading ?? one.reading, one.reading, at);
          if (!isSame || (isOfResults && isKept(one.reading))) unstable.add(place);
          again[place] = one;
        }
        latest = again;
        return unstable.has(0) || unstable.size === cells.length - 1 ? null : latest;
      };
      const caches = isOfResults ? at.caches : NO_CACHES;
      const found = await confirmed(start, judgeRound, repeat, caches, levelOf(rule, atFirst));
      const judgement = isBroken(found) && isOfResults ? await besideMore(found, latest) : found;
      if (isBroken(judgement)) {
        shown.set(kind, (shown.get(kind) ?? 0) + 1);
        return judgement;
      }
      const isSettled = await settleChanged(call, start, latest, cells);
      if (!isSettled || judgement !== UNSTABLE) return judgement;
    }
  });
}

/** Settles a call in the cells where its first answer did not come again. @returns whether it has another answer now */
async function settleChanged(call: Call, before: readonly Evidence[], after: readonly Evidence[], cells: Cells) {
  let isSettled = false;
  for (const [place, { contract, ownClient }] of cells.entries()) {
    const [was, is] = [before[place]?.reading, after[place]?.reading];
    if (!was || !is || difference(digestOf(was, contract), digestOf(is, contract)) === null) continue;
    if (await ownClient.settle(call, was.exchange)) isSettled = true;
  }
  return isSettled;
}
