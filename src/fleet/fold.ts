import type { CellResult } from '../results/results.ts';
import type { Level } from '../rules/rule.ts';
import { rules as catalogue } from '../rules/rules.ts';
import type { BrokenRule, EndedTarget, FleetReport, RuleTally, Standing } from './fleet-report.ts';
import { notesOf } from './notes.ts';
import { fleetExitCode, isCutShort, ranked } from './rank.ts';

type Known = Pick<FleetReport, 'suite' | 'startedAt' | 'durationMs' | 'cells'>;

/** Folds the ends of all targets, in the order of the fleet, into its report. */
export function foldFleet(ended: readonly EndedTarget[], known: Known): FleetReport {
  const targets = ranked(ended.map(({ target }) => target));
  const count = (wanted: Standing): number => targets.filter(({ standing }) => standing === wanted).length;
  return {
    schemaVersion: 1,
    ...known,
    exitCode: fleetExitCode(targets),
    incomplete: targets.some((target) => target.standing === 'not-run' || isCutShort(target)),
    totals: {
      conformant: count('conformant'),
      inconclusive: count('inconclusive'),
      'non-conformant': count('non-conformant'),
      unreachable: count('unreachable'),
      error: count('error'),
      'not-run': count('not-run'),
    },
    notes: notesOf(targets, known.cells),
    targets,
    rules: ruleRows(
      targets.flatMap(({ name }) => ended.filter(({ target, rules }) => target.name === name && rules.size > 0)),
    ),
  };
}

type Tallies = ReadonlyMap<string, RuleTally & { readonly level: Level }>;

/** What became of each rule in the cells of one run; cells that were skipped have no part in it. */
export function tallied(cells: readonly CellResult[]): Tallies {
  const tallies = new Map<string, RuleTally & { readonly level: Level }>();
  for (const { rule, level, verdict } of cells.flatMap((cell) => cell.rules)) {
    const { pass, fail, open } = tallies.get(rule) ?? { pass: 0, fail: 0, open: 0 };
    tallies.set(rule, {
      level,
      pass: pass + (verdict === 'pass' ? 1 : 0),
      fail: fail + (verdict === 'fail' ? 1 : 0),
      open: open + (verdict === 'inconclusive' || verdict === 'not-reached' ? 1 : 0),
    });
  }
  return tallies;
}

const NONE: RuleTally = { pass: 0, fail: 0, open: 0 };

/** The rules that any of these targets breaks, each with all of them. */
function ruleRows(ended: readonly EndedTarget[]): readonly BrokenRule[] {
  return catalogue.flatMap(({ id, level, title }) => {
    if (!ended.some(({ rules }) => (rules.get(id)?.fail ?? 0) > 0)) return [];
    const targets = ended.map(({ target, rules }) => {
      const { pass, fail, open } = rules.get(id) ?? NONE;
      return { name: target.name, pass, fail, open };
    });
    return [{ rule: id, level, title, targets }];
  });
}
