import { cellName } from '../contract/cell-name.ts';

/** A failure that the user knows of: one rule in one cell, with its owner. */
export interface KnownFailure {
  readonly rule: string;
  readonly operation: string;
  /** As in the file: it may not be a binding at all. */
  readonly binding: string;
  readonly owner: string;
  readonly reason: string;
  /** Its last day, YYYY-MM-DD; null if it has none. */
  readonly expires: string | null;
  /** It comes and goes: a pass breaks nothing until its last day. */
  readonly flaky?: true;
}

/** A known failure and its line, so that the line to delete can be named. */
export interface KnownFailureEntry extends KnownFailure {
  /** Line of the file, counted from 1. */
  readonly line: number;
}

/** The known failures that a run is compared with (specs/schemas/baseline.schema.json). */
export interface KnownFailures {
  /** The file, as the user named it. */
  readonly file: string;
  /** The rule set of the run that they were taken from; left out if the file names none. */
  readonly ruleSet?: string;
  readonly entries: readonly KnownFailureEntry[];
}

/** `http.status@Get_Inventory/soap12`: the name of a rule in a cell, by which findings and known failures are named. */
export function failureName(failure: Parameters<typeof cellName>[0] & { readonly rule: string }): string {
  return `${failure.rule}@${cellName(failure)}`;
}
