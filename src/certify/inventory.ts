import { isDeepStrictEqual } from 'node:util';
import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { failureName } from '../results/outcome.ts';
import type { CellResult, Results } from '../results/results.ts';
import { selectedCells } from '../results/selected-cells.ts';
import type { Rule } from '../rules/rule.ts';
import { counted, exclusionOf, isCounted, ruleSetNames } from '../rules/rule-sets.ts';
import { rules, rulesFor } from '../rules/rules.ts';

export type RuleInCell = CellResult['rules'][number] & Pick<CellResult, 'operation' | 'binding'>;

/** Every rule of every cell, in the order of the results. */
export function rulesInCells(cells: readonly CellResult[]): readonly RuleInCell[] {
  return cells.flatMap(({ operation, binding, rules }) => rules.map((rule) => ({ ...rule, operation, binding })));
}

/** The first test that the results lack, or have against the contract; null if they agree. */
export function inventoryGap({ cells, ruleSet, uncounted = [] }: Results, contract: Contract): string | null {
  if (ruleSet !== undefined && !ruleSetNames.includes(ruleSet))
    return `the rule set ${ruleSet} is not one of this program's: ${ruleSetNames.join(', ')}`;
  const left = rules.filter(({ id }) => !isCounted(id, ruleSet)).map(({ id }) => ({ id, excluded: exclusionOf(id) }));
  const told = uncounted.map(({ rule, excluded }) => ({ id: rule, excluded: excluded ? { rule, ...excluded } : null }));
  if (!isDeepStrictEqual(left, told)) return 'the rules that do not count are not those of the rule set';
  const wholeRun = selectedCells(contract);
  const wanted = expectedTests(wholeRun, contract, counted(rules, ruleSet));
  const cellNames = new Set(wholeRun.map(cellName));
  const found = cells.map(cellName);
  const absent = [...cellNames].find((name) => !found.includes(name));
  if (absent !== undefined) return `the cell ${absent} is missing; run it again with all cells`;
  const strange = found.find((name, index) => !cellNames.has(name) || found.indexOf(name) !== index);
  if (strange !== undefined) return `the cell ${strange} is not one of the contract's, or is listed twice`;
  return testGap(rulesInCells(cells), wanted);
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

/** Rules that may be broken in a part that is only recommended. */
const lesser: ReadonlySet<string> = new Set(rules.flatMap(({ id, lesserParts }) => (lesserParts ? [id] : [])));

/** Name of each test that a full run has → its level. */
function expectedTests(cells: readonly Cell[], contract: Contract, from: readonly Rule[]): ReadonlyMap<string, string> {
  const testsOf = (cell: Cell) =>
    rulesFor(cell, contract, from).map(({ id, level }) => [`${id}@${cellName(cell)}`, level] as const);
  return new Map(cells.flatMap(testsOf));
}
