import type { BindingName, Cell, Contract } from '../contract/model.ts';
import type { Call } from '../wire/soap/call.ts';
import type { CellEvidence, CellJudgement, Evidence, Scope } from './evidence.ts';
import type { Judgement, Reason } from './judgement.ts';
import type { Probing } from './probe.ts';
import type { Masked } from './same-answer.ts';
import type { Trial } from './trial.ts';
import type { Describing, Description } from './wsdl/description.ts';

/** Looks only at one answer: equal answers of a cell are judged once. */
export interface AnswerCheck {
  readonly kind: 'answer';
  readonly sees: Scope;
  readonly judge: (evidence: Evidence) => Judgement;
  /** True for a call that may be answered in a way that `judge` objects to. */
  readonly excuses?: (call: Call) => boolean;
}

/** The checks of a rule on single answers. */
export function ofAnswers(judge: AnswerCheck['judge'], sees: Scope = 'answers'): readonly [AnswerCheck] {
  return [{ kind: 'answer', sees, judge }];
}

/** Judges what the answers of a cell show together. */
export interface CellCheck {
  readonly kind: 'cell';
  readonly sees: Scope;
  /** The few answers that a file keeps are not enough. */
  readonly needsAll?: true;
  /** The operations whose answers from before the cells were run it compares with those of the cell. */
  readonly lists?: (cell: Cell, contract: Contract) => readonly string[];
  readonly judge: JudgeCell;
}
export type JudgeCell = (evidence: CellEvidence) => CellJudgement;

/** Compares the answers to variants of a call with the answer to the call itself. */
interface VariantExperiment extends Probing {
  readonly kind: 'experiment';
  readonly sides: 'variants';
}

/** Compares a cell's answers with those of other bindings to the same calls. */
export interface Comparing {
  readonly kind: 'experiment';
  readonly sides: 'bindings';
  /** The bindings with which it compares a cell's answers; all if left out. */
  readonly against?: readonly BindingName[];
  /** Makes calls that all bindings can carry of a cell's; if left out, its own are compared where they can be sent. */
  readonly calls?: (calls: readonly Call[]) => readonly Call[];
  /**
   * @param masked - fields known to change between equal reads, not compared
   * @param changing - of a write: fields that differ between two of one binding; left out if not known
   */
  readonly judge: (own: Evidence, peers: readonly Evidence[], masked: Masked, changing?: Masked) => Judgement;
}

/** Judges the service description, which a run requests once. */
interface DescriptionCheck {
  readonly kind: 'description';
  readonly of: 'document';
  readonly judge: Describing;
}

/** Judges the answers to planned calls by the service description. */
interface ByDescriptionCheck {
  readonly kind: 'description';
  readonly of: 'answers';
  readonly judge: ByDescription;
}

/** What a check says of an answer by a description. */
export type ByDescription = (description: Description, evidence: Evidence) => Judgement | Reason;

/** One thing that a rule looks at, and how. */
export type Check =
  | AnswerCheck
  | CellCheck
  | VariantExperiment
  | Comparing
  | Trial
  | DescriptionCheck
  | ByDescriptionCheck;

/** The checks of a rule: those that come first are shown first. */
export interface Checked {
  readonly checks: readonly Check[];
}

/** A rule's check of a kind; undefined if it has none. */
export function checkOf<Kind extends Check['kind']>(rule: Checked | undefined, kind: Kind) {
  return rule?.checks.find((check): check is Extract<Check, { kind: Kind }> => check.kind === kind);
}

/** How a rule varies calls; undefined if it does not. */
export function probingOf(rule: Checked | undefined): Probing | undefined {
  const experiment = checkOf(rule, 'experiment');
  return experiment?.sides === 'variants' ? experiment : undefined;
}

/** How a rule compares bindings; undefined if it does not. */
export function comparingOf(rule: Checked | undefined): Comparing | undefined {
  const experiment = checkOf(rule, 'experiment');
  return experiment?.sides === 'bindings' ? experiment : undefined;
}

/** True for a rule that judges single answers, or all of a cell, and sends nothing to be sure. */
export function judgesAnswers({ checks }: Checked): boolean {
  return checks.every(({ kind }) => kind !== 'experiment' && kind !== 'description');
}

/** True for a rule whose exchange is not a plain call: it sends its own requests. */
export function sendsItsOwn({ checks }: Checked): boolean {
  return checks.some((check) => {
    if (check.kind === 'experiment') return check.sides === 'variants' || check.calls !== undefined;
    return check.kind === 'description';
  });
}

/** True for a rule that needs more than recorded exchanges: its own requests, or all answers of a run. */
export function needsTraffic(rule: Checked): boolean {
  return sendsItsOwn(rule) || needsAllAnswers(rule);
}

/** True for a rule that judges what all answers of a cell show together: the few that a file keeps are not enough. */
export function needsAllAnswers({ checks }: Checked): boolean {
  return (
    checks.every(({ kind }) => kind === 'trial') || checks.some((check) => check.kind === 'cell' && check.needsAll)
  );
}
