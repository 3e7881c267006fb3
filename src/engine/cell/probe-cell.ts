import { inParallel } from '../../base/in-parallel.ts';
import { fewest } from '../../calls/shrink.ts';
import type { Trait } from '../../calls/spelling/trait.ts';
import { NOTHING_TO_JUDGE } from '../../judge/rule-outcome.ts';
import { profileOf } from '../../options/model.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { isBroken, type Judgement, type Problem, type Problems, type Reason } from '../../rules/judgement.ts';
import type { Probe, Probing } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { gravestFirst, type Rule } from '../../rules/rule.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import { isTooLong, TOO_LONG } from '../send/length-limit.ts';
import type { CellContext } from './cell-context.ts';
import { maskedIn } from './changing.ts';
import { type CheckOutcome, judgedBy, notApplicable, unjudged } from './check-outcome.ts';
import { confirmDifference, plainSide, variantSide } from './experiment.ts';

export interface Sender {
  readonly rule: Rule;
  readonly probing: Probing;
}

/** Sends the probes of a rule in a cell. @param base - a call that the cell answers with data; null if there is none */
export async function probeCell(sender: Sender, base: Call | null, at: CellContext): Promise<CheckOutcome> {
  if (base === null) return unjudged('not-reached', NO_DATA);
  const { cell, contract, plan } = at;
  const drawn = drawnFor(cell, plan);
  const probes = some(sender.probing.plan(cell, base, contract, drawn), at);
  const found = probes.map((probe): Found => ({ probe, broken: [], others: [] }));
  let judged = 0;
  const judge = async ({ probe, broken, others }: Found): Promise<void> => {
    if (at.ownClient.givenUp() !== null) return;
    const { judgement, exchange } = await tryProbe(sender, probe, at);
    const isUnjudged = typeof judgement === 'string' || 'code' in judgement;
    if (isUnjudged) others.push(judgement);
    else judged += 1;
    if (!isBroken(judgement) && judgement !== TOO_LONG) return;
    // A difference with all traits is attributed to those that alone cause it, or to the fewest that do together.
    const before = broken.length;
    const traits = probe.traits ?? [];
    const single = traits.length > 1 ? traits.map((trait) => spelledProbe([trait], cell, probe.call)) : [];
    for (const part of probe.parts ?? single) await judge({ probe: part, broken, others });
    if (broken.length > before || !isBroken(judgement)) return;
    const smallest = await fewestTraits(sender, probe, at);
    broken.push((smallest ?? brokenProbe(probe, exchange, judgement)).shown);
  };
  // Shuffled so that no target recognises the requests by their order; results have them in the order of the rule.
  const order = drawn.shuffled(found, `${sender.rule.id}/order`);
  await inParallel(order, plan.options.limits.concurrency, judge);
  const shown = found.flatMap(({ broken }) => broken);
  if (judged > 0) return judgedBy(judged, inOrderOfTraits(shown, sender.probing));
  const others = found.flatMap((of) => of.others);
  const why = others.find((one) => typeof one !== 'string');
  if (why !== undefined) return unjudged('inconclusive', why);
  if (others.includes('not-applicable') && !others.includes('not-reached')) return notApplicable();
  return unjudged('inconclusive', NOTHING_TO_JUDGE);
}

/** Fewest traits first, then as the rule names them: cells that fail for one reason name the same trait. */
function inOrderOfTraits(shown: readonly Counterexample[], { dimensions = [] }: Probing): readonly Counterexample[] {
  const ids = dimensions.flatMap(({ choices }) => choices.map(({ id }) => id));
  const placeOf = ({ spelling = [] }: Counterexample): number =>
    spelling.length * ids.length + ids.indexOf(spelling[0] ?? '');
  return shown.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const NO_DATA: Reason = { code: 'no-data', text: 'no call was answered with data, so there was nothing to vary' };

/** A probe, and what it and its parts showed; `others`: what the rule says of those that it can't judge. */
interface Found {
  readonly probe: Probe;
  readonly broken: Counterexample[];
  readonly others: (Exclude<Judgement, readonly Problem[]> | Reason)[];
}

export function shownProbe({ call, request, traits }: Probe): Pick<Counterexample, 'call' | 'request' | 'spelling'> {
  return { call, request, ...(traits === undefined ? {} : { spelling: traits.map(({ id }) => id) }) };
}

/** A probe that is answered differently from its call each time, and what shows it. */
export interface BrokenProbe {
  readonly probe: Probe;
  readonly shown: Counterexample;
}

function brokenProbe(probe: Probe, exchange: Exchange, problems: Problems): BrokenProbe {
  return { probe, shown: { ...shownProbe(probe), exchange, problems: gravestFirst(problems) } };
}

/** Sends a probe; null if it is answered as its call is, or not differently each time. */
export async function breakingProbe(sender: Sender, probe: Probe, at: CellContext) {
  const { judgement, exchange } = await tryProbe(sender, probe, at);
  return isBroken(judgement) ? brokenProbe(probe, exchange, judgement) : null;
}

/** Whether a probe, sent once, is answered differently from its call. */
export async function differsOnce({ probing }: Sender, probe: Probe, at: CellContext): Promise<boolean> {
  const { judge, contract, cell, ownClient } = at;
  const base = judge.parse(await ownClient.exchange(probe.call), cell);
  const answer = judge.parse(await ownClient.send(probe, null), cell);
  return isBroken(probing.judge(base, answer, probe, contract, maskedIn(at), null));
}

/** A probe with the fewest traits that still differs; null if it has at most one, or does not differ each time. */
export async function fewestTraits(sender: Sender, { traits = [], call }: Probe, at: CellContext) {
  if (traits.length < 2) return null;
  const differs = (some: readonly Trait[]) => differsOnce(sender, spelledProbe(some, at.cell, call), at);
  return breakingProbe(sender, spelledProbe(await fewest(traits, differs), at.cell, call), at);
}

/** Sends a probe, and resends it if it is answered differently from its call. */
async function tryProbe({ rule, probing }: Sender, probe: Probe, at: CellContext) {
  const { contract, judge, cell, ownClient } = at;
  const of = { rule: probe.owner ?? rule.id, ...(probing.described === true ? {} : { undescribed: true as const }) };
  const read = (exchange: Exchange) => ({ reading: judge.parse(exchange, cell) });
  const send = (): Promise<Exchange> => ownClient.send(probe, of);
  const plain = plainSide(probe.call, ownClient, read);
  const base = await plain.known();
  const answer = read(await (probe.owner === undefined ? send() : ownClient.shared(probe, send)));
  const control = probe.control && (await ownClient.send({ ...probe, request: probe.control }, null));
  const controlled = control === undefined ? null : judge.parse(control, cell);
  const judgeRound = ([mine, other]: readonly (typeof base)[]): Judgement | Reason => {
    if (mine === undefined || other === undefined) return 'not-applicable';
    const limit = limitOf(other.reading) ?? limitOf(mine.reading);
    return limit ?? probing.judge(mine.reading, other.reading, probe, contract, maskedIn(at), controlled);
  };
  const { exchange } = answer.reading;
  const first = judgeRound([base, answer]);
  if (!isBroken(first)) return { judgement: first, exchange };
  const round = { base: base.reading.exchange, answer: exchange };
  if (probe.traits !== undefined && (await isTooLong(probe, round, at))) return { judgement: TOO_LONG, exchange };
  const variant = variantSide(answer, async () => read(await send()));
  const experiment = { rule: rule.id, call: probe.call, sides: [plain, variant], judge: judgeRound };
  return { judgement: await confirmDifference(experiment, at), exchange };
}

/** That an answer ran into a limit of the run, which says nothing of the target; null if it did not. */
function limitOf({ exchange: { outcome } }: ParsedResponse): Reason | null {
  if (outcome.kind === 'response' || !['timeout', 'too-large'].includes(outcome.trouble.kind)) return null;
  return { code: 'limit', text: `an answer ran into a limit of this run (${outcome.trouble.message})` };
}

/** All probes, or in the quick profile one of them: another in each cell, so that the run still sees them all. */
function some(probes: readonly Probe[], { plan, contract, cell }: CellContext): readonly Probe[] {
  if (profileOf(plan.options).everyProbe) return probes;
  const turn = contract.operations.findIndex(({ name }) => name === cell.operation.name);
  const chosen = probes[turn % Math.max(1, probes.length)];
  return chosen === undefined ? [] : [chosen];
}
