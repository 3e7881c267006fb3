import { cellName } from '../../contract/cell-name.ts';
import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { Defect } from '../../reference/defects/defect.ts';
import { defects } from '../../reference/defects/defects.ts';
import type { RuleResult } from '../../results/outcome.ts';
import { comparingOf } from '../../rules/check.ts';
import { type Layer, lesserPartsOf, type Rule } from '../../rules/rule.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { placeOf } from './place.fixture.ts';

export const contract = loadContract('http://dealer.example/webservices/');
export const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
/** As many cells as there are records with nested ones, so that each of these is seen. */
const MOST_CELLS = 7;
/** Rules that are left open and never broken: their defects keep them from passing. */
const OPEN: ReadonlySet<string> = new Set(
  defects.flatMap(({ foundBy, verdict }) => (verdict === 'inconclusive' ? foundBy : [])),
);

const OF_DOCUMENTS: ReadonlySet<Layer> = new Set(['envelope', 'wrapper', 'record', 'value', 'schema']);

/** The file of this folder that proves a fault: by the layer of the first rule that finds it. */
export function partOf({ foundBy: [first] }: Defect): 'wire' | 'document' | 'requests' | 'exchanges' {
  const rule = rules.find(({ id }) => id === first);
  if (rule?.layer === 'several exchanges') return rule.id.startsWith('request.') ? 'requests' : 'exchanges';
  return rule !== undefined && OF_DOCUMENTS.has(rule.layer) ? 'document' : 'wire';
}

/** The faults of a file of this folder. */
export function faultsOf(part: ReturnType<typeof partOf>): readonly Defect[] {
  return defects.filter((defect) => partOf(defect) === part);
}

/**
 * The rules that a defect is judged by. Where it is confined to some bindings of an operation, or to one cell, rules
 * that compare bindings see that too, and rightly: they count then only where it names them.
 */
export function judging(cell: Cell, defect: Defect | null, alone = false): readonly Rule[] {
  const confined = defect !== null && (alone || !siblings(cell).every((one) => defect.cells(one, contract)));
  return rulesFor(cell, contract).filter(
    (rule) => comparingOf(rule) === undefined || !confined || (!alone && defect.foundBy.includes(rule.id)),
  );
}

function siblings({ operation }: Cell): readonly Cell[] {
  return cells.filter((one) => one.operation === operation);
}

/** What is said against a server, but for what a broken rule of a cell leaves open there. */
export function objecting({ besides = [] }: Defect, results: readonly RuleResult[]): readonly string[] {
  const telling = results.filter(
    ({ rule, verdict }) =>
      !besides.includes(rule) && (verdict === 'fail' || (OPEN.has(rule) && verdict === 'inconclusive')),
  );
  const broken = telling.filter(({ rule, verdict }) => verdict === 'fail' || rule === 'http.answer');
  const brokenCells = new Set(broken.map(cellOf));
  return telling
    .filter((result) => broken.includes(result) || !brokenCells.has(cellOf(result)))
    .map((result) => `${result.rule}@${cellOf(result)} ${result.verdict} ${result.level}`)
    .toSorted();
}

function cellOf({ operation, binding }: RuleResult): string {
  return `${operation}/${binding}`;
}

export function expected(defect: Defect, chosen: readonly Cell[], alone = false): readonly string[] {
  const { foundBy, recommended = () => false, verdict = 'fail' } = defect;
  return chosen
    .flatMap((cell) =>
      judging(cell, defect, alone)
        .filter(({ id }) => foundBy.includes(id))
        .map(({ id, basis, level }) => {
          const isLesser = lesserPartsOf({ basis }).length > 0 && recommended(cell, contract, id);
          return `${id}@${cellName(cell)} ${verdict} ${isLesser ? 'recommended' : level}`;
        }),
    )
    .toSorted();
}

/** Cells of as many different records as there may be, over the bindings in turn; other ones for every defect. */
export function representatives(defect: Defect): readonly Cell[] {
  const observable = cells.filter((cell) => defect.cells(cell, contract));
  const records = [...new Set(observable.map(({ operation }) => operation.result.record))];
  const offset = placeOf(defect);
  const step = Math.max(1, Math.floor(records.length / MOST_CELLS));
  const chosen = records.map((_, place) => records[(offset + place * step) % records.length]).slice(0, MOST_CELLS);
  return [...new Set(chosen)].flatMap((record, place) => {
    const own = observable.filter(({ operation }) => operation.result.record === record);
    return own[(offset + place) % own.length] ?? [];
  });
}
