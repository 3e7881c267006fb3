import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { NOTHING_TO_JUDGE, type RuleOutcome } from '../judging/judge.ts';
import type { Counterexample } from '../results/record/finding.ts';
import { profileOf, type RunOptions } from '../results/run-options.ts';
import { comparedWith, NOT_SELECTED } from '../rules/exchanges/bindings.ts';
import type { Judgement, Problem, ReasonCode } from '../rules/judgement.ts';
import type { Probe, Probing } from '../rules/probe.ts';
import { type Comparing, type Evidence, gravestFirst } from '../rules/rule.ts';
import { difference, digestOf } from '../rules/same-answer.ts';
import type { CellClient } from './cell-client.ts';
import { type PlannedCall, requestOf, sharedCalls } from './plan-calls.ts';
import type { Session } from './session.ts';

/** The outcome of a rule that sends requests of its own, and what shows it. */
export interface Probed {
  readonly outcome: Omit<RuleOutcome, 'broken'>;
  readonly shown: Counterexample | null;
}

/** The outcome of one probe; `unstable`: equal reads are answered differently, so there is nothing to compare with. */
type ProbeResult =
  | { readonly kind: 'judged'; readonly problems: readonly Problem[]; readonly exchange: Exchange }
  | { readonly kind: 'not-reached' | 'not-applicable' | 'unstable' };

/**
 * Sends the probes of a rule in a cell. `base`: a call that the cell answers with data, null where there is none.
 * It sends a call again before it blames: a value that changes between equal reads is instability, not a finding.
 */
export async function probeCell(
  probing: Probing,
  base: Call | null,
  cell: Cell,
  session: Session,
  cellClient: CellClient,
): Promise<Probed> {
  if (base === null)
    return unjudged('not-reached', 'no-data', 'no call was answered with data, so there was nothing to vary');
  const probes = some(probing.plan(cell, base, session.contract), session, cell);
  const broken: { readonly probe: Probe; readonly exchange: Exchange; readonly problems: readonly Problem[] }[] = [];
  const kinds: ProbeResult['kind'][] = [];
  for (const probe of probes) {
    if (cellClient.givenUp() !== null) break;
    const result = await tryProbe(probing, probe, cell, session, cellClient);
    kinds.push(result.kind);
    if (result.kind === 'judged' && result.problems.length > 0) broken.push({ ...result, probe });
  }
  const judged = kinds.filter((kind) => kind === 'judged').length;
  const [first, ...rest] = gravestFirst(broken.flatMap(({ problems }) => problems));
  const shown = broken.find(({ problems }) => first !== undefined && problems.includes(first));
  if (first !== undefined && shown !== undefined) {
    const { probe, exchange } = shown;
    const found: Counterexample = { call: probe.call, request: probe.request, exchange, problems: [first, ...rest] };
    return { outcome: { verdict: 'fail', judged, reason: null }, shown: found };
  }
  if (judged > 0) return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  if (kinds.includes('unstable')) return unjudged('inconclusive', 'unstable', 'equal reads are answered differently');
  if (kinds.includes('not-applicable') && !kinds.includes('not-reached')) return notApplicable();
  return unjudged('inconclusive', NOTHING_TO_JUDGE.code, NOTHING_TO_JUDGE.text);
}

/** A rule that the target offers nothing for: no fault, no field that echoes a parameter. */
function notApplicable(): Probed {
  return unjudged('not-applicable', 'nothing-to-judge', 'the target shows nothing that this rule is about');
}

/** A rule that could not be judged, and why. */
export function unjudged(
  verdict: 'inconclusive' | 'not-applicable' | 'not-reached' | 'skipped',
  code: ReasonCode,
  text: string,
): Probed {
  return { outcome: { verdict, judged: 0, reason: { code, text } }, shown: null };
}

async function tryProbe(
  probing: Probing,
  probe: Probe,
  cell: Cell,
  session: Session,
  cellClient: CellClient,
): Promise<ProbeResult> {
  const { contract, client, judge } = session;
  const base = judge.parse(await cellClient.exchange(probe.call), cell);
  const judgeAgainst = (against: typeof base, exchange: Exchange): Judgement =>
    probing.judge(against, judge.parse(exchange, cell), probe, contract);
  const once = await cellClient.send(probe.request(client.context));
  const first = judgeAgainst(base, once);
  if (typeof first === 'string') return { kind: first };
  if (first.length === 0) return { kind: 'judged', problems: first, exchange: once };
  const again = judge.parse(await cellClient.again(probe.call), cell);
  if (difference(digestOf(base, contract), digestOf(again, contract)) !== null) return { kind: 'unstable' };
  const twice = await cellClient.send(probe.request(client.context));
  const second = judgeAgainst(again, twice);
  return typeof second === 'string' ? { kind: second } : { kind: 'judged', problems: second, exchange: twice };
}

/** All probes, or in the quick profile one of them: another in each cell, so that the run still sees them all. */
function some(probes: readonly Probe[], { plan, contract }: Session, cell: Cell): readonly Probe[] {
  if (profileOf(plan.options).everyProbe) return probes;
  const turn = contract.operations.findIndex(({ name }) => name === cell.operation.name);
  const chosen = probes[turn % Math.max(1, probes.length)];
  return chosen === undefined ? [] : [chosen];
}

/**
 * Compares a cell's answers with those of the operation's other bindings to the same calls, and sends them again before it
 * blames: an answer that changes between equal reads can't be compared.
 */
export async function compareBindings(comparing: Comparing, cell: Cell, session: Session): Promise<Probed> {
  const peers = peersOf(cell, session.plan.options, comparing);
  if (peers.length === 0) return unjudged('skipped', NOT_SELECTED.code, NOT_SELECTED.text);
  const broken: Counterexample[] = [];
  let judged = 0;
  let unstable = 0;
  let applies = false;
  for (const planned of sharedCalls(cell, session.contract, session.plan)) {
    const { call } = planned;
    const judgement = await judgeCall(comparing, planned, cell, peers, session);
    applies ||= judgement !== 'not-applicable';
    if (typeof judgement === 'string') continue;
    if (judgement.length > 0 && !(await isStable(call, [cell, ...peers], session))) {
      unstable += 1;
      continue;
    }
    judged += 1;
    const [first, ...rest] = gravestFirst(judgement);
    if (first !== undefined) broken.push(await shownOf(call, cell, session, [first, ...rest]));
  }
  const [first, ...rest] = gravestFirst(broken.flatMap(({ problems }) => problems));
  const shown = broken.find(({ problems }) => problems[0] === first);
  if (first !== undefined && shown !== undefined)
    return { outcome: { verdict: 'fail', judged, reason: null }, shown: { ...shown, problems: [first, ...rest] } };
  if (judged > 0) return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  if (unstable > 0) return unjudged('inconclusive', 'unstable', 'equal reads are answered differently');
  if (!applies) return notApplicable();
  return unjudged('not-reached', 'not-comparable', 'no answer could be compared with another binding');
}

/** The cells that a cell is compared with: they get its calls, whether or not they are among those run. */
export function peersOf(
  cell: Cell,
  { bindings: wanted }: Pick<RunOptions, 'bindings'>,
  comparing: Comparing,
): readonly Cell[] {
  return comparedWith(cell, wanted, comparing).map((binding) => ({ operation: cell.operation, binding }));
}

async function judgeCall(
  comparing: Comparing,
  call: PlannedCall,
  cell: Cell,
  peers: readonly Cell[],
  session: Session,
): Promise<Judgement> {
  const own = await evidenceOf(call, cell, session);
  const others = await Promise.all(peers.map((peer) => evidenceOf(call, peer, session)));
  return comparing.judge(own, others);
}

async function evidenceOf(planned: PlannedCall, cell: Cell, { cellClient, judge }: Session): Promise<Evidence> {
  const exchange = await cellClient(cell).exchange(planned.call);
  return judge.read({ ...planned, exchange }, cell, true);
}

async function isStable(call: Call, cells: readonly Cell[], session: Session): Promise<boolean> {
  const { contract, cellClient, judge } = session;
  const pairs = cells.map(async (cell) => {
    const before = judge.parse(await cellClient(cell).exchange(call), cell);
    const after = judge.parse(await cellClient(cell).again(call), cell);
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
  const exchange = await session.cellClient(cell).exchange(call);
  return { call, request: requestOf(call, cell), exchange, problems };
}
