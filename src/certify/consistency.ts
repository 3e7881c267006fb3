import { isDeepStrictEqual } from 'node:util';
import { cellName } from '../contract/cell-name.ts';
import { countCells, countRules } from '../results/fold.ts';
import { failureName } from '../results/outcome.ts';
import type { Results } from '../results/results.ts';
import { rulesInCells } from '../results/rule-outcomes.ts';
import { breakingOf, cellVerdict, exitCodeOf, runVerdict } from '../results/verdict.ts';

/** The first value in results that does not follow from the rest; null if all agree. */
export function inconsistency(results: Results): string | null {
  return (
    wrongDate(results) ?? wrongCell(results) ?? wrongTotals(results) ?? wrongReasons(results) ?? wrongVerdict(results)
  );
}

function wrongDate({ startedAt }: Results): string | null {
  const date = new Date(startedAt);
  const right = !Number.isNaN(date.getTime()) && date.toISOString() === startedAt;
  return right ? null : `startedAt is '${startedAt}', which is not a date as run writes it`;
}

function wrongCell({ cells, options: { failOn } }: Results): string | null {
  const wrong = cells.find(({ rules, verdict }) => cellVerdict(rules, failOn) !== verdict);
  if (wrong !== undefined)
    return `the cell ${cellName(wrong)} has the verdict ${wrong.verdict}, but its rules say ${cellVerdict(wrong.rules, failOn)}`;
  const uncalled = cells.find(({ requests }) => requests === 0);
  return uncalled === undefined ? null : `the cell ${cellName(uncalled)} was sent no request`;
}

function wrongTotals({ cells, findings, totals, requests }: Results): string | null {
  const ofLevel = (wanted: string): number => findings.filter(({ level }) => level === wanted).length;
  const sums = {
    cells: countCells(cells.map(({ verdict }) => verdict)),
    rules: countRules(rulesInCells(cells).map(({ verdict }) => verdict)),
    findings: { required: ofLevel('required'), recommended: ofLevel('recommended') },
  };
  for (const name of ['cells', 'rules', 'findings'] as const) {
    if (!isDeepStrictEqual(sums[name], totals[name])) return `the totals of ${name} do not add up`;
  }
  const sent = cells.reduce((sum, cell) => sum + cell.requests, 0);
  return sent <= requests ? null : `the cells count ${sent} requests, the run ${requests}`;
}

function wrongReasons({ cells, inconclusive }: Results): string | null {
  const open = rulesInCells(cells).filter(({ verdict }) => verdict === 'inconclusive');
  const [listed, right] = [inconclusive, open].map((all) => all.map(failureName).toSorted());
  return isDeepStrictEqual(listed, right) ? null : 'the list of inconclusive entries does not match the cells';
}

/** Computed again; only known failures are excused. */
function wrongVerdict({ cells, findings, baseline, options, verdict, exitCode, failure }: Results): string | null {
  const breaking = breakingOf(findings, baseline, options.failOn);
  const strict = { complete: true, failedItself: failure !== null, allowInconclusive: false };
  const right = runVerdict({ cells, breaking, ...strict });
  if (right !== verdict) return `the verdict is ${verdict}, but its cells and findings say ${right}`;
  if (exitCodeOf(right) !== exitCode)
    return `the exit code is ${exitCode}, but that of the verdict is ${exitCodeOf(right)}`;
  return right === 'conformant' ? null : `the run is ${right}; only a conformant one is certified`;
}
