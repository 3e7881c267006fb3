import { momentText } from '../base/days.ts';
import { present } from '../base/present.ts';
import { are, plural } from '../base/words.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
import { withWarnings } from './coded-warnings.ts';
import type { InCell } from './outcome.ts';
import { foldedAgain } from './refold.ts';
import type { CellResult, Results } from './results.ts';

type NamedCell = Parameters<typeof cellName>[0];

/** What keeps results of one run from being joined with those of a rerun, in a few words; null if nothing does. */
export function notJoined(earlier: Results, rerun: Results): string | null {
  const facts: readonly (readonly [what: string, of: (results: Results) => unknown])[] = [
    ['version of the suite', ({ suite }) => [suite.version, suite.contractDigest]],
    ['target', ({ target }) => target],
    ['namespace', ({ namespace }) => namespace],
    ['profile', ({ profile, options: { runs } }) => [profile, runs]],
    ['seed', ({ seed }) => seed],
    ['rule set', ({ ruleSet }) => ruleSet],
    ['selection of rules', ({ options: { rules } }) => rules],
    ['level that breaks it', ({ options: { failOn, allowInconclusive } }) => [failOn, allowInconclusive]],
    ['shard', ({ options: { shard } }) => shard],
  ];
  const other = facts.find(([, of]) => JSON.stringify(of(earlier)) !== JSON.stringify(of(rerun)));
  return other?.[0] ?? (earlier.options.shard === undefined ? null : 'shard');
}

/**
 * The results of a run with the cells that were run again in place of their earlier ones; each other cell says when it
 * was run (`ranAt`). A cell that the rerun did not reach stays as it was. @param path - where the results will be
 */
export function withRerun(earlier: Results, rerun: Results, contract: Contract, path: string): Results {
  const again = new Map(rerun.cells.filter(wasRun).map((cell) => [cellName(cell), cell]));
  const isAgain = (one: NamedCell): boolean => again.has(cellName(one));
  const joined = <T extends InCell>(before: readonly T[], now: readonly T[]): readonly T[] => [
    ...before.filter((one) => !isAgain(one)),
    ...now.filter(isAgain),
  ];
  const cells = earlier.cells.map(
    (cell): CellResult => again.get(cellName(cell)) ?? { ...cell, ranAt: cell.ranAt ?? earlier.startedAt },
  );
  const ranAt = new Map(cells.map((cell) => [cellName(cell), cell.ranAt]));
  const { fields, parameters, headerValues } = rerun.coverage;
  const seen = new Set(rerun.observations.map(({ id }) => id));
  const whole: Results = {
    ...rerun,
    options: earlier.options,
    // With the reads of all cells.
    ...present({ wsdl: earlier.wsdl }),
    requests: rerun.requests + cells.reduce((sum, cell) => sum + (isAgain(cell) ? 0 : cell.requests), 0),
    incomplete: cells.some(({ verdict }) => verdict === 'not-reached'),
    cells,
    findings: joined(earlier.findings, rerun.findings),
    exchanges: joined(earlier.exchanges, rerun.exchanges),
    data: joined(earlier.data ?? [], rerun.data ?? []),
    observations: [...earlier.observations.filter(({ id }) => !seen.has(id)), ...rerun.observations],
    coverage: {
      ...earlier.coverage,
      fields: joined(earlier.coverage.fields, fields),
      parameters: joined(earlier.coverage.parameters, parameters),
      headerValues: joined(earlier.coverage.headerValues, headerValues),
    },
    inconclusive: joined(earlier.inconclusive, rerun.inconclusive),
  };
  const folded = foldedAgain(whole, contract, path);
  const { failure, exitCode } = rerun;
  const { warnings, warningCodes } = withWarnings(rerun, { 'run-again': ranNote(cells, again.size) });
  return {
    ...folded,
    ...(failure === null ? {} : { verdict: 'error', exitCode, failure }),
    cells: folded.cells.map((cell) => {
      const before = ranAt.get(cellName(cell));
      return before === undefined ? cell : { ...cell, ranAt: before };
    }),
    warnings,
    warningCodes,
  };
}

const wasRun = ({ verdict }: CellResult): boolean => verdict !== 'not-reached' && verdict !== 'skipped';

function ranNote(cells: readonly CellResult[], again: number): string {
  const days = [...new Set(cells.flatMap(({ ranAt }) => ranAt ?? []))].toSorted().map(momentText);
  const kept = cells.filter(({ ranAt }) => ranAt !== undefined).length;
  const ran = `${plural(again, 'cell')} ${again === 1 ? 'was' : 'were'} run again`;
  return kept === 0 ? `${ran}.` : `${ran}; the other ${kept} ${are(kept)} as run before: ${days.join('; ')}.`;
}
