import type { Span } from '../html/layout.ts';

/** What a section says, something got worse, is unknown, got better, or is only different, and how views show it. */
export const tones = {
  worse: { name: 'fail', color: 'red', sign: '✗', mark: '❌' },
  open: { name: 'open', color: 'yellow', sign: '?', mark: '❔' },
  better: { name: 'pass', color: 'green', sign: '✓', mark: '✅' },
  plain: { name: 'plain', color: 'cyan', sign: '~', mark: '🔹' },
} as const;

export type Tone = keyof typeof tones;

/** @param marks - the characters that differ from what stands beside it */
export type Fact = readonly [name: string, value: string, marks?: readonly Span[]];

/** A line of two texts. */
export interface ComparedLine {
  /** The only one that has it. */
  readonly of: 'a' | 'b' | null;
  readonly text: string;
  readonly marks: readonly Span[];
}

/** A text cut at its marks, which are in order: the parts at odd places are marked. */
export function cutAt(marks: readonly Span[], text: string): readonly string[] {
  let from = 0;
  return [...marks.flatMap(({ start, end }) => [start, end]), text.length].map((end) => {
    const start = from;
    from = Math.max(from, end);
    return text.slice(start, from);
  });
}

/** Something that has another value than before. */
export type Change = Readonly<Record<'what' | 'old' | 'new', string>>;

export type Section = Readonly<ReturnType<typeof section>>;

/** One part of a report, as every view shows it. @param about - what a reader needs, if the title is not enough */
export function section(id: string, title: string, tone: Tone, entries: readonly Entry[], about: string | null = null) {
  return { id, title, tone, about, entries };
}

/** With a tone in place of that of its section, a word before the title, and the part of two texts that differs. */
export interface Entry extends Readonly<ReturnType<typeof entry>> {
  readonly tone?: Tone;
  readonly kind?: string;
  readonly lines?: readonly ComparedLine[];
}

/** An entry without the facts that have no value. @param where - the cells, in words; '' if it is about none */
export function entry(title: string, where: string, facts: readonly Fact[] = [], changes: readonly Change[] = []) {
  return { title, where, facts: facts.filter(([, value]) => value !== ''), changes };
}

/** The facts that are command lines. */
export function isCommand(name: string): boolean {
  return name.startsWith('again') || name === 'curl';
}
