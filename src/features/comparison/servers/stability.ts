import type { Both } from '../pairs.ts';
import { keyOf, topicOf } from './diff-answers.ts';
import { type AnswerDifference, type WhyUncounted, whyVarying } from './difference.ts';

/** A difference whose call was sent again, and why it counts against neither server; null if it counts against B. */
export interface CheckedDifference {
  readonly difference: AnswerDifference;
  readonly why: WhyUncounted | null;
}

/** The differences in the second answers: B against A, and each server against its first answer. */
export interface Recheck {
  readonly again: readonly AnswerDifference[];
  readonly own: Both<readonly AnswerDifference[]>;
}

/** The differences that occur again, and in which neither server differs from itself. Pure. */
export function checkStability(
  first: readonly AnswerDifference[],
  { again, own }: Recheck,
): readonly CheckedDifference[] {
  const [a, b] = [topicsOf(own.a), topicsOf(own.b)];
  const there = topicsOf(again);
  return first.map((difference) => {
    const why = whyVarying(varies(difference, own.a, a), varies(difference, own.b, b));
    // Gone in the second answers although A stays the same: B must have changed.
    return { difference, why: why ?? (there.has(topicOf(difference)) ? null : 'b varies') };
  });
}

function topicsOf(all: readonly AnswerDifference[]): ReadonlySet<string> {
  return new Set(all.map(topicOf));
}

/** True if it varies by itself, or if the whole answer does: then nothing within it can be compared. */
function varies(difference: AnswerDifference, own: readonly AnswerDifference[], topics: ReadonlySet<string>): boolean {
  return topics.has(topicOf(difference)) || (difference.kind === 'data' && own.some(({ whole }) => whole));
}

/** Known differences of a cell, initially none, so that a call is sent again only once for each. */
export function newStabilityMemo() {
  const stable = new Set<string>();
  const unstable = new Map<string, WhyUncounted>();
  const key = (difference: AnswerDifference): string => `${topicOf(difference)} ${keyOf(difference)}`;
  return {
    whyOf: (difference: AnswerDifference): WhyUncounted | null | undefined =>
      unstable.get(topicOf(difference)) ?? (stable.has(key(difference)) ? null : undefined),
    note: ({ difference, why }: CheckedDifference): void => {
      if (why === null) stable.add(key(difference));
      else unstable.set(topicOf(difference), why);
    },
  };
}
