import { inParallel } from '../../base/in-parallel.ts';
import { fewest, shortestPiece } from '../../calls/shrink.ts';
import type { Trait } from '../../calls/spelling/trait.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames, placeOf } from '../../contract/operations.ts';
import { NOTHING_TO_JUDGE } from '../../judge/rule-outcome.ts';
import { profileOf } from '../../options/model.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { isBroken, type Judgement, type Problems, type Reason } from '../../rules/judgement.ts';
import { type Probe, type Probing, TRIED_IN_PARTS } from '../../rules/probe.ts';
import { lengthOf, spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { ruleOfTraits } from '../../rules/request/trait-registry.ts';
import { gravestFirst, type Rule } from '../../rules/rule.ts';
import { type Exchange, isStatus200, ranIntoLimit } from '../../wire/http/exchange.ts';
import { type Call, free, withValue } from '../../wire/soap/call.ts';
import { hasNoData, type ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { type CellContext, isShownSmall, maskedIn } from './cell-context.ts';
import { type CheckOutcome, judgedBy, notApplicable, unjudged } from './check-outcome.ts';
import { confirmDifference, plainSide, variantSide } from './experiment.ts';

const NO_DATA: Reason = { code: 'no-data', text: 'no call was answered with data, so there was nothing to vary' };

/** Sends the probes of a rule in a cell. @param base - a call that the cell answers with data; null if there is none */
export async function probeCell(sender: ProbeSender, base: Call | null, at: CellContext): Promise<CheckOutcome> {
  if (base === null) return unjudged('not-reached', NO_DATA);
  const { draw, plan } = at;
  const { rule, probing } = sender;
  const probes = variantsOf(sender, base, at);
  // Shuffled so that no target recognises the requests by their order; results have them in the order of the rule.
  const order = draw.shuffled([...probes.keys()], `${rule.id}/order`);
  const trying = await inParallel(order, plan.options.limits.concurrency, async (place) => {
    const probe = probes[place];
    return { place, tried: probe === undefined ? [] : await tryProbe(sender, probe, at) };
  });
  const tried = trying.toSorted((one, other) => one.place - other.place).flatMap((of) => of.tried);
  const others = tried.flatMap(({ judgement }) =>
    typeof judgement === 'string' || 'code' in judgement ? [judgement] : [],
  );
  const judged = tried.length - others.length;
  const broken = tried.filter(isBrokenProbe).map(counterexampleOf);
  if (judged > 0) return judgedBy(judged, inOrderOfTraits(broken, probing));
  const why = others.find((other) => typeof other !== 'string');
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

/**
 * The variants that a rule sends in a cell: all, or in the quick profile one of them, another in each cell, so that the
 * run still sees them all.
 */
export function variantsOf({ rule, probing, planned, hidden = [] }: ProbeSender, base: Call, at: CellContext) {
  const { plan, contract, cell, draw } = at;
  const probes = planned?.get(rule) ?? probing.plan(cell, base, contract, draw);
  if (profileOf(plan.options).everyProbe) return probes;
  const turn = placeOf(cell, contract);
  // Variants of one call fit into one request: other calls have a turn in one operation of three.
  const ofBase = probes.filter(({ call }) => call === base);
  const some = turn % 3 === 0 || ofBase.length === 0 ? probes : ofBase;
  const chosen = some[turn % Math.max(1, some.length)];
  const shown = chosen?.traits?.filter((trait) => !hidden.includes(trait)) ?? [];
  if (chosen?.call === base && shown.length > 0) return [spelledProbe(shown, cell, base)];
  return chosen === undefined ? [] : [chosen];
}

/**
 * Whether a rule's variants are sent in a cell: in the quick profile, those that share no request with other rules go
 * to half of the bindings of each operation.
 */
export function isSentIn({ cell, contract, plan }: CellContext, { dimensions }: Pick<Probing, 'dimensions'>): boolean {
  const turn = placeOf(cell, contract);
  const isTurn = (turn + bindingNames.indexOf(cell.binding)) % 2 === 0;
  return isTurn || dimensions !== undefined || profileOf(plan.options).everyProbe;
}

export const SENT_ELSEWHERE: Reason = {
  code: 'not-selected',
  text: 'the profile quick sends its requests to other bindings of this operation',
};

export interface ProbeSender {
  readonly rule: Rule;
  readonly probing: Probing;
  /** The request that has a variant together with those of other rules, if there is one. */
  readonly combined?: (probe: Probe) => Probe | undefined;
  /** What rules were planned to send already. */
  readonly planned?: ReadonlyMap<Rule, readonly Probe[]>;
  /** Traits that those of other rules hide in a cell where one variant is sent for each: other cells get them. */
  readonly hidden?: readonly Trait[];
}

/** A probe that was sent, and what the rule says of its answer. */
interface TriedProbe {
  readonly probe: Probe;
  readonly judgement: Judgement | Reason;
  readonly exchange: Exchange;
}

export type BrokenProbe = TriedProbe & { readonly judgement: Problems };

/** True for a probe that is answered differently from its call. */
export function isBrokenProbe(tried: TriedProbe): tried is BrokenProbe {
  return isBroken(tried.judgement);
}

export function shownProbe({ call, request, traits }: Probe): Pick<Counterexample, 'call' | 'request' | 'spelling'> {
  return { call, request, ...(traits === undefined ? {} : { spelling: traits.map(({ id }) => id) }) };
}

export function counterexampleOf({ probe, judgement, exchange }: BrokenProbe): Counterexample {
  return { ...shownProbe(probe), exchange, problems: gravestFirst(judgement) };
}

/**
 * Sends a probe, and again if it is answered differently from its call. A difference with several traits is attributed
 * to those that alone cause it, or to the fewest that do together.
 */
export async function tryProbe(sender: ProbeSender, probe: Probe, at: CellContext): Promise<readonly TriedProbe[]> {
  if (at.ownClient.givenUp() !== null) return [];
  const parts = probeParts(probe, at.cell);
  const among = await tryCombined(sender, probe, at);
  if (among !== null) return [among];
  const whole = await sendProbe(sender, probe, at);
  const isDifferent = isBrokenProbe(whole);
  if (isDifferent && refusalOf(sender, whole) !== null) at.refusedClasses.add(classOf(probe, at));
  if (parts.length === 0) return [isDifferent ? await shortestRefused(sender, whole, at) : whole];
  if (!isDifferent && whole.judgement !== TRIED_IN_PARTS) return [whole];
  const alone: TriedProbe[] = [];
  for (const part of parts) {
    // A text of a class that is refused in another parameter shows no more.
    if (!at.refusedClasses.has(classOf(part, at))) alone.push(...(await tryProbe(sender, part, at)));
  }
  // What was tried in parts shows nothing as a whole.
  if (!isDifferent) return alone;
  if (alone.some(isBrokenProbe)) return alone;
  const { traits, call } = probe;
  if (traits === undefined) return [whole, ...alone];
  const few = await fewest(traits, (some) => differsOnce(sender, spelledProbe(some, at.cell, call), at));
  const together = await sendProbe(sender, spelledProbe(few, at.cell, call), at);
  return [isBrokenProbe(together) ? together : whole, ...alone];
}

/** The class of a text, whatever parameter has it in the cell. */
const classOf = ({ code }: Probe, { cell }: CellContext): string => `${cellName(cell)} ${code.replace(/^\w*-/, '')}`;

/** What refusals of texts have in common that show no more than one of them; null for all else. */
const refusalOf = ({ rule }: ProbeSender, { probe, judgement: [{ cause, part }], exchange }: BrokenProbe) =>
  probe.sent === undefined || isStatus200(exchange) ? null : `${rule.id} ${cause} ${part}`;

/** A probe whose text is refused, with the piece of it that is. */
async function shortestRefused(sender: ProbeSender, whole: BrokenProbe, at: CellContext): Promise<BrokenProbe> {
  const { probe } = whole;
  const { cell, plan } = at;
  const { call, sent = call } = probe;
  const text = free(cell).find(({ name, type }) => type === 'string' && sent.values[name] !== call.values[name]);
  const kind = refusalOf(sender, whole);
  if (text === undefined || kind === null || !isShownSmall(kind, at)) return whole;
  let shown = whole;
  const isRefused = async (piece: string): Promise<boolean> => {
    const shorter = withValue(sent, text, piece);
    const tried = await tryOnce(sender, { ...probe, sent: shorter, request: requestOf(shorter, cell) }, at);
    if (isBrokenProbe(tried)) shown = tried;
    return isBrokenProbe(tried);
  };
  await shortestPiece(sent.values[text.name] ?? '', isRefused, profileOf(plan.options).shrinkBudget);
  return shown;
}

/** What a rule says of a variant by the answer to the request that has others too; null where it must be sent alone. */
async function tryCombined({ probing, combined }: ProbeSender, probe: Probe, at: CellContext) {
  const whole = combined?.(probe);
  const rule = ruleOfTraits(whole?.traits ?? [])?.id;
  if (whole === undefined || rule === undefined) return null;
  const { ownClient } = at;
  const exchange = await ownClient.shared(whole, () => ownClient.send(whole, { rule, planned: true }));
  const { base, judgement } = await judgedBeside(probing, probe, exchange, at);
  const isTold = Array.isArray(judgement) ? judgement.length === 0 : judgement === 'not-applicable' && hasNoData(base);
  return isTold ? { probe, judgement, exchange } : null;
}

/** What a probe combines: each of it singly. */
function probeParts({ parts, traits = [], call }: Probe, cell: Cell): readonly Probe[] {
  return parts ?? (traits.length > 1 ? traits.map((trait) => spelledProbe([trait], cell, call)) : []);
}

/** A probe that is sent once, without confirmation. */
async function tryOnce({ probing }: ProbeSender, probe: Probe, at: CellContext): Promise<TriedProbe> {
  const exchange = await at.ownClient.send(probe, null);
  const { judgement } = await judgedBeside(probing, probe, exchange, at);
  return { probe, judgement, exchange };
}

/** Whether a probe, sent once, is answered differently from its call. */
export async function differsOnce(sender: ProbeSender, probe: Probe, at: CellContext): Promise<boolean> {
  return isBrokenProbe(await tryOnce(sender, probe, at));
}

/** What a rule says of an answer beside the known one to the probe's call. */
async function judgedBeside(probing: Probing, probe: Probe, exchange: Exchange, at: CellContext) {
  const { contract, judge, cell, ownClient } = at;
  const base = judge.parse(await ownClient.exchange(probe.call), cell);
  const judgement = probing.judge(base, judge.parse(exchange, cell), probe, contract, maskedIn(at), null);
  return { base, judgement };
}

async function sendProbe(sender: ProbeSender, probe: Probe, at: CellContext): Promise<TriedProbe> {
  const { rule, probing } = sender;
  const { contract, judge, cell, ownClient } = at;
  const of = { rule: probe.owner ?? rule.id, ...(probing.described === true ? {} : { undescribed: true as const }) };
  const read = (exchange: Exchange) => ({ reading: judge.parse(exchange, cell) });
  const send = (): Promise<Exchange> => ownClient.send(probe, of);
  const plain = plainSide(probe.call, ownClient, read);
  const base = await plain.known();
  const answer = read(await (probe.owner === undefined ? send() : ownClient.shared(probe, send)));
  let controlled: ParsedResponse | null = null;
  const judgeRound = ([mine, other]: readonly (typeof base)[]): Judgement | Reason => {
    if (mine === undefined || other === undefined) return 'not-applicable';
    const limit = limitOf(other.reading) ?? limitOf(mine.reading);
    return limit ?? probing.judge(mine.reading, other.reading, probe, contract, maskedIn(at), controlled);
  };
  const { exchange } = answer.reading;
  if (probe.control !== undefined && isBroken(judgeRound([base, answer])))
    controlled = judge.parse(await ownClient.send({ ...probe, request: probe.control }, null), cell);
  const tried = { probe, judgement: judgeRound([base, answer]), exchange };
  if (!isBrokenProbe(tried)) return tried;
  const kind = refusalOf(sender, tried);
  const inCell = `${kind} ${cellName(cell)}`;
  if (kind !== null && (await at.confirmed.get(inCell))) return tried;
  const plainExchange = base.reading.exchange;
  if (probe.traits !== undefined && (await isTooLong(probe, plainExchange, exchange, at)))
    return { ...tried, judgement: TRIED_IN_PARTS };
  const sides = [plain, variantSide(answer, async () => read(await send()))];
  const experiment = { rule: rule.id, call: probe.call, sides, judge: judgeRound };
  const confirming = confirmDifference(experiment, at);
  if (kind !== null) at.confirmed.set(inCell, confirming.then(isBroken));
  return { ...tried, judgement: await confirming };
}

/** That an answer ran into a limit of the run; null if it did not. */
function limitOf({ exchange: { outcome } }: ParsedResponse): Reason | null {
  if (!ranIntoLimit(outcome)) return null;
  return { code: 'limit', text: `an answer ran into a limit of this run (${outcome.trouble.message})` };
}

/**
 * Whether length may be why a variant of a call is refused: letters in the call's last text make a plain request as
 * long, and that is refused too. The document shows no limits of length, and most spellings make a request longer.
 */
async function isTooLong({ call }: Probe, base: Exchange, answer: Exchange, at: CellContext): Promise<boolean> {
  const { cell, draw, ownClient } = at;
  const more = lengthOf({ exchange: answer }) - lengthOf({ exchange: base });
  const text = free(cell).findLast(({ type }) => type === 'string');
  if (more <= 0 || text === undefined || isStatus200(answer)) return false;
  const letters = draw.word('length').repeat(more).slice(0, more);
  const plain = withValue(call, text, `${call.values[text.name] ?? ''}${letters}`);
  return !isStatus200(await ownClient.exchange(plain));
}
