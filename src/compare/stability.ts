import { keyOf, topicOf } from './diff-answers.ts';
import type { AnswerDifference, Both, Why } from './difference.ts';

/** A difference that was asked again, and why it is held against nobody; null where it is held against B. */
export interface Settled {
  readonly spotted: AnswerDifference;
  readonly why: Why | null;
}

/** What came of asking both servers again: B against A, and each against its own first answer. */
export interface SecondLook {
  readonly again: readonly AnswerDifference[];
  readonly own: Both<readonly AnswerDifference[]>;
}

/**
 * Tells what B does otherwise from what either does otherwise each time: a difference stands where it is there again
 * and neither server differs from itself in the same thing. Pure.
 */
export function settle(first: readonly AnswerDifference[], { again, own }: SecondLook): readonly Settled[] {
  const [a, b] = [topicsOf(own.a), topicsOf(own.b)];
  const there = topicsOf(again);
  return first.map((spotted) => {
    const [aVaries, bVaries] = [varies(spotted, own.a, a), varies(spotted, own.b, b)];
    if (aVaries && bVaries) return { spotted, why: 'both vary' };
    if (aVaries) return { spotted, why: 'a varies' };
    // Gone at the second look although A stays the same: it must be B that changed.
    if (bVaries || !there.has(topicOf(spotted))) return { spotted, why: 'b varies' };
    return { spotted, why: null };
  });
}

function topicsOf(all: readonly AnswerDifference[]): ReadonlySet<string> {
  return new Set(all.map(topicOf));
}

/** It varies by itself; or the answer as a whole does, and then nothing within it can be compared. */
function varies(spotted: AnswerDifference, own: readonly AnswerDifference[], topics: ReadonlySet<string>): boolean {
  return topics.has(topicOf(spotted)) || (spotted.kind === 'data' && own.some(({ whole }) => whole));
}

/** What a cell already knows of its differences, so that it asks again once for each and not for every call. */
export interface Known {
  readonly whyOf: (spotted: AnswerDifference) => Why | null | undefined;
  readonly note: (settled: Settled) => void;
}

/** Knows nothing yet. */
export function nothingKnown(): Known {
  const stable = new Set<string>();
  const unstable = new Map<string, Why>();
  const key = (spotted: AnswerDifference): string => `${topicOf(spotted)} ${keyOf(spotted)}`;
  return {
    whyOf: (spotted) => unstable.get(topicOf(spotted)) ?? (stable.has(key(spotted)) ? null : undefined),
    note: ({ spotted, why }) => {
      if (why === null) stable.add(key(spotted));
      else unstable.set(topicOf(spotted), why);
    },
  };
}
