import type { Dimension, Trait } from '../calls/spelling/trait.ts';
import type { ClassText } from '../calls/texts.ts';
import type { Cell, Contract } from '../contract/model.ts';
import type { Call } from '../wire/soap/call.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { MakeRequest } from '../wire/soap/request-of.ts';
import type { Judgement, Reason } from './judgement.ts';
import type { Masked } from './same-answer.ts';

/** What a rule says of a variant whose parts are refused together: each is sent singly, as length may be why. */
export const TRIED_IN_PARTS: Reason = {
  code: 'limit',
  text: 'the target refuses requests of this length, also in plain form',
};

/** One request that a rule sends besides the generated calls. */
export interface Probe {
  /** Stable name of the difference; findings are grouped by it. */
  readonly code: string;
  /** The same in words. */
  readonly variant: string;
  /** The lesser part of the rule that it tries: answering it as the base call is only recommended. */
  readonly part?: string;
  /** The call of which it is a variant: sent unchanged too, to compare. */
  readonly call: Call;
  /** The call that the request makes, if its values differ from `call`. */
  readonly sent?: Call;
  readonly request: MakeRequest;
  /** How its request is written, if that is what it varies: each is sent on its own where the answer differs. */
  readonly traits?: readonly Trait[];
  /** If it combines others than traits: each of them singly. */
  readonly parts?: readonly Probe[];
  /** The rule that sends it, once, if others judge its answer too. */
  readonly owner?: string;
  /** A further request, sent where the rule objects, that shows whether the variation matters at all. */
  readonly control?: MakeRequest;
}

/** What a run draws at random for a cell: equal runs draw the same. */
export interface Draw {
  /** Short texts of each class of characters. */
  readonly classes: (parameter: string) => readonly ClassText[];
  /** Texts of each class which together have characters of every block of Unicode. */
  readonly blocks: (parameter: string) => readonly ClassText[];
  /** Whole values that stacks read as nothing, as a number or as another text, for each of so many parameters. */
  readonly wholes: (parameters: number) => readonly (readonly ClassText[])[];
  readonly long: (parameter: string) => ClassText;
  /** A word that is in nobody's data. */
  readonly word: (name: string) => string;
  /** A number that is in nobody's data. */
  readonly number: (name: string) => string;
  /** The same items in another order. @param name - gives each use its own order */
  readonly shuffled: <T>(items: readonly T[], name: string) => readonly T[];
}

/** The part of a rule over several exchanges: which further requests it needs and what it does with the answers. */
export interface Probing {
  /** The document describes its requests: the rules of a single answer judge a 200 to one of them too. */
  readonly described?: true;
  /** What it varies, where that is how a call is written. */
  readonly dimensions?: readonly Dimension[];
  /** The probes for a cell, from a call that it has answered with data. */
  readonly plan: (cell: Cell, base: Call, contract: Contract, draw: Draw) => readonly Probe[];
  /**
   * Compares the answer to the call, unchanged, with that to the probe and its control (null: none yet), except masked
   * fields. A reason says why this pair can't be judged.
   */
  readonly judge: (
    base: ParsedResponse,
    answer: ParsedResponse,
    probe: Probe,
    contract: Contract,
    masked: Masked,
    control: ParsedResponse | null,
  ) => Judgement | Reason;
}
