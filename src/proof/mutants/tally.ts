import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { Level } from '../../rules/rule.ts';
import type { Edit } from './edit.ts';

export interface Objection {
  readonly rule: string;
  readonly level: Level;
}

/** What was done to a server or its answer: kind of edit, kind of place, and what exactly. */
type Done = Pick<Edit, 'kind' | 'place' | 'detail'>;

interface Group {
  readonly count: number;
  readonly cells: readonly string[];
  /** What was done in the first few. */
  readonly examples: readonly string[];
}

type Groups = Readonly<Record<string, Group>>;

/** The results of all mutants: by kind of edit, predicate or rule; violations without a finding; accused legal ones. */
export type Figures = Readonly<Record<'kinds' | 'legal' | 'rules' | 'survivors' | 'accused', Groups>>;

const MOST_EXAMPLES = 100;

export type Note = (cell: Cell, done: Done, legalBy: string | null, found: readonly Objection[]) => void;

/** Counts mutants: one by one, and those of parts. */
export function openTally() {
  type Sections = Record<keyof Figures, Record<string, Group>>;
  const figures: Sections = { kinds: {}, legal: {}, rules: {}, survivors: {}, accused: {} };
  const add = (section: keyof Figures, name: string, more: Group): void => {
    const { count, cells, examples } = figures[section][name] ?? { count: 0, cells: [], examples: [] };
    figures[section][name] = {
      count: count + more.count,
      cells: [...new Set([...cells, ...more.cells])],
      examples: examples.length < MOST_EXAMPLES ? [...examples, ...more.examples] : examples,
    };
  };
  const note: Note = (cell, { kind, place, detail }, legalBy, found) => {
    const one: Group = { count: 1, cells: [cellName(cell)], examples: [`${cellName(cell)}: ${detail}`] };
    const required = found.find(({ level }) => level === 'required');
    const gravest = required ?? found[0];
    add('kinds', kind, one);
    if (legalBy !== null) add('legal', legalBy, one);
    else if (gravest !== undefined) add('rules', gravest.rule, one);
    else add('survivors', `${kind} of ${place}`, one);
    if (legalBy !== null && required !== undefined)
      add('accused', `${required.rule}: ${kind} of ${place}, legal by ${legalBy}`, one);
  };
  const merge = (part: Figures): void => {
    for (const [section, groups] of Object.entries(part))
      for (const [name, group] of Object.entries(groups)) add(section as keyof Figures, name, group);
  };
  return { figures: figures as Figures, note, merge };
}

export function total(groups: Groups): number {
  return Object.values(groups).reduce((sum, { count }) => sum + count, 0);
}
