import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Level } from '../rules/rule.ts';

/** A rule that objects, and at which level. */
export interface Objection {
  readonly rule: string;
  readonly level: Level;
}

/** What was done to a server or its answer: kind of edit, kind of place, and what exactly. */
export interface Done {
  readonly kind: string;
  readonly place: string;
  readonly detail: string;
}

/** Mutants that one mechanism misses, or wrongly objects to. */
interface Group {
  readonly count: number;
  readonly cells: readonly string[];
  /** What was done in the first few. */
  readonly examples: readonly string[];
}

type Groups = Readonly<Record<string, Group>>;
type Counts = Readonly<Record<string, number>>;

/** What was made of all mutants; plain data. */
export interface Figures {
  /** By kind of edit. */
  readonly kinds: Counts;
  /** By predicate. */
  readonly legal: Counts;
  /** Violations by the rule that objected first. */
  readonly rules: Counts;
  /** Violations without a finding. */
  readonly survivors: Groups;
  /** Legal edits with a required finding. */
  readonly accused: Groups;
}

/** Examples that are kept of a group. */
const MOST_EXAMPLES = 100;

export type Note = (cell: Cell, done: Done, legalBy: string | null, found: readonly Objection[]) => void;

interface Kept {
  readonly counts: Record<'kinds' | 'legal' | 'rules', Record<string, number>>;
  readonly groups: Record<'survivors' | 'accused', Record<string, Group>>;
}

const addTo = (counts: Record<string, number>, name: string, more = 1): void => {
  counts[name] = (counts[name] ?? 0) + more;
};

function addGroup(groups: Record<string, Group>, name: string, more: Group): void {
  const { count, cells, examples } = groups[name] ?? { count: 0, cells: [], examples: [] };
  groups[name] = {
    count: count + more.count,
    cells: [...new Set([...cells, ...more.cells])],
    examples: examples.length < MOST_EXAMPLES ? [...examples, ...more.examples] : examples,
  };
}

const empty = (): Kept => ({ counts: { kinds: {}, legal: {}, rules: {} }, groups: { survivors: {}, accused: {} } });
const figuresOf = ({ counts, groups }: Kept): Figures => ({ ...counts, ...groups });

/** Counts mutants. */
export function openTally(): { readonly note: Note; readonly figures: () => Figures } {
  const kept = empty();
  const { counts, groups } = kept;
  return {
    note: (cell, { kind, place, detail }, legalBy, found) => {
      const group = { count: 1, cells: [cellName(cell)], examples: [`${cellName(cell)}: ${detail}`] };
      const required = found.find(({ level }) => level === 'required');
      const gravest = required ?? found[0];
      addTo(counts.kinds, kind);
      if (legalBy === null) {
        if (gravest === undefined) addGroup(groups.survivors, `${kind} of ${place}`, group);
        else addTo(counts.rules, gravest.rule);
        return;
      }
      addTo(counts.legal, legalBy);
      if (required !== undefined)
        addGroup(groups.accused, `${required.rule}: ${kind} of ${place}, legal by ${legalBy}`, group);
    },
    figures: () => figuresOf(kept),
  };
}

/** The figures of parts as those of the whole. */
export function merged(parts: readonly Figures[]): Figures {
  const kept = empty();
  for (const part of parts) {
    for (const key of ['kinds', 'legal', 'rules'] as const)
      for (const [name, count] of Object.entries(part[key])) addTo(kept.counts[key], name, count);
    for (const key of ['survivors', 'accused'] as const)
      for (const [name, group] of Object.entries(part[key])) addGroup(kept.groups[key], name, group);
  }
  return figuresOf(kept);
}

/** All of them together. */
export function total(counts: Counts | Groups): number {
  return Object.values(counts).reduce((sum, one) => sum + (typeof one === 'number' ? one : one.count), 0);
}
