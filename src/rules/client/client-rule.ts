import type { BindingName } from '../../contract/model.ts';
import type { Basis, Level } from '../rule.ts';
import type { ByteRange } from './read-form.ts';
import type { RequestReading } from './read-request.ts';

/** One place where a request breaks a client rule. It never holds the value of a credential. */
export interface RequestProblem {
  readonly rule: string;
  readonly level: Level;
  /** One sentence without its full stop: what is wrong, and what was meant. */
  readonly message: string;
  /** `header SOAPAction`, `query parameter itemno`, `/Envelope[1]/Body[1] (line 1, column 90)`. */
  readonly location: string;
  readonly expected: string;
  readonly actual: string;
  /** The wrong part of the request body; null where it is not in the body. */
  readonly bytes: ByteRange | null;
  readonly fix: string;
}

export interface RequestJudgement {
  /** The called operation, or the one that a similar name means. */
  readonly operation: string | null;
  readonly binding: BindingName | null;
  /** False where no operation is called (a page, the WSDL, a preflight, another path): nothing is judged. */
  readonly isCall: boolean;
  readonly problems: readonly RequestProblem[];
}

/** What a rule says about one place; without a level it has the rule's own. */
export type ClientProblem = Pick<RequestProblem, 'message' | 'location' | 'expected' | 'actual'> & {
  readonly level?: Level;
  readonly bytes?: ByteRange | null;
};

/** A rule on a request: permanent id, where it comes from, and a pure judge. */
export interface ClientRule {
  readonly id: string;
  /** `observed`: the document is silent, so it is a hint. */
  readonly level: Level;
  /** For a required rule: its lesser part. */
  readonly lesserParts?: readonly [string, ...string[]];
  /** One sentence in the present indicative: what a right request does. */
  readonly title: string;
  readonly bindings: readonly BindingName[];
  /** Ids of specs/requirements.json. */
  readonly requirements: readonly string[];
  /** The section of a standard; null where only the document says it. */
  readonly standard: string | null;
  readonly basis: readonly [Basis, ...Basis[]];
  readonly explanation: string;
  readonly fix: string;
  readonly example: { readonly right: string; readonly wrong: string };
  readonly judge: (reading: RequestReading) => readonly ClientProblem[];
}
