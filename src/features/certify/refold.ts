import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { type Finding, inCell } from '../../results/outcome.ts';
import type { CellResult, Results, ShardRecord } from '../../results/results.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { mergeShards } from '../../results/shards/merge.ts';
import { credentials } from '../../results/warnings.ts';
import { fieldPaths } from '../../rules/fields.ts';
import type { Level, Rule } from '../../rules/rule.ts';
import { counted } from '../../rules/rule-sets.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { firstDifference } from './first-difference.ts';

/** The results as the fold makes them from the verdicts, findings and coverage in them of what the contract plans. */
function refolded(recorded: Results, contract: Contract): Results {
  const results = asPlanned(recorded, contract);
  const { cells, requests, findings, coverage, seedDrawn, times } = results;
  // Results of a whole run do not keep how its calls were answered; in a conformant one each cell was.
  const record: ShardRecord = {
    ...{ interrupted: false, errors: [], targetDown: null, unreachable: null, outages: [], backedOffBefore: 0 },
    requestsBefore: requests - cells.reduce((sum, cell) => sum + cell.requests, 0),
    cells: cells.map(({ operation, binding }) => ({
      ...{ operation, binding, statuses: { 200: 1 }, withData: 1, backedOff: 0 },
    })),
  };
  const whole = { file: 'results.json', results, shard: { index: 1, count: 1 }, record };
  const folded = mergeShards([whole], { contract, baseline: null, resultsPath: '' });
  return {
    ...folded,
    ...(seedDrawn === undefined ? {} : { seedDrawn }),
    ...(times === undefined ? {} : { times }),
    // The command names the file where the run wrote it.
    findings: folded.findings.map((one, at) => ({ ...one, reproduce: findings[at]?.reproduce ?? one.reproduce })),
    coverage: coverage.traits === undefined ? folded.coverage : { traits: coverage.traits, ...folded.coverage },
  };
}

/** Results of just the cells, rules and fields that the contract plans, at their levels; a rule fails where it has a finding. */
function asPlanned(results: Results, contract: Contract): Results {
  const { coverage, ruleSet } = results;
  const set = counted(rules, ruleSet);
  const planned = selectedCells(contract);
  const judged = new Map(rulesInCells(results.cells).map((one) => [failureName(one), one]));
  const failed = new Set(results.findings.map(failureName));
  const fields = new Map(coverage.fields.map((field) => [`${cellName(field)} ${field.path}`, field]));
  const judgedAs = (cell: Cell, { id: rule, level }: Rule): CellResult['rules'][number] => {
    const name = failureName({ ...cell, rule });
    const { verdict, ...others } = judged.get(name) ?? { verdict: 'inconclusive', judged: 0 };
    const isUnproved = verdict === 'fail' && !failed.has(name);
    return { ...others, rule, level, verdict: failed.has(name) ? 'fail' : isUnproved ? 'inconclusive' : verdict };
  };
  return {
    ...results,
    cells: planned.flatMap((cell) => {
      const [recorded] = results.cells.filter(inCell(cell));
      const own = rulesFor(cell, contract, set).map((rule) => judgedAs(cell, rule));
      return recorded === undefined ? [] : [{ ...recorded, rules: own }];
    }),
    findings: results.findings.map((finding) => ({ ...finding, level: levelIn(finding, set) })),
    coverage: {
      ...coverage,
      fields: planned.flatMap((cell) =>
        fieldPaths(cell, contract).flatMap(({ path }) => fields.get(`${cellName(cell)} ${path}`) ?? []),
      ),
    },
  };
}

/** The level of a finding's rule, or the lesser one that a part of the rule may have. */
function levelIn({ rule, level }: Finding, set: readonly Rule[]): Level {
  const known = set.find(({ id }) => id === rule);
  const isLesser = known?.lesserParts !== undefined && level === 'recommended';
  return isLesser ? level : (known?.level ?? level);
}

/** The first value that does not follow from the rest; null if all do. */
export function unfounded(results: Results, contract: Contract): string | null {
  const folded = refolded(results, contract);
  const difference = firstDifference(named(results), named({ ...folded, warnings: results.warnings }));
  if (difference !== null) return `the results do not agree with their own rules and findings: ${difference}`;
  if (results.verdict !== 'conformant') return `the run is ${results.verdict}; only a conformant one is certified`;
  return oddWarning(results, folded, contract);
}

/** With what others are made from first, and with names in the place of indices. */
function named({ cells, baseline, findings, ...others }: Results) {
  return {
    cells: byName(
      cells.map(({ rules: own, ...cell }) => ({ rules: byName(own, ({ rule }) => rule), ...cell })),
      cellName,
    ),
    baseline,
    findings: byName(findings, ({ id }) => id),
    ...others,
  };
}

function byName<T>(items: readonly T[], nameOf: (item: T) => string): Readonly<Record<string, T>> {
  const names = items.map(nameOf);
  return Object.fromEntries(
    items.map((item, at) => [`${names[at]}${names.indexOf(names[at] ?? '') === at ? '' : ' again'}`, item]),
  );
}

/** The first warning of a conformant run that no check makes, or that is missing; null if there is none. */
function oddWarning(results: Results, folded: Results, contract: Contract): string | null {
  const { warnings } = results;
  const called = { options: recordedOptions(results), cells: selectedCells(contract) };
  // Results do not keep whether a placeholder was refused.
  const [noted, refused] = [credentials(called, false), credentials(called, true)];
  const due = folded.warnings.map((one) => (one === noted && refused && warnings.includes(refused) ? refused : one));
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
