import { isDeepStrictEqual } from 'node:util';
import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
import { failureName } from '../results/outcome.ts';
import type { Results } from '../results/results.ts';
import { type RuleInCell, rulesInCells } from '../results/rule-outcomes.ts';
import { selectedCells } from '../results/selected-cells.ts';
import { counted, exclusionOf, isCounted, ruleSetNames } from '../rules/rule-sets.ts';
import { rules, rulesFor } from '../rules/rules.ts';

/** The first rule in a cell that the results lack, or should not have; null if they agree with the contract. */
export function inventoryGap({ cells, ruleSet, uncounted = [] }: Results, contract: Contract): string | null {
  if (ruleSet !== undefined && !ruleSetNames.includes(ruleSet))
    return `the rule set ${ruleSet} is not one of this program's: ${ruleSetNames.join(', ')}`;
  const left = rules.filter(({ id }) => !isCounted(id, ruleSet)).map(({ id }) => ({ id, excluded: exclusionOf(id) }));
  const told = uncounted.map(({ rule, excluded }) => ({ id: rule, excluded: excluded ? { rule, ...excluded } : null }));
  if (!isDeepStrictEqual(left, told)) return 'the rules that do not count are not those of the rule set';
  const wholeRun = selectedCells(contract);
  const cellNames = new Set(wholeRun.map(cellName));
  const found = cells.map(cellName);
  const absent = [...cellNames].find((name) => !found.includes(name));
  if (absent !== undefined) return `the cell ${absent} is missing; run it again with all cells`;
  const strange = found.find((name, index) => !cellNames.has(name) || found.indexOf(name) !== index);
  if (strange !== undefined) return `the cell ${strange} is not one of the contract's, or is listed twice`;
  const set = counted(rules, ruleSet);
  const levels = wholeRun.flatMap((cell) =>
    rulesFor(cell, contract, set).map(({ id, level }) => [failureName({ rule: id, ...cell }), level] as const),
  );
  return testGap(rulesInCells(cells), new Map(levels));
}

function testGap(tests: readonly RuleInCell[], wanted: ReadonlyMap<string, string>): string | null {
  const found = new Map(tests.map((test) => [failureName(test), test]));
  for (const [name, level] of wanted) {
    const has = found.get(name);
    if (has === undefined) return `the rule ${name} is missing; run it again with all rules`;
    const isLesser = has.level === 'recommended' && has.verdict === 'fail' && lesser.has(has.rule);
    if (has.level !== level && !isLesser)
      return `the rule ${name} has the level ${has.level}, but in this program ${level}`;
  }
  const strange = [...found.keys()].find((name) => !wanted.has(name));
  if (strange !== undefined) return `the rule ${strange} is not one that this program has in that cell`;
  return tests.length === found.size ? null : 'a rule is listed twice in a cell';
}

/** Rules with a part that is only recommended. */
const lesser: ReadonlySet<string> = new Set(rules.flatMap(({ id, lesserParts }) => (lesserParts ? [id] : [])));
