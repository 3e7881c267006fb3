import { predicates } from './legal.ts';
import { type Figures, total } from './tally.ts';

/** The largest share of edits that may be legal: more would say that the edits are harmless. */
export const MOST_LEGAL = 0.3;

/** The figures for a terminal. */
export function summaryOf(figures: Figures, examples: number): string {
  const { kinds, legal, rules, survivors, accused } = figures;
  const [count, free] = [total(kinds), total(legal)];
  const counted = (counts: Readonly<Record<string, number>>): readonly string[] =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, number]) => `  ${number} ${name}`);
  const grouped = (groups: Figures['survivors']): readonly string[] =>
    Object.entries(groups)
      .toSorted(([, one], [, other]) => other.count - one.count)
      .flatMap(([name, group]) => [
        `  ${group.count} in ${group.cells.length} cells: ${name}`,
        ...group.examples.slice(0, examples).map((example) => `    ${example.replaceAll('\n', '⏎').slice(0, 200)}`),
      ]);
  return [
    `${count} single edits`,
    ...counted(kinds),
    `${free} legal (${((100 * free) / count).toFixed(1)} %${free > MOST_LEGAL * count ? ', too many' : ''})`,
    ...counted({ ...Object.fromEntries(predicates.map(({ id }) => [id, 0])), ...legal }),
    `${count - free} violations, found by`,
    ...counted(rules),
    `${total(survivors)} survivors`,
    ...grouped(survivors),
    `${total(accused)} wrongly accused`,
    ...grouped(accused),
  ].join('\n');
}
