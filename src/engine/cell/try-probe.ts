import { fewest } from '../../calls/shrink.ts';
import type { Cell } from '../../contract/model.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { isBroken, type Judgement, type Problems, type Reason } from '../../rules/judgement.ts';
import type { Probe, Probing } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { gravestFirst, type Rule } from '../../rules/rule.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { isTooLong, TOO_LONG } from '../send/length-limit.ts';
import type { CellContext } from './cell-context.ts';
import { maskedIn } from './changing.ts';
import { confirmDifference, plainSide, variantSide } from './experiment.ts';

export interface ProbeSender {
  readonly rule: Rule;
  readonly probing: Probing;
}

/** A probe that was sent, and what the rule says of its answer. */
export interface TriedProbe {
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
 * Sends a probe, and again if it is answered differently from its call. A difference with several traits is attributed to
 * those that alone cause it, or to the fewest that do together.
 */
export async function tryProbe(sender: ProbeSender, probe: Probe, at: CellContext): Promise<readonly TriedProbe[]> {
  if (at.ownClient.givenUp() !== null) return [];
  const parts = probeParts(probe, at.cell);
  const whole = await sendProbe(sender, probe, at);
  const isDifferent = isBrokenProbe(whole);
  if (parts.length === 0 || (!isDifferent && whole.judgement !== TOO_LONG)) return [whole];
  const alone: TriedProbe[] = [];
  for (const part of parts) alone.push(...(await tryProbe(sender, part, at)));
  if (!isDifferent) return [whole, ...alone];
  if (alone.some(isBrokenProbe)) return alone;
  const { traits, call } = probe;
  if (traits === undefined) return [whole, ...alone];
  const few = await fewest(traits, (some) => differsOnce(sender, spelledProbe(some, at.cell, call), at));
  const together = await sendProbe(sender, spelledProbe(few, at.cell, call), at);
  return [isBrokenProbe(together) ? together : whole, ...alone];
}

/** What a probe combines: each of it singly. */
function probeParts({ parts, traits = [], call }: Probe, cell: Cell): readonly Probe[] {
  return parts ?? (traits.length > 1 ? traits.map((trait) => spelledProbe([trait], cell, call)) : []);
}

/** Whether a probe, sent once, is answered differently from its call. */
export async function differsOnce({ probing }: ProbeSender, probe: Probe, at: CellContext): Promise<boolean> {
  const { judge, contract, cell, ownClient } = at;
  const base = judge.parse(await ownClient.exchange(probe.call), cell);
  const answer = judge.parse(await ownClient.send(probe, null), cell);
  return isBroken(probing.judge(base, answer, probe, contract, maskedIn(at), null));
}

async function sendProbe({ rule, probing }: ProbeSender, probe: Probe, at: CellContext): Promise<TriedProbe> {
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
  const tried = { probe, judgement: judgeRound([base, answer]), exchange };
  if (!isBroken(tried.judgement)) return tried;
  const round = { base: base.reading.exchange, answer: exchange };
  if (probe.traits !== undefined && (await isTooLong(probe, round, at))) return { ...tried, judgement: TOO_LONG };
  const sides = [plain, variantSide(answer, async () => read(await send()))];
  const experiment = { rule: rule.id, call: probe.call, sides, judge: judgeRound };
  return { ...tried, judgement: await confirmDifference(experiment, at) };
}

/** That an answer ran into a limit of the run, which says nothing of the target; null if it did not. */
function limitOf({ exchange: { outcome } }: ParsedResponse): Reason | null {
  if (outcome.kind === 'response' || !['timeout', 'too-large'].includes(outcome.trouble.kind)) return null;
  return { code: 'limit', text: `an answer ran into a limit of this run (${outcome.trouble.message})` };
}
