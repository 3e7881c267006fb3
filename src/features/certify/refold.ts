import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { type Finding, inCell } from '../../results/outcome.ts';
import { foldedAgain } from '../../results/refold.ts';
import type { CellResult, Results } from '../../results/results.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { credentials } from '../../results/warnings.ts';
import { fieldPaths } from '../../rules/fields.ts';
import type { Level, Rule } from '../../rules/rule.ts';
import { counted } from '../../rules/rule-sets.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { firstDifference } from './first-difference.ts';

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
  const folded = foldedAgain(asPlanned(results, contract), contract, '');
  const { warnings, times } = results;
  // The command of a finding names the file where the run wrote it.
  const findings = folded.findings.map((one, at) => ({
    ...one,
    reproduce: results.findings[at]?.reproduce ?? one.reproduce,
  }));
  const right = { ...folded, findings, warnings, ...(times === undefined ? {} : { times }) };
  const difference = firstDifference(named(results), named(right));
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
