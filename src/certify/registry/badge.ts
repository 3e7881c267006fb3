import { badge } from '../badge.ts';
import { short } from '../facts.ts';
import type { Entry, State } from './state.ts';

const colors: Readonly<Record<State, string>> = {
  valid: '#12693a',
  expiring: '#7a5200',
  expired: '#b01c1c',
  revoked: '#b01c1c',
  superseded: '#566072',
};

/** The badge of a statement: what it is worth. @param day - for which that is right */
export function stateBadge({ state, ends, ...entry }: Entry, day: string): string {
  const { target, suite, ruleSet, result, startedAt, digest, keyId } = entry;
  const waived = result === 'WARNED' ? ' with waivers' : '';
  const until = ends === null ? '' : `, ends ${ends.day}`;
  const revoked = entry.revoked === null ? '' : ` on ${entry.revoked.revokedAt.slice(0, 10)}`;
  return badge({
    kicker: 'GetData Web Service',
    title: `GetData Web Service: ${state}`,
    headline: `${state.replace(/^./, (first) => first.toUpperCase())}${revoked}${waived}${until}`,
    color: colors[state],
    holds: state === 'valid' || state === 'expiring',
    target,
    rows: [
      `as of ${day} · rule set ${ruleSet ?? 'not named'} · suite ${suite}`,
      `tested ${startedAt.slice(0, 10)} · statement ${short(digest)} · key ${short(keyId)}`,
    ],
    description: `Target ${target}; statement ${digest}; key ${keyId}; ${state} as of ${day}.`,
  });
}
