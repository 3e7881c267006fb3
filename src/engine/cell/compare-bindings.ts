import { inParallel } from '../../base/in-parallel.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { RunOptions } from '../../options/model.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import type { Comparing } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { isBroken, type Judgement, type Reason } from '../../rules/judgement.ts';
import { comparedWith, NOT_SELECTED } from '../../rules/parity/bindings.ts';
import { DIFFERENCE } from '../../rules/policy.ts';
import { everyBinding, gravestFirst, levelOf, type Rule } from '../../rules/rule.ts';
import { changedFields, digestOf, type Masked } from '../../rules/same-answer.ts';
import { callKey } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { generated, type PlannedCall } from '../plan/planned-call.ts';
import { sendOnce } from '../send/cell-client.ts';
import { type CellContext, contextOf, maskedBetween } from './cell-context.ts';
import { judgedBy, notApplicable, unjudged } from './check-outcome.ts';
import { confirmDifference, plainSide, UNSTABLE } from './experiment.ts';

export interface Comparer {
  readonly rule: Pick<Rule, 'id' | 'level'>;
  readonly comparing: Comparing;
}

/** A cell, then those that it is compared with. */
type Cells = readonly [CellContext, ...CellContext[]];

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
export async function compareBindings(comparer: Comparer, { shared, paired, base }: ComparedCalls, at: CellContext) {
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
    const made = comparing.calls?.(calls.map(({ call }) => call)).map(generated);
    const all = made ?? [...calls, ...(await differingPairs(comparing, paired, cells))];
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

/** The known answer of a cell to a call, sent once. */
async function evidenceOf(planned: PlannedCall, { cell, judge, ownClient }: CellContext): Promise<Evidence> {
  return judge.read({ ...planned, exchange: await ownClient.exchange(planned.call) }, cell, true);
}

/**
 * Compares the answers of the first cell to a call with those of the others. @param shown - how many differences of
 * each kind were confirmed
 */
async function compareCall(
  { rule, comparing }: Comparer,
  planned: PlannedCall,
  cells: Cells,
  shown: Map<string, number>,
): Promise<Judgement | Reason> {
  const [at] = cells;
  const judge = ([own, ...others]: readonly Evidence[]): Judgement =>
    own === undefined ? 'not-applicable' : comparing.judge(own, others, maskedBetween(at));
  const first = judge(await Promise.all(cells.map((one) => evidenceOf(planned, one))));
  if (!isBroken(first)) return first;
  const kind = `${first[0].code} ${levelOf(rule, first)}`;
  if ((shown.get(kind) ?? 0) >= DIFFERENCE.mostOfKind) return 'not-reached';
  const sides = cells.map(({ cell, judge: { read }, ownClient }) =>
    plainSide(planned.call, ownClient, (exchange) => read({ ...planned, exchange }, cell, true)),
  );
  const judgement = await confirmDifference({ rule: rule.id, call: planned.call, sides, judge }, at);
  if (isBroken(judgement)) shown.set(kind, (shown.get(kind) ?? 0) + 1);
  return judgement;
}

/** The calls to which a cell and its one peer give answers that the rule objects to: then all bindings get them. */
async function differingPairs(comparing: Comparing, paired: readonly PlannedCall[], [at, ...peers]: Cells) {
  const differing: PlannedCall[] = [];
  for (const planned of paired) {
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

/** The cells that a cell is compared with: they get its calls even if they are not run themselves. */
export function peersOf(
  cell: Cell,
  { bindings: wanted, cells }: Pick<RunOptions, 'bindings' | 'cells'>,
  comparing: Pick<Comparing, 'against' | 'calls'> = {},
): readonly Cell[] {
  const peers = comparedWith(cell, wanted, comparing).map((binding) => ({ operation: cell.operation, binding }));
  // A write is sent only to the cells that are run.
  return cell.operation.effect === 'read' || cells === null
    ? peers
    : peers.filter((peer) => cells.includes(cellName(peer)));
}

/**
 * Sends the orders of some cells: the one that all get, then one with texts of its own in each, the other way round, so
 * that neither stock that runs out nor servers that take turns look like a binding; then the last ones at once.
 */
export async function sendOrders(cells: readonly CellContext[]) {
  const inOrder = everyBinding.flatMap((binding) => cells.find(({ cell }) => cell.binding === binding) ?? []);
  const rounds: (readonly Evidence[])[] = [];
  for (const [place, round] of [inOrder.toReversed(), inOrder, inOrder].entries()) {
    const answered = new Map<CellContext, Evidence>();
    const atOnce = place < 2 ? 1 : (cells[0]?.plan.options.limits.concurrency ?? 1);
    await inParallel(round, atOnce, async (at) => {
      const { cell, judge, ownClient } = at;
      const order = at.shared(cell)[place];
      if (order === undefined || (place < 2 && order.traits !== undefined)) return;
      const exchange = await sendOnce(order, cell, ownClient);
      answered.set(at, judge.read({ ...order, exchange }, cell, true));
    });
    rounds.push(cells.flatMap((at) => answered.get(at) ?? []));
  }
  return rounds;
}

/** What a rule says of the first two orders of a cell, which are sent no more often than planned. */
async function compareOrders(comparing: Comparing, cells: readonly CellContext[]) {
  const [first = [], second = []] = await sendOrders(cells);
  const changing = changingIn(first, second);
  return [first, second].flatMap(([own, ...peers]) => {
    if (own?.reading.cell.binding !== cells[0]?.cell.binding || own === undefined) return [];
    return [{ planned: own, judgement: comparing.judge(own, peers, new Set(), changing) }];
  });
}

/** The fields in which two orders of a cell are answered differently, of all cells; undefined if that can't be told. */
function changingIn(first: readonly Evidence[], second: readonly Evidence[]): Masked | undefined {
  const fields = first.map(({ contract, reading }) => {
    const other = second.find((one) => one.reading.cell.binding === reading.cell.binding);
    return other ? changedFields(digestOf(reading, contract), digestOf(other.reading, contract)) : null;
  });
  return fields.includes(null) ? undefined : new Set(fields.flatMap((some) => [...(some ?? [])]));
}
