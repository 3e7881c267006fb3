import type { Results } from './results.ts';

/** What a warning is about: a code of results.json (specs/schemas/results.schema.json) and of compare.json. */
export type WarningCode =
  | ('suite-failed' | 'target-down' | 'cut-short' | 'cells-given-up' | 'slow-down' | 'outages')
  | ('credentials-wanted' | 'placeholder-refused' | 'placeholder-sent' | 'certificate-unchecked')
  | ('first-cause' | 'mixed-up' | 'calls-refused' | 'bindings-off' | 'unanswered' | 'no-data' | 'nothing-selected')
  | ('changing-fields' | 'other-rule-set' | 'wsdl-part' | 'unused-seen')
  | ('judged-offline' | 'run-again' | 'other-run' | 'shard-certificates' | 'shards-apart')
  | ('other-data' | 'differences-dropped');

/** For each code what it says, one sentence each with what to do, in the order in which it is shown; or nothing. */
export type Warnings = Readonly<Partial<Record<WarningCode, string | readonly (string | null)[] | null>>>;

type Warned = Pick<Results, 'warnings' | 'warningCodes'>;

/** The same results with more warnings. */
export function withWarnings<T extends Warned>(results: T, more: Warnings): T {
  const said = Object.entries(more).flatMap(([code, sentences]) =>
    [sentences].flat().flatMap((sentence) => (sentence === null ? [] : [[code, sentence] as const])),
  );
  return {
    ...results,
    warnings: [...results.warnings, ...said.map(([, sentence]) => sentence)],
    warningCodes: [...results.warningCodes, ...said.map(([code]) => code)],
  };
}

/** A note only has to be known at the end: it explains nothing that a run shows. */
const NOTE = 'placeholder-sent' satisfies WarningCode;

/** What explains the results. */
export function warningsIn({ warnings, warningCodes }: Warned): readonly string[] {
  return warnings.filter((_sentence, index) => warningCodes[index] !== NOTE);
}

export function notesIn({ warnings, warningCodes }: Warned): readonly string[] {
  return warnings.filter((_sentence, index) => warningCodes[index] === NOTE);
}
