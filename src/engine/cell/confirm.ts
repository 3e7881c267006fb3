import type { BindingName } from '../../contract/model.ts';
import type { Judgement, Problems, Reason } from '../../rules/judgement.ts';
import { DIFFERENCE } from '../../rules/policy.ts';
import { changedFields, digestOf, type Masked } from '../../rules/same-answer.ts';
import { type Exchange, headerValue } from '../../wire/http/exchange.ts';
import { callKey } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { stepFor } from '../send/caches.ts';
import type { CellContext } from './cell-context.ts';
import type { Session } from './session.ts';

/** Equal reads always get other records or other fields, so there is nothing to compare with. */
export const UNSTABLE: Reason = { code: 'unstable', text: 'equal reads are answered differently' };

/** What is sent for a rule, and how often: each round has all of it once. */
export interface Rounds<Round> {
  /** The id of the rule. */
  readonly rule: string;
  readonly first: Round;
  readonly judge: (round: Round) => Judgement | Reason;
  /**
   * Sends again, in the order of this turn: servers that take turns would look like a difference. Null if equal reads
   * can't be compared.
   */
  readonly repeat: (turn: number) => Promise<Round | null>;
  /** The answers with a result that differ: caches explain other data, and no refusal. */
  readonly results: (round: Round) => readonly Exchange[] | null;
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
      const answers = rounds.map(results);
      const step = answers.includes(null)
        ? 'report'
        : stepFor(
            answers.flatMap((some) => some ?? []),
            changing.size > 0,
            caches,
          );
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
  { call }: Pick<PlannedCall, 'call'>,
  at: CellContext,
) {
  if (turn < DIFFERENCE.rounds) return turn === 1 ? all : all.toReversed();
  const other = at.ownClient.calls().find((one) => callKey(one) !== callKey(call));
  if (other !== undefined) await at.ownClient.again(other);
  return drawnFor(at.cell, at.plan).shuffled(all, `turn ${turn}`);
}

export function isBroken(judgement: Judgement | Reason): judgement is Problems {
  return Array.isArray(judgement) && judgement.length > 0;
}

const NONE: Masked = new Set();

/** The fields of a cell's operation that were seen to change between equal reads. */
export function maskedIn({ cell, changing }: CellContext): Masked {
  const byBinding = changing.get(cell.operation.name);
  return byBinding === undefined ? NONE : new Set([...byBinding.values()].flatMap((fields) => [...fields]));
}

/** Those that change in two bindings or more: where one alone changes, the others show what is right. */
export function maskedBetween({ cell, changing }: CellContext): Masked {
  const seen = [...(changing.get(cell.operation.name)?.values() ?? [])].flatMap((fields) => [...fields]);
  return new Set(seen.filter((field, at) => seen.indexOf(field) < at));
}

/** True where a shared cache kept an answer, so that its data may be older than what others get (RFC 9111, section 5.1). */
export function isKept({ response }: ParsedResponse): boolean {
  return Number(headerValue(response?.headers ?? [], 'age') ?? 0) > 0;
}

/** Notes in which fields two answers to equal reads differ; false if they can't be compared at all. */
export function noteChanges(before: ParsedResponse, after: ParsedResponse, session: Session): boolean {
  const { contract, changing } = session;
  const { operation, binding } = before.cell;
  const byBinding = changing.get(operation.name) ?? new Map<BindingName, Masked>();
  const known = byBinding.get(binding) ?? NONE;
  const changed = changedFields(digestOf(before, contract), digestOf(after, contract), known);
  if (changed === null ? before.success && after.success : changed !== known)
    changing.set(operation.name, byBinding.set(binding, changed ?? known));
  return changed !== null;
}
