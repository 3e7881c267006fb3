/** What a section says: something got worse, is unknown, got better, or is only different. */
export type Tone = 'worse' | 'open' | 'better' | 'plain';

export type Fact = readonly [name: string, value: string];

/** Something that has another value than before. */
export type Change = Readonly<Record<'what' | 'old' | 'new', string>>;

export type Section = Readonly<ReturnType<typeof section>>;

/** One part of a report, as every view shows it. @param about - what a reader needs to know, if the title is not enough */
export function section(id: string, title: string, tone: Tone, entries: readonly Entry[], about: string | null = null) {
  return { id, title, tone, about, entries };
}

export type Entry = Readonly<ReturnType<typeof entry>>;

/** An entry without the facts that have no value. @param where - the cells, in words; '' if it is about none */
export function entry(title: string, where: string, facts: readonly Fact[] = [], changes: readonly Change[] = []) {
  return { title, where, facts: facts.filter(([, value]) => value !== ''), changes };
}

/** The facts that are command lines. */
export function isCommand(name: string): boolean {
  return name === 'again' || name === 'curl';
}
