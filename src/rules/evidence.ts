import type { Cell, Contract } from '../contract/model.ts';
import type { Call } from '../wire/soap/call.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { Listed } from '../wire/soap/records.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import type { Inspection } from './answer/inspect/inspection.ts';
import type { UnusedField } from './fields.ts';
import type { Problem, Reason } from './judgement.ts';

/**
 * What is known of a call. `sample`: the user guarantees 200 with data; `known`: its values are the user's or of one
 * answer; `generated`: some are invented; `observed`: an observer's, of the shape that the document describes, so a 200
 * is judged as far as the root; `undescribed`: the document does not describe it, so only HTTP is judged.
 */
export type Expectation = 'sample' | 'known' | 'generated' | 'observed' | 'undescribed';

/** All that a rule may look at: one exchange of a cell, read. */
export interface Evidence {
  readonly contract: Contract;
  readonly call: Call;
  readonly expectation: Expectation;
  readonly reading: ParsedResponse;
  /** The walk over the records; null where there is no payload to walk. */
  readonly inspection: Inspection | null;
  /** What the XML Schema validator said; null where it did not run. */
  readonly schema: SchemaVerdict | null;
  /** A call of this cell answered 200. */
  readonly cellAnswers200: boolean;
  /** It answers a planned call. False for repeats, variants and what came before the cells were run. */
  readonly isPlanned: boolean;
}

/** True for an answer to a request that the document describes with all that comes of it. */
export function isDescribed({ expectation }: Pick<Evidence, 'expectation'>): boolean {
  return expectation !== 'observed' && expectation !== 'undescribed';
}

/**
 * The answers that a check looks at; each scope holds the ones before. Plain calls: those to the calls as planned.
 * Answers: also those to repeats and variants, if they are 200. Everything: also those to requests that the document
 * does not describe.
 */
export type Scope = 'plain calls' | 'answers' | 'refusals too' | 'everything';

/** True for an answer that a check with this scope looks at. */
export function admits(sees: Scope, { isPlanned, expectation, reading }: Evidence): boolean {
  if (isPlanned || sees === 'everything') return true;
  if (sees === 'plain calls' || expectation === 'undescribed') return false;
  return sees === 'refusals too' || reading.response?.status === 200;
}

/** The exchanges of a cell that a check sees, and what else it may relate them to. */
export interface CellEvidence {
  readonly all: readonly Evidence[];
  readonly cell: Cell;
  readonly contract: Contract;
  /** Fields that the user declares as never filled. */
  readonly unused: readonly UnusedField[];
  /** What the operations that the check lists answered; none if not known. */
  readonly lists: readonly Listed[];
}

/** Of so many answers to equal requests, how many broke a rule. */
export type Times = Readonly<Record<'broken' | 'of', number>>;

interface JudgedCell {
  readonly kind: 'judged';
  readonly problem: Problem | null;
  readonly evidence: Evidence | null;
  /** How many equal requests broke the rule, if not all. */
  readonly times?: Times;
}

/** What a check says of a whole cell. */
export type CellJudgement =
  | JudgedCell
  | { readonly kind: 'inconclusive'; readonly reason: Reason }
  /** With a reason: the target offers nothing that the check is about. */
  | { readonly kind: 'not-applicable'; readonly reason?: Reason };

/** That a check had something to judge, and the problem if it found one. */
export function judged(evidence: Evidence | null = null, problem: Problem | null = null): JudgedCell {
  return { kind: 'judged', problem, evidence };
}
