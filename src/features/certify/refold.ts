import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { type Finding, inCell } from '../../results/outcome.ts';
import { foldedAgain } from '../../results/refold.ts';
import type { CellResult, Results } from '../../results/results.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import { fieldPaths } from '../../rules/fields.ts';
import { type Level, lesserPartsOf, type Rule } from '../../rules/rule.ts';
import { counted } from '../../rules/rule-sets.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { firstDifference } from './first-difference.ts';

/** Results of the cells, rules and fields that the contract plans, at their levels; a rule with a finding fails. */
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
        fieldPaths(cell, contract).map(({ path }) => {
          const unseen = { operation: cell.operation.name, binding: cell.binding, path, seen: false, needed: false };
          return fields.get(`${cellName(cell)} ${path}`) ?? unseen;
        }),
      ),
    },
  };
}

/** The level of a finding's rule, or the lesser one that a part of the rule may have. */
function levelIn({ rule, level }: Finding, set: readonly Rule[]): Level {
  const known = set.find(({ id }) => id === rule);
  const isLesser = known !== undefined && level === 'recommended' && lesserPartsOf(known).length > 0;
  return isLesser ? level : (known?.level ?? level);
}

/** The first value that does not follow from the rest, but for warnings if it is not conformant; null if all do. */
export function unfounded(results: Results, contract: Contract): string | null {
  const folded = foldedAgain(asPlanned(results, contract), contract, '');
  const { times } = results;
  // The command of a finding names the file where the run wrote it.
  const findings = folded.findings.map((one, at) => ({
    ...one,
    reproduce: results.findings[at]?.reproduce ?? one.reproduce,
  }));
  const { warnings, warningCodes } = folded.verdict === 'conformant' ? folded : results;
  const right = { ...folded, findings, warnings, warningCodes, ...(times === undefined ? {} : { times }) };
  const difference = firstDifference(withNames(results), withNames(right));
  if (difference !== null) return `the results do not agree with their own rules and findings: ${difference}`;
  return results.verdict === 'conformant' ? null : `the run is ${results.verdict}; only a conformant one is certified`;
}

/** With what others are made from first, and with names in the place of indices. */
function withNames({ cells, baseline, findings, ...others }: Results) {
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
