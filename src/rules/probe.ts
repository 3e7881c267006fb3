import type { RunContext } from '../bindings/binding.ts';
import type { Call } from '../bindings/call.ts';
import type { ParsedResponse } from '../bindings/parsed-response.ts';
import type { Cell, Contract } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import type { Dimension, Trait } from '../spelling/trait.ts';
import type { Judgement, Reason } from './judgement.ts';
import type { Masked } from './same-answer.ts';

/** One request that a rule wants sent beside the generated calls. */
export interface Probe {
  /** Stable name of what is different about it; findings are grouped by it. */
  readonly code: string;
  /** The same in words. */
  readonly variant: string;
  /** Where the rule is required and answering this probe as the base call is recommended only. */
  readonly level?: 'recommended';
  /** The call it is a variant of: sent as it stands too, for comparison. */
  readonly call: Call;
  /** The call that the request makes, where it has other values than `call`. */
  readonly sent?: Call;
  /** The request; encoded anew for reports, with placeholders for credentials. */
  readonly request: (context: RunContext) => HttpRequest;
  /** How its request is written, where that is what it varies: each alone is sent where the call is answered otherwise. */
  readonly traits?: readonly Trait[];
  /** Where it combines others than traits: each of them alone. */
  readonly parts?: readonly Probe[];
  /** A further request that shows whether what is varied matters at all. */
  readonly control?: (context: RunContext) => HttpRequest;
}

/** A text, its permanent code, and what it is in words. */
export interface DrawnText {
  readonly code: string;
  readonly label: string;
  readonly text: string;
  /** Beside others it would hide what becomes of them. */
  readonly alone?: true;
}

/** What a run draws at random for a cell: equal runs draw the same. */
export interface Draw {
  /** Texts for a parameter. */
  readonly texts: (parameter: string) => readonly string[];
  /** Texts of each class of characters. */
  readonly classes: (parameter: string) => readonly DrawnText[];
  /** What stacks read as nothing or as a number where it is the whole of a value, and a long text. */
  readonly wholes: (parameter: string) => readonly DrawnText[];
  /** A word that nobody has among their data. */
  readonly word: (name: string) => string;
  /** A number that nobody has among their data. */
  readonly number: (name: string) => string;
  /** The same items in another order. @param name - so that each use has an order of its own */
  readonly shuffled: <T>(items: readonly T[], name: string) => readonly T[];
}

/** The part of a rule over several exchanges: which further requests it needs and what it makes of the answers. */
export interface Probing {
  /**
   * The document describes its requests, in a legal spelling: an answer of 200 to one is judged by the rules of a single
   * answer too.
   */
  readonly described?: true;
  /** What it varies, where that is how a call is written. */
  readonly dimensions?: readonly Dimension[];
  /** The probes for a cell, from a call that the cell has answered with data. */
  readonly plan: (cell: Cell, base: Call, contract: Contract, draw: Draw) => readonly Probe[];
  /**
   * Compares the answer to the probe's call, sent as it stands, with the answer to the probe, but for fields known to change
   * between equal reads. A reason says why this pair can't be judged.
   * @param control - the answer to the probe's control; null where it has none
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
