import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../base/error.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { type RunRecord, targetName } from '../../results/run-record.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { cellLine, endLine, findingLine, startLine } from '../../views/events.ts';
import { views } from '../../views/write-reports.ts';

/** Writes the events of a run while it goes on, if wanted: their report replaces the file at the end. */
export function openEvents(folder: string, wanted: boolean) {
  const path = join(folder, views.events.file);
  const begun = (): number => {
    // A new file in the place of one that may be there.
    rmSync(path, { force: true });
    return openSync(path, 'wx');
  };
  // The report at the end says what can't be written.
  let file = wanted ? attempt(begun, null) : null;
  const write = (text: string): void => {
    const open = file;
    if (open !== null) file = attempt(() => writeSync(open, text) && open, null);
  };
  return {
    start: ({ options, startedAt }: Pick<RunRecord, 'options' | 'startedAt'>, cells: number): void => {
      const { namespace, profile, seed } = options;
      const suite = { name: 'getdata-conformance', version: suiteVersion() } as const;
      const target = targetName(options);
      write(startLine({ suite, target, namespace, profile, seed, startedAt: startedAt.toISOString(), cells }));
    },
    take: (outcome: RuleResult | CellSummary): void => {
      if (outcome.kind === 'cell') write(cellLine(outcome));
      else if (outcome.finding !== null) write(findingLine(outcome.finding));
    },
    /** Whoever reads the file that was begun sees its end, too. */
    end: (results: Results): void => {
      write(endLine(results));
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
