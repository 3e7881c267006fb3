import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { inCell } from '../../results/outcome.ts';
import type { Coverage, Results } from '../../results/results.ts';
import { rulesInCells } from '../../results/rule-outcomes.ts';
import { neededFields } from '../../rules/answer/coverage.ts';
import { waivedCells } from './failures.ts';

/** The first field, parameter or clause that the run has no evidence of; null if it has all (product.md, promise 1). */
export function coverageGap(results: Results, contract: Contract): string | null {
  const cells = selectedCells(contract);
  const waived = waivedCells(results);
  for (const cell of cells) {
    const unseen = waived.has(cellName(cell)) ? null : fieldGap(cell, results, contract);
    const gap = unseen ?? parameterGap(cell, results.coverage);
    if (gap !== null) return gap;
  }
  return clauseGap(results);
}

function fieldGap(cell: Cell, { coverage, options }: Results, contract: Contract): string | null {
  const own = coverage.fields.filter(inCell(cell));
  const seen = new Set(own.filter((field) => field.seen).map(({ path }) => path));
  const needed = own.filter((field) => field.needed).map(({ path }) => path);
  const always = neededFields(cell, contract, options.unused ?? [], () => true);
  const unseen = [...always, ...needed].find((path) => !seen.has(path));
  return unseen === undefined ? null : `the field ${unseen} of ${cellName(cell)} was never seen with a value`;
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
