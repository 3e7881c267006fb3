import { bindings } from '../bindings/bindings.ts';
import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Counterexample } from '../results/record/finding.ts';
import type { RunOptions } from '../results/run-options.ts';
import { comparableWith } from '../rules/exchanges/bindings.ts';
import type { Judgement } from '../rules/judgement.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { difference, digestOf } from '../rules/same-answer.ts';
import { sharedCalls } from './plan-calls.ts';
import { type Probed, unjudged } from './probe-cell.ts';
import type { Session } from './session.ts';

type Comparing = NonNullable<Rule['comparing']>;

/**
 * Compares a cell's answers with those of the operation's other bindings to the same calls, and asks again before it
 * blames: an answer that changes between equal reads can't be compared.
 */
export async function compareBindings(comparing: Comparing, cell: Cell, session: Session): Promise<Probed> {
  const peers = peersOf(cell, session.plan.options);
  if (peers.length === 0) return unjudged('inconclusive', 'no other binding of this operation was tested');
  const broken: Counterexample[] = [];
  let judged = 0;
  let unstable = 0;
  for (const { call } of sharedCalls(cell, session.contract, session.plan)) {
    const judgement = await judgeCall(comparing, call, cell, peers, session);
    if (typeof judgement === 'string') continue;
    if (judgement.length > 0 && !(await isStable(call, [cell, ...peers], session))) {
      unstable += 1;
      continue;
    }
    judged += 1;
    const [first, ...rest] = judgement;
    if (first !== undefined) broken.push(await shownOf(call, cell, session, [first, ...rest]));
  }
  const [shown] = broken;
  if (shown !== undefined) {
    const [first] = shown.problems;
    const problems = [first, ...broken.flatMap((one) => one.problems)] as const;
    return { outcome: { verdict: 'fail', judged, reason: null }, shown: { ...shown, problems: [...problems] } };
  }
  if (judged > 0) return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  if (unstable > 0) return unjudged('inconclusive', 'equal reads are answered differently');
  return unjudged('not-reached', 'no answer could be compared with another binding');
}

/** The cells that a cell is compared with: they are asked for that, whether or not they are among those run. */
export function peersOf(cell: Cell, { bindings: wanted }: Pick<RunOptions, 'bindings'>): readonly Cell[] {
  return comparableWith(cell)
    .filter((binding) => wanted === null || wanted.includes(binding))
    .map((binding) => ({ operation: cell.operation, binding }));
}

async function judgeCall(
  comparing: Comparing,
  call: Call,
  cell: Cell,
  peers: readonly Cell[],
  session: Session,
): Promise<Judgement> {
  const own = await evidenceOf(call, cell, session);
  const others = await Promise.all(peers.map((peer) => evidenceOf(call, peer, session)));
  return comparing.judge(own, others);
}

async function evidenceOf(call: Call, cell: Cell, { asked, judge }: Session): Promise<Evidence> {
  const exchange = await asked(cell).exchange(call);
  return judge.read({ call, expectation: 'generated', exchange }, cell, true);
}

async function isStable(call: Call, cells: readonly Cell[], session: Session): Promise<boolean> {
  const { contract, asked, judge } = session;
  const pairs = cells.map(async (cell) => {
    const before = judge.parse(await asked(cell).exchange(call), cell);
    const after = judge.parse(await asked(cell).again(call), cell);
    return difference(digestOf(before, contract), digestOf(after, contract)) === null;
  });
  return (await Promise.all(pairs)).every((same) => same);
}

async function shownOf(
  call: Call,
  cell: Cell,
  session: Session,
  problems: Counterexample['problems'],
): Promise<Counterexample> {
  const exchange = await session.asked(cell).exchange(call);
  return { call, request: (context) => bindings[cell.binding].encode(call, context), exchange, problems };
}
