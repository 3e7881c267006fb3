import { isDeepStrictEqual } from 'node:util';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { inCell } from '../../results/outcome.ts';
import type { Coverage, Results } from '../../results/results.ts';
import { type RuleInCell, rulesInCells } from '../../results/rule-outcomes.ts';
import { type FieldPath, fieldPaths, isDeclared, type UnusedField } from '../../rules/fields.ts';
import { counted, exclusionOf, isCounted, ruleSetNames } from '../../rules/rule-sets.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { waivedCells } from './failures.ts';

/** The first rule in a cell that the results lack, or should not have; null if they agree with the contract. */
export function inventoryGap({ cells, ruleSet, uncounted = [] }: Results, contract: Contract): string | null {
  if (!ruleSetNames.includes(ruleSet))
    return `the rule set ${ruleSet} is not one of this program's: ${ruleSetNames.join(', ')}`;
  const left = rules.filter(({ id }) => !isCounted(id, ruleSet)).map(({ id }) => ({ id, excluded: exclusionOf(id) }));
  const told = uncounted.map(({ rule, excluded }) => ({ id: rule, excluded: excluded ? { rule, ...excluded } : null }));
  if (!isDeepStrictEqual(left, told)) return 'the results leave out other rules than the rule set does';
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

/** The first field, parameter or clause that the run has no evidence of; null if it has all (product.md, promise 1). */
export function coverageGap(results: Results, contract: Contract): string | null {
  const cells = selectedCells(contract);
  const waived = waivedCells(results);
  for (const cell of cells) {
    const gap = fieldGap(cell, results, contract, waived.has(cellName(cell))) ?? parameterGap(cell, results.coverage);
    if (gap !== null) return gap;
  }
  return clauseGap(results);
}

function fieldGap(cell: Cell, { coverage, options }: Results, contract: Contract, waived: boolean): string | null {
  const paths = fieldPaths(cell, contract);
  const own = coverage.fields.filter(inCell(cell));
  if (own.length > paths.length)
    return `a field of ${cellName(cell)} is in the coverage twice, or is not one of its record's`;
  const found = new Map(own.map((field) => [field.path, field]));
  const excusable = excusablePaths(paths, cell, options.unused ?? []);
  for (const { path } of paths) {
    const field = found.get(path);
    if (field === undefined) return `the field ${path} of ${cellName(cell)} is missing from the coverage`;
    if (field.seen || waived) continue;
    if (field.needed) return `the field ${path} of ${cellName(cell)} was never seen with a value`;
    if (!excusable.has(path)) return `the field ${path} of ${cellName(cell)} must be seen, and was not`;
  }
  return null;
}

/** Fields that may go unseen: content not shown, lists of records in SOAP, declared unused, and what is in them. */
function excusablePaths(paths: readonly FieldPath[], { operation, binding }: Cell, unused: readonly UnusedField[]) {
  const excused = new Set<string>();
  for (const { path, parent, content } of paths) {
    const nested = isSoap(binding) && content.kind === 'list' && content.item.content.kind === 'record';
    const declared = unused.some((one) => isDeclared(one, operation.name, path));
    if (content.kind === 'open' || nested || declared || excused.has(parent ?? '')) excused.add(path);
  }
  return excused;
}

/** Credentials are not counted: their values are the user's. */
function parameterGap(cell: Cell, { parameters }: Coverage): string | null {
  const sent = parameters.filter(inCell(cell)).filter(({ values }) => values > 0);
  const own = cell.operation.parameters.filter(({ credential }) => !credential);
  const never = own.find(({ name }) => !sent.some(({ parameter }) => parameter === name));
  return never === undefined ? null : `the parameter ${never.name} of ${cellName(cell)} was never sent`;
}

/** Every clause that can be judged was: some rule based on it passed somewhere. */
function clauseGap({ cells, coverage }: Results): string | null {
  const tests = rulesInCells(cells);
  const passed = new Set(tests.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule));
  const judged = coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable');
  // A set does not judge a clause that none of its rules cites.
  const open = judged.find((clause) => clause.rules.length > 0 && !clause.rules.some((rule) => passed.has(rule)));
  return open === undefined ? null : `no rule passed that is based on the clause ${open.id}`;
}
