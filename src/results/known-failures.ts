import { cellName } from '../contract/cell-name.ts';

/** A failure that the user knows of: one rule in one cell, with who answers for it. */
export interface KnownFailure {
  readonly rule: string;
  readonly operation: string;
  /** As the file has it: it may name no binding at all. */
  readonly binding: string;
  readonly owner: string;
  readonly reason: string;
  /** Its last day, YYYY-MM-DD; null where it has none. */
  readonly expires: string | null;
}

/** A known failure and where it stands, so that the line to delete can be named. */
export interface KnownFailureEntry extends KnownFailure {
  /** Line of the file, counted from 1. */
  readonly line: number;
}

/** The known failures that a run is held against (specs/schemas/baseline.schema.json). */
export interface KnownFailures {
  /** The file, as the user named it. */
  readonly file: string;
  readonly entries: readonly KnownFailureEntry[];
}

/** `http.status@Get_Inventory/soap12`, as findings are named: what a known failure is recognised by. */
export function failureName(failure: Pick<KnownFailure, 'rule' | 'operation' | 'binding'>): string {
  return `${failure.rule}@${cellName(failure)}`;
}
