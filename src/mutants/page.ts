import { defects } from '../reference/defects/defects.ts';
import { predicates } from './legal.ts';
import { UNUSED, WRITTEN } from './requests.ts';
import { type Figures, total } from './tally.ts';

/** The figures of a whole run. */
export interface Power {
  readonly answers: Figures;
  readonly requests: Figures;
  /** One in so many was tried. */
  readonly strides: { readonly answers: number; readonly requests: number };
}

/** The largest share of edits that may be legal: more would say that the edits are harmless. */
export const MOST_LEGAL = 0.3;

/** The share that is legal. */
export function legalShare({ kinds, legal }: Figures): number {
  return total(legal) / Math.max(1, total(kinds));
}

/** A text of one line for a cell of a table, in which no character hides. */
function plain(text: string): string {
  const shown = text
    .slice(0, 160)
    .replaceAll(/[\p{Cc}\u00a0\u200b\ufffe]/gu, (one) => `U+${one.charCodeAt(0).toString(16)} `);
  return shown.replaceAll(/[\\`|*_<>[\]]/g, (one) => `\\${one}`);
}

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const head = (...names: readonly string[]): readonly string[] => [row(...names), row(...names.map(() => '---'))];
const counted = (counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => row(count, `\`${name}\``));
const groups = (all: Figures['survivors'], most: number): readonly string[] => [
  ...head('Mutants', 'Cells', 'What', 'As'),
  ...Object.entries(all)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .flatMap(([name, { count, cells, examples }]) =>
      examples.slice(0, most).map((example) => row(count, cells.length, plain(name), plain(example))),
    ),
  '',
];

/** docs/power.md: what is found of faults, and who chose them; with so many examples of each group. */
export function pageOf({ answers, requests, strides }: Power, most = 1): string {
  const tried = (stride: number): string => (stride === 1 ? 'Every one was tried' : `One in ${stride} was tried`);
  return [
    '# Power: what the suite finds, and who chose what',
    '',
    'Written by `npm run mutants -- --page`. A number of found faults says little without who chose the faults.',
    '',
    ...head('Faults', 'Chosen by', 'Tried', 'Legal', 'Violations', 'Not found', 'Wrongly accused'),
    row('Defects of the reference server', 'the developers of the rules', defects.length, 0, defects.length, 0, 0),
    figuresRow('Single edits of the golden answers', 'nobody: a grammar of edits, at every place', answers),
    figuresRow('Misreadings of requests', 'the developers: kinds; nobody: places', requests),
    '',
    'The kill matrix test holds the first line true: it fails where a defect is not found by exactly the rules that name it.',
    '',
    '## Single edits of the golden answers',
    '',
    `The 80 golden answers were transcribed from the document. Each edit changes one of them in one place. ${tried(strides.answers)}, in the`,
    'place of a right answer, and judged as a run judges it: alone, and beside the right answers of the other bindings.',
    'An edit is legal by one of the predicates below, which were written apart from the rules and name no operation and',
    'no place; all others are violations and must be found.',
    '',
    ...head('Edits', 'Kind'),
    ...counted(answers.kinds),
    '',
    ...head('Legal', 'Predicate', 'By'),
    ...predicates.map(({ id, clause }) => row(answers.legal[id] ?? 0, `\`${id}\``, plain(clause))),
    '',
    ...head('Violations', 'Found first by'),
    ...counted(answers.rules),
    '',
    '### Not found',
    '',
    ...groups(answers.survivors, most),
    '### Wrongly accused',
    '',
    ...groups(answers.accused, most),
    '## Misreadings of requests',
    '',
    'The reference server, which checks credentials, reads one parameter or field wrongly in one cell, or does not understand one way',
    `of writing a request (a trait, which must be found at its level). ${tried(strides.requests)}, by the calls of the standard profile.`,
    "A misreading is legal where none of some thousand questions about all of the server's data gets another answer:",
    '',
    ...head('Legal', 'Predicate', 'By'),
    ...[UNUSED, WRITTEN].map(({ id, clause }) => row(requests.legal[id] ?? 0, `\`${id}\``, plain(clause))),
    '',
    '### Requests: not found',
    '',
    ...groups(requests.survivors, most),
  ].join('\n');
}

function figuresRow(what: string, by: string, figures: Figures): string {
  const [count, legal] = [total(figures.kinds), total(figures.legal)];
  const share = `${legal} (${(100 * legalShare(figures)).toFixed(1)} %)`;
  return row(what, by, count, share, count - legal, total(figures.survivors), total(figures.accused));
}
