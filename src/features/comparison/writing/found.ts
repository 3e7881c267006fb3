/** One difference in how two answers are written. */
export interface WrittenDifference {
  /** form: an XML parser tells them apart. spelling: the same infoset in other bytes. */
  readonly kind: 'form' | 'spelling';
  readonly subject: string;
  readonly a: string;
  readonly b: string;
  /** Path of the element where it is first seen; null if it is about the whole answer. */
  readonly location: string | null;
  /** In place of both sides, if these are of the moment. */
  readonly change?: string;
}

/** Differences of one pair of answers that are kept. */
const MOST_DIFFERENCES = 60;

/** Collects differences, each once. */
export function createWrittenDifferences() {
  const all = new Map<string, WrittenDifference>();
  return {
    /** @param given - of spelling, and about the whole answer, unless it says so */
    add: (given: Partial<WrittenDifference> & Pick<WrittenDifference, 'subject' | 'a' | 'b'>): void => {
      const one: WrittenDifference = { kind: 'spelling', location: null, ...given };
      const { subject, change, a, b, location } = one;
      const key = JSON.stringify([subject, change ?? [a, b], subject === 'elements' ? location : null]);
      if (a !== b && all.size < MOST_DIFFERENCES && !all.has(key)) all.set(key, one);
    },
    list: (): readonly WrittenDifference[] => [...all.values()],
  };
}

export type WrittenDifferences = ReturnType<typeof createWrittenDifferences>;
