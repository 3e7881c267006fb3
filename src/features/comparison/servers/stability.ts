import type { Both } from '../pairs.ts';
import {
  type AnswerDifference,
  keyOf,
  type LooseLists,
  type LooseWay,
  topicOf,
  type WhyUncounted,
  whyVarying,
} from './difference.ts';

/** A difference whose call was sent again, and why it counts against neither server; null if it counts against B. */
export interface CheckedDifference {
  readonly difference: AnswerDifference;
  readonly why: WhyUncounted | null;
}

/** The differences in the second answers: B against A, and each server against its first answer. */
type Recheck = Readonly<{ again: readonly AnswerDifference[]; own: Both<readonly AnswerDifference[]> }>;

/**
 * The differences that occur again, and in which neither server differs from itself, each once, in however many records
 * it is; those within answers are left out where a whole answer is another: that shows nothing of them. Pure.
 */
export function checkStability(
  first: readonly AnswerDifference[],
  { again, own }: Recheck,
): readonly CheckedDifference[] {
  const [a, b] = [topicsOf(own.a), topicsOf(own.b)];
  const there = topicsOf(again);
  const isOther = [...own.a, ...own.b].some(({ whole }) => whole);
  const shown = first.filter((one) => !isOther || one.whole || a.has(topicOf(one)) || b.has(topicOf(one)));
  return [...new Map(shown.map((one) => [keyOfTopic(one), one])).values()].map((difference) => {
    const why = whyVarying(a.has(topicOf(difference)), b.has(topicOf(difference)));
    // Gone in the second answers although A stays the same: B must have changed.
    return { difference, why: why ?? (there.has(topicOf(difference)) ? null : 'b varies') };
  });
}

const keyOfTopic = (difference: AnswerDifference): string => `${topicOf(difference)} ${keyOf(difference)}`;

export function topicsOf(all: readonly AnswerDifference[]): ReadonlySet<string> {
  return new Set(all.map(topicOf));
}

/** Differences that are there each time in some cell: in others they are asked for less often. */
export type SeenElsewhere = Set<string>;

/** How often a difference must be there again to count, and if another cell has it. */
export type LooksAgain = Readonly<Record<'rounds' | 'known', number>>;

/** What a recording shows to vary by itself. */
export interface RecordedVarying {
  readonly whyOf: (difference: AnswerDifference) => WhyUncounted | null | undefined;
  readonly loose: LooseLists;
}

/**
 * Known differences of a cell, so that a call is sent again only once for each.
 * @param recorded - what a recording shows to vary by itself; left out: nothing
 */
export function newStabilityMemo(
  { rounds, known }: LooksAgain,
  elsewhere: SeenElsewhere = new Set(),
  recorded?: RecordedVarying,
) {
  /** How often each was there again. */
  const seen = new Map<string, number>();
  const unstable = new Map<string, WhyUncounted>();
  const loose = new Map<string, LooseWay>(recorded?.loose);
  const isSure = (one: string): boolean => (seen.get(one) ?? 0) >= (elsewhere.has(one) ? known : rounds);
  const whyOf = (difference: AnswerDifference): WhyUncounted | null | undefined =>
    recorded?.whyOf(difference) ??
    unstable.get(topicOf(difference)) ??
    (isSure(keyOfTopic(difference)) ? null : undefined);
  return {
    whyOf,
    loose,
    /** Grows with each list that differs by itself in one more way. */
    howLoose: () => [...loose.values()].reduce((sum, way) => sum + (way === 'items' ? 2 : 1), 0),
    /** @param times - how often it was so */
    note({ difference, why }: CheckedDifference, times = 1): void {
      const name = keyOfTopic(difference);
      if (why === null) {
        seen.set(name, (seen.get(name) ?? 0) + times);
        if (isSure(name)) elsewhere.add(name);
        return;
      }
      unstable.set(topicOf(difference), why);
      const { subject, ofList } = difference;
      // The way that leaves more of it open.
      if (ofList && loose.get(subject) !== 'items') loose.set(subject, ofList);
    },
  };
}
