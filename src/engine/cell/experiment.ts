import { isBroken, type Judgement, type Reason } from '../../rules/judgement.ts';
import { DIFFERENCE } from '../../rules/policy.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import { isKept } from '../../wire/http/cache-sign.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { type Call, callKey } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { stepFor } from '../send/caches.ts';
import type { CellClient } from '../send/cell-client.ts';
import { type CellContext, noteChanges } from './cell-context.ts';
import type { Session } from './session.ts';

interface Answer {
  readonly reading: ParsedResponse;
}

/** One of the requests that should get the same answer. */
interface ExperimentSide<Of extends Answer> {
  /** Its answer, for which it is sent once. */
  readonly known: () => Promise<Of>;
  /** Sends it again. */
  readonly again: () => Promise<Of>;
  /** Of a plain call: equal ones should get equal answers. Null for a variant of it. */
  readonly client: CellClient | null;
}

/** A plain call in a cell. */
export function plainSide<Of extends Answer>(call: Call, client: CellClient, read: (exchange: Exchange) => Of) {
  const known = async () => read(await client.exchange(call));
  return { known, again: async () => read(await client.again(call)), client };
}

/** A variant of a call; the last answer counts. @param first - its answer so far */
export function variantSide<Of extends Answer>(first: Of, send: () => Promise<Of>): ExperimentSide<Of> {
  let latest = first;
  const again = async (): Promise<Of> => {
    latest = await send();
    return latest;
  };
  return { known: async () => latest, again, client: null };
}

/** Requests whose answers are compared: a call in several cells, or a call and its variant. */
interface Experiment<Of extends Answer> {
  /** The id of the rule. */
  readonly rule: string;
  readonly call: Call;
  /** The first is the one that the others are compared with. */
  readonly sides: readonly ExperimentSide<Of>[];
  /** What the rule says of the answers of the sides; later ones may be left out. */
  readonly judge: (answers: readonly Of[]) => Judgement | Reason;
}

/** A side while it is asked again. */
interface Asked<Of extends Answer> {
  readonly side: ExperimentSide<Of>;
  readonly first: Of;
  latest: Of;
  isStable: boolean;
}

/** What a rule says of sides that it objected to, once they were sent again by the policy. */
export function confirmDifference<Of extends Answer>(experiment: Experiment<Of>, at: CellContext) {
  const { call, sides } = experiment;
  return at.ownClient.inTurn(call, async () => {
    for (;;) {
      const asked: Asked<Of>[] = [];
      for (const side of sides) {
        const first = await side.known();
        asked.push({ side, first, latest: first, isStable: true });
      }
      const judgement = await askAgain(experiment, asked, at);
      // If equal reads differed, the answer compared with may have been the odd one.
      if (isBroken(judgement) || !(await settleChanged(call, asked, at)) || judgement !== UNSTABLE) return judgement;
    }
  });
}

async function askAgain<Of extends Answer>(
  { rule, call, judge }: Experiment<Of>,
  asked: readonly Asked<Of>[],
  at: CellContext,
): Promise<Judgement | Reason> {
  const areResults = asked.every(({ first }) => first.reading.success);
  const sendAgain = async (one: Asked<Of>): Promise<void> => {
    const { side, first } = one;
    one.latest = await side.again();
    if (side.client === null) return;
    const isSame = noteChanges(first.reading, one.latest.reading, at);
    if (!isSame || (areResults && isKept(one.latest.reading.response?.headers))) one.isStable = false;
  };
  // Cells whose equal reads can't be compared are left out; the others can.
  const judgeRound = (round: readonly Of[]) => judge(round.filter((_answer, place) => asked[place]?.isStable));
  const repeat = async (turn: number) => {
    for (const one of await inOrder(asked, turn, call, at)) await sendAgain(one);
    const [own, ...others] = asked.map(({ isStable }) => isStable);
    return own && others.includes(true) ? asked.map(({ latest }) => latest) : null;
  };
  const firsts = asked.map(({ first }) => first);
  const results = areResults ? (round: readonly Of[]) => round.map(({ reading }) => reading.exchange) : null;
  const found = await confirmed({ rule, first: firsts, judge: judgeRound, repeat, results }, at);
  const [own] = asked;
  if (!isBroken(found) || !areResults || own === undefined) return found;
  // One server of several may be late, and answer the first side at times.
  const known = alikeIn(call, own.first.reading, at);
  for (let times = known; times < DIFFERENCE.rounds + DIFFERENCE.beside; times += 1) {
    await sendAgain(own);
    if (!own.isStable || !isBroken(judgeRound(asked.map((one) => one.latest)))) return UNSTABLE;
  }
  return found;
}

/** How often a plain call has got an answer in its cell, for whatever it was sent. */
function alikeIn(call: Call, reading: ParsedResponse, { contract, judge, ownClient }: CellContext): number {
  const digest = digestOf(reading, contract);
  const others = ownClient.answersTo(call).map((exchange) => digestOf(judge.parse(exchange, reading.cell), contract));
  return others.filter((other) => difference(digest, other) === null).length;
}

/** Settles a call in the cells where its first answer did not come again. @returns whether it has another answer now */
async function settleChanged<Of extends Answer>(call: Call, asked: readonly Asked<Of>[], { contract }: CellContext) {
  let isSettled = false;
  for (const { side, first, latest } of asked) {
    const [before, now] = [digestOf(first.reading, contract), digestOf(latest.reading, contract)];
    if (side.client === null || difference(before, now) === null) continue;
    if (await side.client.settle(call, first.reading.exchange)) isSettled = true;
  }
  return isSettled;
}

/** Equal reads always get other records or other fields, so there is nothing to compare with. */
export const UNSTABLE: Reason = { code: 'unstable', text: 'equal reads are answered differently' };

/** What is sent for a rule, and how often: each round has all of it once. */
interface Rounds<Round> {
  /** The id of the rule. */
  readonly rule: string;
  readonly first: Round;
  readonly judge: (round: Round) => Judgement | Reason;
  /**
   * Sends again, in the order of this turn: servers that take turns would look like a difference. Null if equal reads
   * can't be compared.
   */
  readonly repeat: (turn: number) => Promise<Round | null>;
  /** The answers that differ; null where not all are results: caches explain other data, and no refusal. */
  readonly results: ((round: Round) => readonly Exchange[]) | null;
}

/**
 * What a rule says of answers. If it objects, everything is sent again: only what it objects to each time counts. Where
 * caches may be the cause (stepFor), more times follow, further apart: one late server of several answers at times,
 * also through a cache that keeps answers a second only. The last two times are when caches have no earlier answer any
 * more: one that keeps the answers of each binding, or to each way of writing a call, by themselves shows older data in
 * one than in another.
 */
export async function confirmed<Round>(
  { rule, first, judge, repeat, results }: Rounds<Round>,
  { caches, changing }: Pick<Session, 'caches' | 'changing'>,
): Promise<Judgement | Reason> {
  const rounds = [first];
  let sign = '';
  for (;;) {
    // Judge each round again: fields that were found to change meanwhile are left out.
    const judgements = rounds.map(judge);
    const [shown = []] = judgements;
    const calm = judgements.find((judgement) => !isBroken(judgement));
    const turn = rounds.length;
    /** Since the wait. A cache may send an expired answer once more, so two rounds follow it (RFC 5861). */
    const late = turn - DIFFERENCE.rounds - DIFFERENCE.beside;
    if (calm !== undefined) {
      if (late > 0) caches.noteEnd(true);
      return calm;
    }
    if (turn === DIFFERENCE.rounds) {
      const step = results === null ? 'report' : stepFor(rounds.flatMap(results), changing.size > 0, caches);
      if (step === 'report') return shown;
      if (step === 'leave-open') return UNSTABLE;
      sign = step.sign;
    }
    if (late === DIFFERENCE.late) {
      caches.noteEnd(false);
      return caches.wait() === 'ended-some' ? UNSTABLE : shown;
    }
    if (late === 0) await caches.forget(`as ${rule} found a difference and ${sign}`);
    else if (turn >= DIFFERENCE.rounds) await caches.pause(turn);
    const next = await repeat(turn);
    if (next === null) {
      if (late >= 0) caches.noteEnd(true);
      return UNSTABLE;
    }
    rounds.push(next);
  }
}

/** A round's requests in the order of its turn. Later another call goes first: a cache may keep the last answer. */
export async function inOrder<One>(all: readonly One[], turn: number, call: Call, { draw, ownClient }: CellContext) {
  if (turn < DIFFERENCE.rounds) return turn === 1 ? all : all.toReversed();
  const other = ownClient.calls().find((one) => callKey(one) !== callKey(call));
  if (other !== undefined) await ownClient.again(other);
  return draw.shuffled(all, `turn ${turn}`);
}
