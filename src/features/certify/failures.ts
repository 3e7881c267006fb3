import { listed } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import { failureName } from '../../options/known-failures.ts';
import { staleEntries } from '../../results/baseline.ts';
import { ofRecords } from '../../results/causes/one-mistake.ts';
import type { BaselineEntryResult, Results } from '../../results/results.ts';
import { type RuleInCell, rulesInCells } from '../../results/rule-outcomes.ts';

export function failure(results: Results, withWaivers: boolean): string | null {
  return staleBaseline(results) ?? waived(results, withWaivers) ?? unjudged(results);
}

export function waiversOf({ baseline }: Results): readonly BaselineEntryResult[] {
  return baseline?.entries.filter(({ state }) => state === 'known' || state === 'flaky') ?? [];
}

/** Cells in which a required failure is waived: the rules that it left nothing to judge are excused too. */
export function waivedCells({ findings }: Results): ReadonlySet<string> {
  const waived = findings.filter(({ level, known }) => level === 'required' && known);
  return new Set(waived.map(cellName));
}

function unjudged(results: Results): string | null {
  const tests = rulesInCells(results.cells);
  const excused = waivedCells(results);
  const judged = tests.filter(({ verdict, rule }) => verdict === 'pass' && ofRecords.has(rule)).map(cellName);
  const blank = [...excused].find((cell) => !judged.includes(cell));
  if (blank !== undefined)
    return `${blank} showed no record that could be judged; a waiver is for a fault, not for a whole cell`;
  return tests.map((test) => unfit(test, excused)).find((sentence) => sentence !== null) ?? null;
}

function unfit(test: RuleInCell, excused: ReadonlySet<string>): string | null {
  const name = failureName(test);
  if (test.verdict === 'skipped') return `${name} was skipped; run it again with nothing left out`;
  if (test.verdict === 'pass' && test.judged === 0) return `${name} passed, but judged nothing`;
  if (test.level !== 'required' || ['pass', 'fail', 'not-applicable'].includes(test.verdict)) return null;
  if (excused.has(cellName(test))) return null;
  return `${name} is ${test.verdict}: the run had nothing to judge it by`;
}

/** Checked before the options: nobody should run it again only to learn that it is not conformant. */
export function brokenRule({ findings }: Results): string | null {
  const all = findings.filter(({ level, known }) => level === 'required' && !known);
  if (all.length === 0) return null;
  return `the target is not conformant: ${listed(all.map(failureName), 1)} ${all.length === 1 ? 'fails' : 'fail'}`;
}

/** No line of the baseline has expired, and none passes now. */
function staleBaseline(results: Results): string | null {
  const [stale] = staleEntries(results);
  return stale === undefined ? null : `known failures must still hold: ${stale.sentence}`;
}

function waived(results: Results, withWaivers: boolean): string | null {
  const names = waiversOf(results).map(failureName);
  if (names.length === 0 || withWaivers) return null;
  return `known failures were accepted (${listed(names, 1)}); --with-waivers certifies and names them, as WARNED`;
}
