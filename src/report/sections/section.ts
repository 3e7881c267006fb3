/** What a section says: something got worse, is unknown, got better, or is only different. */
export type Tone = 'worse' | 'open' | 'better' | 'plain';

/** One part of a report, as every view shows it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly tone: Tone;
  /** What a reader needs to know; null if the title is enough. */
  readonly about: string | null;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly title: string;
  /** The cells, in words; '' if it is about none. */
  readonly where: string;
  readonly facts: readonly Fact[];
  readonly changes: readonly Change[];
}

export type Fact = readonly [name: string, value: string];

/** Something that has another value than before. */
export interface Change {
  readonly what: string;
  readonly old: string;
  readonly new: string;
}

export function section(id: string, title: string, tone: Tone, entries: readonly Entry[], about?: string): Section {
  return { id, title, tone, about: about ?? null, entries };
}

/** An entry without the facts that have no value. */
export function entry(title: string, where: string, facts: readonly Fact[] = [], changes: Entry['changes'] = []) {
  return { title, where, facts: facts.filter(([, value]) => value !== ''), changes };
}

/** The facts that are command lines. */
export function isCommand(name: string): boolean {
  return name === 'again' || name === 'curl';
}
