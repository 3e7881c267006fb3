import type { KeyObject } from 'node:crypto';
import { groupBy } from '../../rules/group-by.ts';
import { dayAfter, dayOf } from '../../schemas/days.ts';
import type { Program } from '../evidence.ts';
import { keyIdOf } from '../keys.ts';
import type { Listed, readStatements } from './read.ts';

/** registry.json: what the pages show (specs/schemas/registry.schema.json). */
export type Registry = Readonly<ReturnType<typeof registryOf>>;

export type Entry = Registry['statements'][number];

type Read = ReturnType<typeof readStatements>;

/** The registry for the day, in UTC, of the program. @param keys - those that are trusted */
export function registryOf({ listed, leftOut }: Read, keys: readonly KeyObject[], { version, now }: Program) {
  const ids = [...new Set(keys.map(keyIdOf))];
  const schemaVersion = 1 as const;
  return { schemaVersion, suite: version, day: dayOf(now), keys: ids, statements: entriesOf(listed, now), leftOut };
}

/** Days before its end in which a statement is expiring. */
const SOON = 30;

/** The states of statements, the newest first; a newer valid one of the same target and rule set supersedes. */
function entriesOf(all: readonly Listed[], now: Date) {
  const sorted = all.toSorted(newerFirst);
  const standing = sorted.filter(({ revoked }) => revoked === null);
  const successors = groupBy(standing, nameOf);
  return sorted.map((one) => {
    const [newest] = successors.get(nameOf(one)) ?? [one];
    // The digest of the statement that replaces it.
    const supersededBy = one.revoked !== null || newest.digest === one.digest ? null : newest.digest;
    return { ...one, supersededBy, state: stateOf(one, supersededBy, now) };
  });
}

function nameOf({ target, namespace, ruleSet }: Listed): string {
  return JSON.stringify([target, namespace, ruleSet]);
}

/** Of one run, the statement that holds longer counts as the newer. */
function newerFirst(a: Listed, b: Listed): number {
  const days = ({ ends }: Listed): string => ends?.day ?? '9999';
  const newer = Date.parse(b.startedAt) - Date.parse(a.startedAt) || days(b).localeCompare(days(a));
  return newer || a.digest.localeCompare(b.digest);
}

/** What a statement of a registry is worth on a day. */
export type State = 'valid' | 'expiring' | 'expired' | 'revoked' | 'superseded';

function stateOf({ revoked, ends }: Listed, supersededBy: string | null, now: Date): State {
  if (revoked !== null) return 'revoked';
  if (supersededBy !== null) return 'superseded';
  if (ends === null) return 'valid';
  if (ends.day < dayOf(now)) return 'expired';
  return ends.day < dayAfter(now, SOON) ? 'expiring' : 'valid';
}

/** The entry that counts of several, the newest first: one that nothing replaces or revokes, where there is one. */
export function current(entries: readonly [Entry, ...Entry[]]): Entry {
  return entries.find(({ state }) => state !== 'revoked' && state !== 'superseded') ?? entries[0];
}
