import type { FleetReport, RuleTally, Standing, TargetReport, TargetResult } from '../fleet-report.ts';
import { isSelection, saysSomething, standings } from '../rank.ts';

/** How every view says a standing. */
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

/** A figure of a target's results by its heading. */
interface Figure {
  readonly heading: string;
  readonly text: (result: TargetResult) => string;
}

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

/** Where there is nothing to say. */
export const NOTHING = '–';

/** The text of a figure of a target; if nothing was judged, its zeros would mislead. */
export function figureText({ text }: Figure, { result }: TargetReport): string {
  if (result === null) return NOTHING;
  const { cells, requirements } = result;
  return cells.pass + cells.fail + requirements.judged === 0 ? NOTHING : text(result);
}

/** A rule's result in the cells of a target: `✗ 3 of 4`, `✓`, `? 2 of 4`. */
export function tallyText({ pass, fail, open }: RuleTally): string {
  const all = pass + fail + open;
  if (fail > 0) return `✗ ${fail} of ${all}`;
  if (open > 0) return `? ${open} of ${all}`;
  return pass > 0 ? '✓' : NOTHING;
}

/** The path of a report as an address relative to the report of the fleet. */
export function hrefOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
