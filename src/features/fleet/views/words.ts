import { listed } from '../../../base/words.ts';
import type { Standing } from '../ended.ts';
import type { BrokenRule, FleetReport } from '../fold.ts';
import { isSelection, saysSomething, standings, type TargetReport } from '../rank.ts';

export function standingText(standing: Standing): string {
  return standing === 'not-run' ? 'not run' : standing;
}

/** Targets per result, like `2 conformant, 1 not run`; for conformant ones, whether that is all of them. */
export function totalsText({ totals, targets }: Pick<FleetReport, 'totals' | 'targets'>): string {
  const conformant = targets.filter(({ standing }) => standing === 'conformant');
  const parts = standings.flatMap((standing) => {
    if (totals[standing] === 0) return [];
    const limit = standing === 'conformant' ? selectedOnly(conformant) : '';
    return [`${totals[standing]} ${standingText(standing)}${limit}`];
  });
  return parts.join(', ');
}

/** What the last line of a single run says (product.md): it is conformant for what was selected. */
function selectedOnly(conformant: readonly TargetReport[]): string {
  const selected = conformant.filter(isSelection).length;
  if (selected === 0) return '';
  return selected === conformant.length ? ' for what was selected' : ` (${selected} of them for what was selected)`;
}

/** Its note limits a verdict that it has, and is read together with it: `for what was selected`, `cut short`. */
export function isLimited(target: TargetReport): target is TargetReport & { readonly note: string } {
  return target.note !== null && saysSomething(target);
}

interface Figure {
  readonly heading: string;
  readonly text: (result: NonNullable<TargetReport['result']>) => string;
}

type RuleTally = BrokenRule['targets'][number];

/** The figures shown next to a verdict, the same in every view. */
export const figures: readonly Figure[] = [
  { heading: 'Cells passed', text: ({ cells }) => `${cells.pass} of ${cells.selected}` },
  { heading: 'Required findings', text: ({ findings }) => `${findings.required}` },
  { heading: 'Recommended findings', text: ({ findings }) => `${findings.recommended}` },
  { heading: 'Rules failed', text: ({ rulesFailed }) => `${rulesFailed}` },
  { heading: 'Clauses judged', text: ({ requirements }) => `${requirements.judged} of ${requirements.testable}` },
  { heading: 'p50 ms', text: ({ latencyMs }) => `${latencyMs.p50 ?? NOTHING}` },
  { heading: 'p95 ms', text: ({ latencyMs }) => `${latencyMs.p95 ?? NOTHING}` },
];

export const NOTHING = '–';

/** The text of a figure of a target; if nothing was judged, its zeros would mislead. */
export function figureText({ text }: Figure, { result }: TargetReport): string {
  if (result === null) return NOTHING;
  const { cells, requirements } = result;
  return cells.pass + cells.fail + requirements.judged === 0 ? NOTHING : text(result);
}

/** Most targets with a column each in the table of rules, and most names of those that break a rule. */
const MOST_COLUMNS = 50;
const MOST_NAMED = 10;

/** The columns of a rule: its result in each target or, if they are many, in how many of them, and which break it. */
export function ruleFigures({ targets }: BrokenRule) {
  if (targets.length <= MOST_COLUMNS) return targets.map((tally) => ({ heading: tally.name, ...tallyFigure(tally) }));
  const broken = targets.filter(({ fail }) => fail > 0).map(({ name }) => name);
  const open = targets.filter(({ fail, open }) => fail === 0 && open > 0);
  return [
    { heading: 'Broken by', text: `${broken.length} of ${targets.length}`, tone: 'fail' },
    { heading: 'Not judged in', text: `${open.length}`, tone: open.length > 0 ? 'open' : 'muted' },
    { heading: 'By', text: listed(broken, MOST_NAMED), tone: 'muted' },
  ];
}

/** A rule's result in the cells of a target: `✗ 3 of 4`, `✓`, `? 2 of 4`. */
function tallyFigure({ pass, fail, open }: RuleTally) {
  const all = pass + fail + open;
  if (fail > 0) return { text: `✗ ${fail} of ${all}`, tone: 'fail' };
  if (open > 0) return { text: `? ${open} of ${all}`, tone: 'open' };
  return pass > 0 ? { text: '✓', tone: 'pass' } : { text: NOTHING, tone: 'muted' };
}

export function rulesLegend({ rules }: FleetReport): string {
  return (rules[0]?.targets.length ?? 0) <= MOST_COLUMNS
    ? 'Cells in which each target breaks the rule (✗), or in which it could not be judged (?), of those it applies to.'
    : 'Targets that break the rule, and those in which it could not be judged; league.json has each.';
}

export function hrefOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
