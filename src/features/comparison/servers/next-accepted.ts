import { dayOf, isMoment } from '../../../base/days.ts';
import { ConfigError } from '../../../base/error.ts';
import { member } from '../../../base/json.ts';
import { valid } from '../../../base/schemas/validate.ts';
import { plural } from '../../../base/words.ts';
import { type AcceptedDifference, entryName, type KnownFailures } from '../../../options/known-failures.ts';
import { type Given, nextEntries } from '../../../results/baseline.ts';
import { both } from '../pairs.ts';
import { judgeAccepted, namedIn, operationsIn } from './accepted.ts';
import type { Comparison } from './comparison.ts';

/** True for data that says it is a compare.json. */
export function isComparison(data: unknown): boolean {
  return member(data, 'servers') !== undefined;
}

/** The data of a file as a comparison. @throws ConfigError in one sentence if it is not a valid compare.json */
export function checkedComparison(data: unknown, file: string): Comparison {
  const comparison = valid<Comparison>('compare', data, ({ sentence }) => {
    return new ConfigError(`${file} is not a compare.json of this version: ${sentence}`);
  });
  if (!isMoment(comparison.startedAt))
    throw new ConfigError(`${file}: startedAt is not a date; expected one like 2026-01-31T12:00:00.000Z`);
  const cells = [...comparison.differences, ...comparison.accepted].flatMap((one) => one.cells);
  const named = cells.reduce((sum, { names }) => sum + names.length, 0);
  if (named > MOST_NAMED)
    throw new ConfigError(`${file} names ${plural(named, 'difference')}; expected ${MOST_NAMED} at most`);
  return comparison;
}

/** Differences, each in a cell: more than any baseline has room for. */
const MOST_NAMED = 50_000;

/** The accepted differences after a comparison: what is there or was not looked for stays, what counts is added. */
export function nextAccepted(comparison: Comparison, before: KnownFailures | null, given: Given) {
  const { differences, accepted, servers, options, startedAt } = comparison;
  const all = [...differences, ...accepted];
  const identity = both((side) => servers[side].identity);
  const held = { ...comparison, differences: all, identity, kinds: options.only };
  const judged =
    before === null ? [] : judgeAccepted(before, held, dayOf(new Date(startedAt)), operationsIn(comparison)).entries;
  const found = all
    .filter(({ counts }) => counts)
    .flatMap(namedIn)
    .map(({ difference, operation, binding }): AcceptedDifference => ({ difference, operation, binding, ...given }));
  // Two values of a header line have one name.
  const distinct = new Map(found.map((one) => [entryName(one), one]));
  return nextEntries(judged, [...distinct.values()]);
}
