import { dayOf } from '../results/day.ts';
import { annotationsIn, type Statement } from './statement.ts';

/** The last day of a statement, in UTC, and of what: ` of its validity`. */
export interface End {
  readonly day: string;
  readonly of: string;
}

/** What ends first: the validity of a statement or one of its waivers; null if nothing ends. */
export function endOf(statement: Statement): End | null {
  const { lastDay } = annotationsIn(statement, 'validity');
  const { waivers = [] } = annotationsIn(statement, 'waivers');
  const ends = [
    ...(lastDay === undefined ? [] : [{ day: lastDay, of: 'of its validity' }]),
    ...waivers.flatMap(({ test, expires }) =>
      expires === null ? [] : [{ day: expires, of: `of the waiver of ${test}` }],
    ),
  ];
  return ends.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0] ?? null;
}

/** That a statement has ended, in one sentence; null if it has not. */
export function ended(statement: Statement, now: Date): string | null {
  const end = endOf(statement);
  return end === null || end.day >= dayOf(now) ? null : `it has ended: ${end.day} was the last day ${end.of}`;
}
