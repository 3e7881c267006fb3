import type { BindingName, Cell } from '../contract/model.ts';
import type { Exchange } from '../wire/http/exchange.ts';
import type { Call } from '../wire/soap/call.ts';
import type { CellEvidence, CellJudgement, Evidence, Scope } from './evidence.ts';
import type { Masked } from './same-answer.ts';

/** Sends more requests, each depending on the answers before. */
export interface Trial {
  readonly kind: 'trial';
  readonly sees: Scope;
  /** The most requests that it sends where nothing is wrong; none if left out. */
  readonly requests?: number;
  /** In the quick profile, of each operation one cell of SOAP and one of GET and POST sends it. */
  readonly isShared?: true;
  readonly run: (evidence: CellEvidence, ask: Ask) => Promise<TrialJudgement>;
  /** Tries only whether an answer depends on the call of another caller; left out if the trial never shows one. */
  readonly again?: (answer: Evidence, before: Evidence, than: Evidence | null, ask: Ask) => Promise<TrialJudgement>;
}

/** What a trial shows; 'not-applicable' without a reason: nothing beyond what other checks of the rule say. */
export type TrialJudgement = CellJudgement & {
  /** Another caller's call on which the answer depends; `than`: after this one it is another, if not after itself. */
  readonly before?: { readonly call: Call; readonly than?: Call; readonly exchange: Exchange };
};

/** Makes rounds of different length, by 0 to 2 repeats: they have no period, unlike servers that take turns. */
export const repeatsIn = (round: number): number => Math.floor(round * GOLDEN_RATIO) % 3;
const GOLDEN_RATIO = 1.618;

/** The answers to a call that is sent so many times, one after the other. */
export async function sentAgain(one: Evidence, times: number, ask: Ask): Promise<readonly Evidence[]> {
  const answers: Evidence[] = [];
  while (answers.length < times) answers.push(await ask.again(one));
  return answers;
}

/** What a trial may ask of a cell. Nothing more is sent to a cell that was given up. */
export interface Ask {
  readonly cell: Cell;
  /** Sends the call of an answer again. @param binding - another one that gets it; the cell's own if left out */
  readonly again: (evidence: Evidence, binding?: BindingName) => Promise<Evidence>;
  /** Sends the calls of answers at the same time; null where the run sends one call at a time. */
  readonly together: ((evidence: readonly Evidence[]) => Promise<readonly Evidence[]>) | null;
  /** The orders of the cell and of the bindings that are compared with it, of which the last were sent at once. */
  readonly orders: () => Promise<readonly (readonly Evidence[])[]>;
  /** The other bindings that are compared with the cell. */
  readonly peers: readonly BindingName[];
  /** Works on a call alone: other work on it has ended. */
  readonly inTurn: <Result>(call: Call, work: () => Promise<Result>) => Promise<Result>;
  /** Whether equal requests of a call were answered differently so far. */
  readonly isUnsteady: (evidence: Evidence) => boolean;
  /** The fields that change between equal reads in two bindings or more. */
  readonly masked: () => Masked;
  readonly isGivenUp: () => boolean;
  /** False where the run never waits for caches, though there may be some. */
  readonly mayWait: boolean;
  /**
   * Waits until caches have no earlier answer, if a difference may be theirs. @param why - in half a sentence
   * @returns false if such differences have to be left open
   */
  readonly outlastCaches: (evidence: Evidence, why: string) => Promise<boolean>;
  /** Notes that a difference was still there after the wait for caches. */
  readonly noteLasting: () => void;
}
