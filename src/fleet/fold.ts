import type { EndedTarget, League, Standing } from './league.ts';
import { notesOf } from './notes.ts';
import { fleetExitCode, isCutShort, ranked } from './rank.ts';
import { ruleRows } from './rule-rows.ts';

type Known = Pick<League, 'suite' | 'startedAt' | 'durationMs' | 'cells'>;

/** Folds the ends of all targets, in the order of the fleet, into the league. */
export function foldLeague(ended: readonly EndedTarget[], known: Known): League {
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
