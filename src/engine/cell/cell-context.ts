import { shrinkCall } from '../../calls/shrink.ts';
import type { Cell } from '../../contract/model.ts';
import { profileOf } from '../../options/model.ts';
import type { Call } from '../../wire/soap/call.ts';
import { callSource } from '../plan/planned-call.ts';
import type { Session } from './session.ts';

export type CellContext = Readonly<ReturnType<typeof contextOf>>;

/** The session, the cell and its client. `source`: what further calls of the cell are generated from. */
export function contextOf(session: Session, cell: Cell) {
  const source = callSource(cell, session.contract, session.plan);
  return { ...session, cell, ownClient: session.cellClient(cell), source };
}

/** The smallest call that still fails, within the budget of the profile. */
export function smallestCall(call: Call, fails: (call: Call) => Promise<boolean>, { source, plan }: CellContext) {
  return shrinkCall(source, call, fails, profileOf(plan.options).shrinkBudget);
}
