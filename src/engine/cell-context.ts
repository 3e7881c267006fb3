import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { CallSource } from '../generate/pools.ts';
import { shrinkCall } from '../generate/shrink.ts';
import { profileOf } from '../results/run-options.ts';
import type { CellClient } from './cell-client.ts';
import { callSource } from './planned-call.ts';
import type { Session } from './session.ts';

export interface CellContext extends Session {
  readonly cell: Cell;
  readonly ownClient: CellClient;
  /** What further calls of the cell are generated from. */
  readonly source: CallSource;
}

export function contextOf(session: Session, cell: Cell): CellContext {
  const source = callSource(cell, session.contract, session.plan);
  return { ...session, cell, ownClient: session.cellClient(cell), source };
}

/** The smallest call that still fails, within the budget of the profile. */
export function smallestCall(call: Call, fails: (call: Call) => Promise<boolean>, { source, plan }: CellContext) {
  return shrinkCall(source, call, fails, profileOf(plan.options).shrinkBudget);
}
