import { grouped } from '../../base/group-by.ts';
import type { Decoded } from '../../wire/soap/records.ts';
import { type CellJudgement, type Evidence, judged } from '../evidence.ts';
import type { Problem, Reason } from '../judgement.ts';

/** So many different values agree before one that does not contradicts them. */
export const ENOUGH = 3;

/** Two values that should be equal: an answer's, and the one to compare it with. */
export interface ValuePair {
  readonly evidence: Evidence;
  readonly expected: string;
  readonly actual: string;
  readonly location: string;
  /** What is counted as one; the expected value if left out. */
  readonly of?: string;
  /** What the answer has, where the values tell only whether it is there too. */
  readonly part?: Decoded;
}

/** Why nothing is judged where too few answers can be compared. */
export const NOT_SHOWN: Reason = {
  code: 'nothing-to-judge',
  text: 'too few answers show whether the target relates these values',
};

export const alike = ({ expected, actual }: ValuePair): boolean =>
  expected.trim().toLowerCase() === actual.trim().toLowerCase();

/** How many different values, or records, pairs are of. */
export const distinct = (pairs: readonly ValuePair[]): number =>
  new Set(pairs.map(({ of, expected }) => of ?? expected)).size;

/** Ids and numbers; request.text-fidelity checks other texts. */
export const ID = /^-?\d{1,18}$/;

/** The pairs whose numbers differ by the most frequent distance, if enough do. */
function equallyFar(pairs: readonly ValuePair[]): readonly ValuePair[] {
  const numbers = pairs.filter(({ expected, actual }) => ID.test(expected) && ID.test(actual));
  const byDistance = grouped(numbers, ({ expected, actual }) => `${BigInt(actual) - BigInt(expected)}`);
  const [most = []] = byDistance.toSorted((one, other) => other.length - one.length);
  return distinct(most) >= ENOUGH ? most : [];
}

/**
 * Groups of pairs → the first pair that contradicts its group, if enough and most values of it agree; so does one of
 * numbers that are equally far apart, if fewer agree.
 */
export function contradiction(
  groups: readonly (readonly ValuePair[])[],
  problemOf: (pair: ValuePair) => Problem,
): CellJudgement {
  let shown: Evidence | null = null;
  for (const pairs of groups) {
    const [agreeing, others] = [pairs.filter(alike), pairs.filter((pair) => !alike(pair))];
    const shifted = equallyFar(others);
    const [far] = shifted;
    if (far !== undefined && distinct(shifted) > distinct(agreeing)) return judged(far.evidence, problemOf(far));
    if (distinct(agreeing) < ENOUGH) continue;
    shown ??= agreeing[0]?.evidence ?? null;
    const [first] = others;
    if (first === undefined || distinct(others) > distinct(agreeing)) continue;
    return judged(first.evidence, problemOf(first));
  }
  return shown === null ? { kind: 'not-applicable', reason: NOT_SHOWN } : judged(shown);
}

/** The problem of two values that differ. */
export const differing =
  (text: (pair: ValuePair) => string) =>
  (pair: ValuePair): Problem => {
    const { location, expected, actual } = pair;
    const facts = { wanted: [expected], found: [actual] };
    return { code: location, text: text(pair), location, expected: `'${expected}'`, actual: `'${actual}'`, facts };
  };
