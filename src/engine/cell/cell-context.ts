import { shrinkCall } from '../../calls/shrink.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { profileOf } from '../../options/model.ts';
import { REFUSALS } from '../../rules/policy.ts';
import { changedFields, digestOf, type Masked } from '../../rules/same-answer.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import type { Session } from './session.ts';

export type CellContext = Readonly<ReturnType<typeof contextOf>>;

/** The session, the cell and its client. `source`: what further calls are generated from; `draw`: its requests. */
export function contextOf(session: Session, cell: Cell) {
  const { cellClient, sourceOf, drawOf } = session;
  return { ...session, cell, ownClient: cellClient(cell), source: sourceOf(cell), draw: drawOf(cell) };
}

/** The smallest call that still fails, within the budget of the profile. */
export function smallestCall(call: Call, fails: (call: Call) => Promise<boolean>, { source, plan }: CellContext) {
  return shrinkCall(source, call, fails, profileOf(plan.options).shrinkBudget);
}

/** Whether a refusal is to be made small: counts those that are. */
export function isShownSmall(kind: string, { madeSmall }: Session): boolean {
  const count = (madeSmall.get(kind) ?? 0) + 1;
  madeSmall.set(kind, count);
  return count <= REFUSALS.madeSmallInRun;
}

/** The fields of a cell's operation that were seen to change between equal reads. */
export function maskedIn({ cell, changing }: CellContext): Masked {
  return new Set([...(changing.get(cell.operation.name)?.values() ?? [])].flatMap((fields) => [...fields]));
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
  const known = byBinding.get(binding) ?? new Set();
  const changed = changedFields(digestOf(before, contract), digestOf(after, contract), known);
  if (changed === null ? before.success && after.success : changed !== known)
    changing.set(operation.name, byBinding.set(binding, changed ?? known));
  return changed !== null;
}
