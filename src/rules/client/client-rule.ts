import type { BindingName } from '../../contract/model.ts';
import { byText, type Level, type Rule } from '../rule.ts';
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
  /** Where the mistake has a fix of its own. */
  readonly fix?: string;
};

type SharedFacts = 'id' | 'title' | 'ground' | 'bindings' | 'requirements' | 'standard' | 'basis' | 'example';

/** A rule on a request: what all rules have, and a pure judge. */
export interface ClientRule extends Pick<Rule, SharedFacts> {
  /** `observed`: the document is silent, so it is a hint. */
  readonly level: Level;
  /** What is less than required. */
  readonly lesserParts?: readonly [string, ...string[]];
  readonly explanation: string;
  readonly fix: string;
  readonly judge: (reading: RequestReading) => readonly ClientProblem[];
}

/** Rules on requests: required, and by the document's text, where they do not say otherwise. */
export function clientRulesOf(
  rules: readonly (Omit<ClientRule, 'level' | 'basis'> & Partial<Pick<ClientRule, 'level' | 'basis'>>)[],
): readonly ClientRule[] {
  return rules.map((rule) => ({ level: 'required', basis: byText(), ...rule }));
}
