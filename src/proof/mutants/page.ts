import { defects } from '../../reference/defects/defects.ts';
import { predicates } from './legal.ts';
import { THREE_WRITES, UNUSED, WRITTEN } from './requests.ts';
import { type Figures, total } from './tally.ts';

export interface Power {
  readonly answers: Figures;
  readonly requests: Figures;
  readonly strides: { readonly answers: number; readonly requests: number };
}

/** The largest share of edits that may be legal: more means that the edits are harmless. */
export const MOST_LEGAL = 0.3;

export function legalShare({ kinds, legal }: Figures): number {
  return total(legal) / Math.max(1, total(kinds));
}

/** A one-line text for a table cell, with every character visible. */
export function plain(text: string): string {
  const named = (one: string): string => `U+${one.charCodeAt(0).toString(16)} `;
  const shown = text.slice(0, 160).replaceAll(/[\p{Cc}\u00a0\u200b\ufffe]/gu, named);
  return shown.replaceAll(/[\\`|*_<>[\]]/g, (one) => `\\${one}`);
}

export const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
export const table = (names: string, rows: readonly string[]): string =>
  [`| ${names} |`, `|${names.replaceAll(/[^|]+/g, ' --- ')}|`, ...rows].join('\n');
const sorted = (all: Figures['kinds']) => Object.entries(all).toSorted(([, one], [, other]) => other.count - one.count);
const counted = (all: Figures['kinds']): readonly string[] =>
  sorted(all).map(([name, { count }]) => row(count, `\`${name}\``));
const predicated = (all: typeof predicates, { legal }: Figures): string => {
  const rows = all.map(({ id, clause }) => row(legal[id]?.count ?? 0, `\`${id}\``, plain(clause)));
  return table('Legal | Predicate | By', rows);
};

/** docs/power.md: which faults are found, and who chose them; with so many examples of each group. */
export function pageOf({ answers, requests, strides }: Power, most = 1): string {
  const tried = (stride: number): string => (stride === 1 ? 'Every one was tried' : `One in ${stride} was tried`);
  const groups = (all: Figures['survivors']): string => {
    const rows = sorted(all).flatMap(([name, { count, cells, examples }]) =>
      examples.slice(0, most).map((example) => row(count, cells.length, plain(name), plain(example))),
    );
    return table('Mutants | Cells | What | As', rows);
  };
  const chosen = [
    row('Defects of the reference server', 'the developers of the rules', defects.length, 0, defects.length, 0, 0),
    figuresRow('Single edits of the golden answers', 'nobody: a grammar of edits, at every place', answers),
    figuresRow('Misreadings of requests', 'the developers: kinds; nobody: places', requests),
  ];
  return `# Power: what the suite finds, and who chose what

Written by \`npm run mutants -- --page\`. The number of faults found says little without knowing who chose the faults.

${table('Faults | Chosen by | Tried | Legal | Violations | Not found | Wrongly accused', chosen)}

The kill matrix test keeps the first line true: it fails if a defect is not found by exactly the rules that name it.

## Single edits of the golden answers

The 80 golden answers were transcribed from the document. Each edit changes one of them in one place. ${tried(strides.answers)}, in place
of a right answer. A run judges it so: by itself, and together with the right answers of the other bindings. An edit is legal by one of the
predicates below. These were written independently of the rules, and name no operation and no place. All other edits are violations and
must be found.

${table('Edits | Kind', counted(answers.kinds))}

${predicated(predicates, answers)}

${table('Violations | Found first by', counted(answers.rules))}

### Not found

${groups(answers.survivors)}

### Wrongly accused

${groups(answers.accused)}

## Misreadings of requests

The reference server checks credentials, and reads one parameter or field wrongly in one cell. Or it does not understand one way of
writing a request: a trait, which must be found at its level. ${tried(strides.requests)}, by the calls of the standard profile.
A misreading is legal if it changes no answer to about a thousand questions about all of the server's data.
Misreadings of a write without a value in its calls are listed separately:

${predicated([UNUSED, WRITTEN, THREE_WRITES], requests)}

### Requests: not found

${groups(requests.survivors)}
`;
}

function figuresRow(what: string, by: string, figures: Figures): string {
  const [count, legal] = [total(figures.kinds), total(figures.legal)];
  const share = `${legal} (${(100 * legalShare(figures)).toFixed(1)} %)`;
  return row(what, by, count, share, count - legal, total(figures.survivors), total(figures.accused));
}
