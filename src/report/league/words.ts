import type { League, LeagueResult, LeagueTarget, Standing } from './league.ts';
import { standings } from './rank.ts';
import type { RuleTally } from './rule-rows.ts';

/** How every view says a standing. */
export const standingWords: Readonly<Record<Standing, string>> = {
  conformant: 'conformant',
  inconclusive: 'inconclusive',
  'non-conformant': 'non-conformant',
  unreachable: 'unreachable',
  error: 'error',
  'not-run': 'not run',
};

/** How many targets came to what, like `2 conformant, 1 not run`. */
export function totalsText({ totals }: Pick<League, 'totals'>): string {
  const parts = standings.flatMap((standing) =>
    totals[standing] === 0 ? [] : [`${totals[standing]} ${standingWords[standing]}`],
  );
  return parts.join(', ');
}

/** A figure of a target's results by its heading. */
interface Figure {
  readonly heading: string;
  readonly text: (result: LeagueResult) => string;
}

/** The figures that stand beside a verdict, the same in every view. */
export const figures: readonly Figure[] = [
  { heading: 'Cells passed', text: ({ cells }) => `${cells.pass} of ${cells.run}` },
  { heading: 'Required findings', text: ({ findings }) => `${findings.required}` },
  { heading: 'Recommended findings', text: ({ findings }) => `${findings.recommended}` },
  { heading: 'Rules failed', text: ({ rulesFailed }) => `${rulesFailed}` },
  { heading: 'Clauses judged', text: ({ requirements }) => `${requirements.judged} of ${requirements.testable}` },
  { heading: 'p50 ms', text: ({ latencyMs }) => `${latencyMs.p50 ?? NOTHING}` },
  { heading: 'p95 ms', text: ({ latencyMs }) => `${latencyMs.p95 ?? NOTHING}` },
];

/** Where there is nothing to say. */
export const NOTHING = '–';

/** The text of a figure of a target; where nothing of it was judged, its zeros would say too much. */
export function figureText({ text }: Figure, { result }: LeagueTarget): string {
  if (result === null) return NOTHING;
  const { cells, requirements } = result;
  return cells.pass + cells.fail + requirements.judged === 0 ? NOTHING : text(result);
}

/** What became of a rule in the cells of a target: `✗ 3 of 4`, `✓`, `? 2 of 4`. */
export function tallyText({ pass, fail, open }: RuleTally): string {
  const all = pass + fail + open;
  if (fail > 0) return `✗ ${fail} of ${all}`;
  if (open > 0) return `? ${open} of ${all}`;
  return pass > 0 ? '✓' : NOTHING;
}

/** The path of a report as an address relative to the league. */
export function hrefOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
