import type { ParsedResponse } from '../bindings/parsed-response.ts';
import type { BindingName } from '../contract/model.ts';
import type { Judgement, Problems, Reason } from '../rules/judgement.ts';
import type { Level } from '../rules/rule.ts';
import { changedFields, digestOf, type Masked } from '../rules/same-answer.ts';
import type { Caches } from './caches.ts';
import type { CellContext } from './cell-context.ts';
import type { Session } from './session.ts';

/** How often two requests with different answers are sent in turns before it is a finding. */
const ROUNDS = 3;

/** More answers before a difference of results is a finding: of one late server of four, most runs see one. */
export const BESIDE = 6;

/** Equal reads always get other records or other fields, so there is nothing to compare with. */
export const UNSTABLE: Reason = { code: 'unstable', text: 'equal reads are answered differently' };

/**
 * What a rule says of answers. If it objects, everything is sent again: only what it objects to each time counts. The
 * last time is when caches have no earlier answer any more: one that keeps the answers of each binding, or to each way of
 * writing a call, by themselves shows older data in one than in another.
 * @param level - of the rule, or of its part
 * @param repeat - sends again, in the other order if told so: two servers that take turns would look like a difference.
 * Null if equal reads can't be compared
 */
export async function confirmed<Round>(
  first: Round,
  judge: (round: Round) => Judgement | Reason,
  repeat: (reversed: boolean) => Promise<Round | null>,
  caches: Caches,
  level: Level,
): Promise<Judgement | Reason> {
  const rounds = [first];
  for (;;) {
    // Judge each round again: fields that were found to change meanwhile are left out.
    const judgements = rounds.map(judge);
    const [shown = []] = judgements;
    const calm = judgements.find((judgement) => !isBroken(judgement));
    if (calm !== undefined) return calm;
    if (rounds.length > ROUNDS) caches.outlasted(level);
    if (rounds.length > ROUNDS || (rounds.length === ROUNDS && !(await caches.forget(level)))) return shown;
    const next = await repeat(rounds.length === ROUNDS - 1);
    if (next === null) return UNSTABLE;
    rounds.push(next);
  }
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

/** Notes in which fields two answers to equal reads differ; false if they can't be compared at all. */
export function noteChanges(before: ParsedResponse, after: ParsedResponse, session: Session): boolean {
  const { contract, changing } = session;
  const { operation, binding } = before.cell;
  const byBinding = changing.get(operation.name) ?? new Map<BindingName, Masked>();
  const known = byBinding.get(binding) ?? NONE;
  const changed = changedFields(digestOf(before, contract), digestOf(after, contract), known);
  if (changed !== null && changed !== known) changing.set(operation.name, byBinding.set(binding, changed));
  return changed !== null;
}
