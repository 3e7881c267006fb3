import type { Call } from '../bindings/call.ts';
import type { ParsedResponse } from '../bindings/parsed-response.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { NOTHING_TO_JUDGE, type RuleOutcome } from '../judging/judge.ts';
import type { Counterexample } from '../results/record/finding.ts';
import { profileOf, type RunOptions } from '../results/run-options.ts';
import { comparedWith, NOT_SELECTED } from '../rules/exchanges/bindings.ts';
import type { Judgement, Problem, Reason, ReasonCode } from '../rules/judgement.ts';
import type { Probe, Probing } from '../rules/probe.ts';
import { type Comparing, type Evidence, gravestFirst, type Rule } from '../rules/rule.ts';
import { changedFields, difference, digestOf, type Masked } from '../rules/same-answer.ts';
import type { CellClient } from './cell-client.ts';
import { drawnFor, type PlannedCall, requestOf, sharedCalls } from './plan-calls.ts';
import type { Session } from './session.ts';

/** The outcome of a rule that sends requests of its own, and what shows it. */
export interface Probed {
  readonly outcome: Omit<RuleOutcome, 'broken'>;
  readonly shown: Counterexample | null;
}

/** How often what differs is sent, in turns with what it differs from, before it is a finding. */
const ROUNDS = 3;

/** Equal reads are answered with other records or in other fields throughout, so there is nothing to compare with. */
const UNSTABLE: Reason = { code: 'unstable', text: 'equal reads are answered differently' };

/**
 * What a rule says of answers. Where it objects, everything is sent again: what it objects to each time counts.
 * @param repeat - sends again, in the other order where it says so: two servers that take turns would look like a difference.
 *   Null where equal reads can't be compared
 */
async function confirmed<Round>(
  first: Round,
  judge: (round: Round) => Judgement | Reason,
  repeat: (reversed: boolean) => Promise<Round | null>,
): Promise<Judgement | Reason> {
  const rounds = [first];
  for (;;) {
    // Each round anew: fields that were found to change meanwhile are left out.
    const judgements = rounds.map(judge);
    const [shown = []] = judgements;
    const calm = judgements.find((judgement) => !isBroken(judgement));
    if (calm !== undefined || rounds.length === ROUNDS) return calm ?? shown;
    const next = await repeat(rounds.length === ROUNDS - 1);
    if (next === null) return UNSTABLE;
    rounds.push(next);
  }
}

function isBroken(judgement: Judgement | Reason): judgement is readonly Problem[] {
  return Array.isArray(judgement) && judgement.length > 0;
}

const NONE: Masked = new Set();

/** The fields of a cell's operation that were seen to change between equal reads. */
function maskedIn({ operation }: Cell, { changing }: Session): Masked {
  return changing.get(operation.name) ?? NONE;
}

/** Notes in which fields two answers to equal reads differ; false where they can't be compared at all. */
function noteChanges(before: ParsedResponse, after: ParsedResponse, session: Session): boolean {
  const { contract, changing } = session;
  const known = maskedIn(before.cell, session);
  const changed = changedFields(digestOf(before, contract), digestOf(after, contract), known);
  if (changed !== null && changed !== known) changing.set(before.cell.operation.name, changed);
  return changed !== null;
}

/**
 * Sends the probes of a rule in a cell. `base`: a call that the cell answers with data, null where there is none.
 * A value that changes between equal reads is no finding.
 */
export async function probeCell(
  sender: { readonly rule: Rule; readonly probing: Probing },
  base: Call | null,
  cell: Cell,
  session: Session,
  cellClient: CellClient,
): Promise<Probed> {
  if (base === null)
    return unjudged('not-reached', 'no-data', 'no call was answered with data, so there was nothing to vary');
  const probes = some(sender.probing.plan(cell, base, session.contract, drawnFor(cell, session.plan)), session, cell);
  const broken: { readonly probe: Probe; readonly exchange: Exchange; readonly problems: readonly Problem[] }[] = [];
  const others: (string | Reason)[] = [];
  let judged = 0;
  const judge = async (probe: Probe): Promise<void> => {
    if (cellClient.givenUp() !== null) return;
    const { judgement, exchange } = await tryProbe(sender, probe, cell, session, cellClient);
    if (typeof judgement === 'string' || 'code' in judgement) {
      others.push(judgement);
      return;
    }
    judged += 1;
    if (judgement.length === 0) return;
    // What differs with all of its parts is put down to those that differ alone, or to all together.
    const before = broken.length;
    for (const part of probe.parts ?? []) await judge(part);
    if (broken.length === before) broken.push({ probe, exchange, problems: judgement });
  };
  for (const probe of probes) await judge(probe);
  const [first, ...rest] = gravestFirst(broken.flatMap(({ problems }) => problems));
  const shown = broken.find(({ problems }) => first !== undefined && problems.includes(first));
  if (first !== undefined && shown !== undefined) {
    const { probe, exchange } = shown;
    const found: Counterexample = { call: probe.call, request: probe.request, exchange, problems: [first, ...rest] };
    return { outcome: { verdict: 'fail', judged, reason: null }, shown: found };
  }
  if (judged > 0) return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  const why = others.find((one) => typeof one !== 'string');
  if (why !== undefined) return unjudged('inconclusive', why.code, why.text);
  if (others.includes('not-applicable') && !others.includes('not-reached')) return notApplicable();
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

/** The answer to a probe's call as it stands, and the one to the probe. */
interface ProbeRound {
  readonly base: Exchange;
  readonly answer: Exchange;
}

async function tryProbe(
  { rule, probing }: { readonly rule: Rule; readonly probing: Probing },
  probe: Probe,
  cell: Cell,
  session: Session,
  cellClient: CellClient,
): Promise<{ readonly judgement: Judgement | Reason; readonly exchange: Exchange }> {
  const { contract, judge } = session;
  const send = (): Promise<Exchange> => cellClient.send(probe, probing.described === true ? rule.id : null);
  const base = await cellClient.exchange(probe.call);
  const first = { base, answer: await send() };
  const control = probe.control && (await cellClient.send({ ...probe, request: probe.control }, null));
  const controlled = control === undefined ? null : judge.parse(control, cell);
  const judgeRound = (round: ProbeRound): Judgement | Reason => {
    const limit = limitOf(round.answer) ?? limitOf(round.base);
    if (limit !== null) return limit;
    const [mine, other] = [judge.parse(round.base, cell), judge.parse(round.answer, cell)];
    return probing.judge(mine, other, probe, contract, maskedIn(cell, session), controlled);
  };
  let latest = first;
  const judgement = await confirmed(first, judgeRound, async (reversed) => {
    const early = reversed ? await send() : null;
    const again = await cellClient.again(probe.call);
    const answer = early ?? (await send());
    const agrees = noteChanges(judge.parse(base, cell), judge.parse(again, cell), session);
    latest = { base: again, answer };
    return agrees ? latest : null;
  });
  if (latest !== first && !isBroken(judgement)) await steady(probe.call, cellClient);
  return { judgement, exchange: first.answer };
}

/** That an answer ran into a limit of the run, which says nothing of the target; null where it did not. */
function limitOf({ outcome }: Exchange): Reason | null {
  if (outcome.kind === 'response' || !['timeout', 'too-large'].includes(outcome.trouble.kind)) return null;
  return { code: 'limit', text: `an answer ran into a limit of this run (${outcome.trouble.message})` };
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
 * @param base - a call that the cell answers with data, null where there is none: it is compared beside those that all
 *   cells of the operation get
 */
export async function compareBindings(
  comparing: Comparing,
  base: PlannedCall | null,
  cell: Cell,
  session: Session,
): Promise<Probed> {
  const peers = peersOf(cell, session.plan.options, comparing);
  if (peers.length === 0) return unjudged('skipped', NOT_SELECTED.code, NOT_SELECTED.text);
  const broken: Counterexample[] = [];
  let judged = 0;
  let unstable = false;
  let applies = false;
  const shared = sharedCalls(cell, session.contract, session.plan);
  const isShared = base === null || shared.some(({ call }) => JSON.stringify(call) === JSON.stringify(base.call));
  // Of a write, all bindings get the first call alone.
  const calls = cell.operation.effect === 'write' ? shared.slice(0, 1) : isShared ? shared : [...shared, base];
  for (const planned of calls) {
    const judgement = await compareCall(comparing, planned, [cell, ...peers], session);
    applies ||= judgement !== 'not-applicable';
    if (typeof judgement === 'string') continue;
    if ('code' in judgement) {
      unstable = true;
      continue;
    }
    judged += 1;
    const [first, ...rest] = gravestFirst(judgement);
    if (first !== undefined) broken.push(await shownOf(planned.call, cell, session, [first, ...rest]));
  }
  const [first, ...rest] = gravestFirst(broken.flatMap(({ problems }) => problems));
  const shown = broken.find(({ problems }) => problems[0] === first);
  if (first !== undefined && shown !== undefined)
    return { outcome: { verdict: 'fail', judged, reason: null }, shown: { ...shown, problems: [first, ...rest] } };
  if (judged > 0) return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  if (unstable) return unjudged('inconclusive', UNSTABLE.code, UNSTABLE.text);
  if (!applies) return notApplicable();
  return unjudged('not-reached', 'not-comparable', 'no answer could be compared with another binding');
}

/** The cells that a cell is compared with: they get its calls, whether or not they are among those run. */
export function peersOf(
  cell: Cell,
  { bindings: wanted, cells }: Pick<RunOptions, 'bindings' | 'cells'>,
  comparing: Comparing,
): readonly Cell[] {
  const peers = comparedWith(cell, wanted, comparing).map((binding) => ({ operation: cell.operation, binding }));
  // A write is sent to none but the cells that are run.
  return cell.operation.effect === 'read' || cells === null
    ? peers
    : peers.filter((peer) => cells.includes(cellName(peer)));
}

/** Compares the answers of the first cell to a call with those of the others. */
async function compareCall(
  comparing: Comparing,
  planned: PlannedCall,
  cells: readonly Cell[],
  session: Session,
): Promise<Judgement | Reason> {
  const { cellClient, judge } = session;
  const read = (exchange: Exchange, cell: Cell): Evidence => judge.read({ ...planned, exchange }, cell, true);
  const first = await Promise.all(cells.map(async (cell) => read(await cellClient(cell).exchange(planned.call), cell)));
  // Cells whose equal reads can't be compared: the others still can.
  const unstable = new Set<number>();
  const judgeRound = ([own, ...others]: readonly Evidence[]): Judgement => {
    if (own === undefined) return 'not-applicable';
    const stable = others.filter((_peer, at) => !unstable.has(at + 1));
    return comparing.judge(own, stable, maskedIn(own.reading.cell, session));
  };
  let latest: readonly Evidence[] = first;
  if (cells[0]?.operation.effect === 'write') return judgeRound(first);
  const judgement = await confirmed(first, judgeRound, async (reversed) => {
    const again: Evidence[] = [];
    for (const cell of reversed ? cells.toReversed() : cells) {
      again.push(read(await cellClient(cell).again(planned.call), cell));
    }
    const round = reversed ? again.toReversed() : again;
    latest = round;
    for (const [at, { reading }] of round.entries()) {
      if (!noteChanges(first[at]?.reading ?? reading, reading, session)) unstable.add(at);
    }
    return unstable.has(0) || unstable.size === cells.length - 1 ? null : round;
  });
  if (isBroken(judgement)) return judgement;
  for (const [at, cell] of cells.entries()) {
    const [before, after] = [first[at], latest[at]];
    if (before === undefined || after === undefined) continue;
    const [was, is] = [digestOf(before.reading, session.contract), digestOf(after.reading, session.contract)];
    if (difference(was, is) !== null) await steady(planned.call, cellClient(cell));
  }
  return judgement;
}

/** How often a call is sent again whose first answer did not come again. */
const STEADY = 4;

/** What came once and not again may be the answer to another call: response.own-call looks for it among equal calls. */
async function steady(call: Call, cellClient: CellClient): Promise<void> {
  for (let times = 0; times < STEADY && cellClient.givenUp() === null; times += 1) await cellClient.again(call);
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
