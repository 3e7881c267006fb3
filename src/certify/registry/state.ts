import { groupBy } from '../../rules/group-by.ts';
import { dayAfter, dayOf } from '../../schemas/days.ts';
import type { Listed } from './read.ts';

/** What a statement of a registry is worth on a day. */
export type State = 'valid' | 'expiring' | 'expired' | 'revoked' | 'superseded';

export interface Entry extends Listed {
  readonly state: State;
  /** Digest of the newer statement that replaces it; null if none does. */
  readonly supersededBy: string | null;
}

/** registry.json: what the pages show (specs/schemas/registry.schema.json). */
export interface Registry {
  readonly schemaVersion: 1;
  readonly suite: string;
  /** The day, in UTC, for which the states are right. */
  readonly day: string;
  readonly keys: readonly string[];
  readonly statements: readonly Entry[];
  readonly leftOut: readonly string[];
}

/** Days before its end in which a statement is expiring. */
const SOON = 30;

/** The states of statements, the newest first; a newer valid one of the same target and rule set supersedes. */
export function entriesOf(all: readonly Listed[], now: Date): readonly Entry[] {
  const sorted = all.toSorted(newerFirst);
  const standing = sorted.filter(({ revoked }) => revoked === null);
  const successors = groupBy(standing, nameOf);
  return sorted.map((one) => {
    const [newest] = successors.get(nameOf(one)) ?? [one];
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
  return (
    Date.parse(b.startedAt) - Date.parse(a.startedAt) ||
    days(b).localeCompare(days(a)) ||
    a.digest.localeCompare(b.digest)
  );
}

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
