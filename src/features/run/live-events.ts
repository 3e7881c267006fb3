import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { type RunRecord, targetName } from '../../results/run-record.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { cellLine, endLine, findingLine, startLine } from '../../views/events.ts';
import { views } from '../../views/write-reports.ts';

/** Writes the events of a run while it goes on, if events are wanted: its report of them replaces the file at the end. */
export function openEvents(folder: string, wanted: boolean) {
  let file = wanted ? newFile(join(folder, views.events.file)) : null;
  const write = (text: string): void => {
    try {
      if (file !== null) writeSync(file, text);
    } catch {
      // The report at the end says what can't be written.
      file = null;
    }
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

/** A new file in the place of one that may be there; null if it can't be made. */
function newFile(path: string): number | null {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx');
  } catch {
    return null;
  }
}
