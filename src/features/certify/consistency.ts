import { isDeepStrictEqual } from 'node:util';
import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { changingWarnings } from '../../results/changing.ts';
import { countCells, countRules } from '../../results/fold.ts';
import type { Results } from '../../results/results.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { staleUnused } from '../../results/unused.ts';
import { breakingOf, cellVerdict, exitCodeOf, runVerdict } from '../../results/verdict.ts';
import { credentials, otherSet, unreadDescription } from '../../results/warnings.ts';

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
  const ruled = ({ rules, reasonCode }: (typeof cells)[number]) => cellVerdict(rules, failOn, reasonCode);
  const wrong = cells.find((cell) => ruled(cell) !== cell.verdict);
  if (wrong !== undefined)
    return `the cell ${cellName(wrong)} has the verdict ${wrong.verdict}, but its rules say ${ruled(wrong)}`;
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
  return sent <= requests ? null : `the cells count ${plural(sent, 'request')}, the run ${requests}`;
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
  if (exitCodeOf(right) !== exitCode) return `the exit code is ${exitCode}, but the verdict has ${exitCodeOf(right)}`;
  return right === 'conformant' ? null : `the run is ${right}; only a conformant one is certified`;
}

/** The first warning of a conformant run that no check makes, or that is missing; null if there is none. */
export function oddWarning(results: Results, contract: Contract): string | null {
  const { cells, findings, coverage, warnings, baseline } = results;
  const options = { ...recordedOptions(results), baseline };
  const all = selectedCells(contract);
  const fields = coverage.fields.map(({ operation, binding, ...field }) => ({ operation, binding, fields: [field] }));
  // Results do not keep whether something was refused.
  const onCredentials = [false, true].flatMap((refused) => credentials({ options, cells: all }, refused) ?? []);
  const due = [
    onCredentials.find((one) => warnings.includes(one)) ?? onCredentials[0],
    otherSet({ options }),
    unreadDescription(cells.flatMap(({ rules }) => rules)),
    ...changingWarnings(cells, findings),
    ...staleUnused(options, fields),
  ].flatMap((warning) => warning ?? []);
  const missing = due.find((warning) => !warnings.includes(warning));
  if (missing !== undefined) return `the warning '${missing}' follows from the results, but they lack it`;
  const stray = warnings.find((warning) => !due.includes(warning) && !counts.some((one) => one.test(warning)));
  return stray === undefined ? null : `the warning '${stray}' is not one that a check makes`;
}

/** On what results do not keep: how often the target told us to wait or was away, and what shards met. */
const counts: readonly RegExp[] = [
  /^The target asked \d+ times? to slow down \(429, or 503 with Retry-After\): lower the load with --rate\.$/,
  /^The target did not take some requests \(.{1,1000}\. Sent again: \d+; not sent again(?:, as they change state)?: \d+\.(?: If it takes few requests at once, lower --concurrency or give --rate\.)?$/,
  /^The shards met \d+ TLS certificates: they may have called different servers\.$/,
  /^.{1,300} was run \d+ days? after .{1,300}: the target may have been changed between them; run all shards again to be sure\.$/,
];
