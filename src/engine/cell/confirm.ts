import { isBroken, type Judgement, type Reason } from '../../rules/judgement.ts';
import { DIFFERENCE } from '../../rules/policy.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { type Call, callKey } from '../../wire/soap/call.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import { stepFor } from '../send/caches.ts';
import type { CellContext } from './cell-context.ts';
import type { Session } from './session.ts';

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

/** A round's requests in the order of its turn. Later another call of the cell goes first: a cache may keep the last answer. */
export async function inOrder<One>(
  all: readonly One[],
  turn: number,
  call: Call,
  { cell, plan, ownClient }: CellContext,
) {
  if (turn < DIFFERENCE.rounds) return turn === 1 ? all : all.toReversed();
  const other = ownClient.calls().find((one) => callKey(one) !== callKey(call));
  if (other !== undefined) await ownClient.again(other);
  return drawnFor(cell, plan).shuffled(all, `turn ${turn}`);
}
