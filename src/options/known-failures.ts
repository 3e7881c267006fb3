import { cellName } from '../contract/cell-name.ts';

/** Who accepts a failure or a difference, why, and until when. */
export interface LetBe {
  readonly owner: string;
  readonly reason: string;
  /** Its last day, YYYY-MM-DD; null if it has none. */
  readonly expires: string | null;
  /** It comes and goes: that it is absent breaks nothing until its last day. */
  readonly flaky?: true;
}

/** A failure that the user knows of: one rule in one cell, with its owner. */
export interface KnownFailure extends LetBe {
  readonly rule: string;
  readonly operation: string;
  /** As in the file: it may not be a binding at all. */
  readonly binding: string;
}

/** A difference of two servers that the user accepts in one cell, as compare.json names it there. */
export interface AcceptedDifference extends LetBe {
  readonly difference: string;
  /** Null, like the binding, for the endpoint itself. */
  readonly operation: string | null;
  readonly binding: string | null;
}

interface OnLine {
  /** Line of the file, counted from 1, so that the line to delete can be named. */
  readonly line: number;
}

export type KnownFailureEntry = KnownFailure & OnLine;
export type AcceptedDifferenceEntry = AcceptedDifference & OnLine;

/** The known failures that a run is compared with (specs/schemas/baseline.schema.json). */
export interface KnownFailures {
  /** The file, as the user named it. */
  readonly file: string;
  /** The rule set of the run that they were taken from; left out if the file names none. */
  readonly ruleSet?: string;
  readonly entries: readonly KnownFailureEntry[];
  /** Left out if there are none. */
  readonly differences?: readonly AcceptedDifferenceEntry[];
}

/** `http.status@Get_Inventory/soap12`: the name of a rule in a cell, by which findings and known failures are named. */
export function failureName(failure: Parameters<typeof cellName>[0] & { readonly rule: string }): string {
  return `${failure.rule}@${cellName(failure)}`;
}

/** The name of what an entry of a baseline lets be: as of a failure; `wsdl WSDL: …@endpoint` for one of no cell. */
export function entryName(entry: NamedFailure | DifferencePlace): string {
  if ('rule' in entry) return failureName(entry);
  const { difference, operation, binding } = entry;
  return operation === null || binding === null
    ? `${difference}@endpoint`
    : failureName({ rule: difference, operation, binding });
}

type NamedFailure = Pick<KnownFailure, 'rule' | 'operation' | 'binding'>;
type DifferencePlace = Pick<AcceptedDifference, 'difference' | 'operation' | 'binding'>;
