import { distance } from 'fastest-levenshtein';
import { isSecret } from '../../options/credentials.ts';
import { credentialVariables } from '../record/redact.ts';

/** What identifies a person or a visit; credentials are secret too. */
const personal = ['ContactInfo', 'Client_IP', 'SessionID', 'CK_SessionID'];
const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
const sensitive = [...Object.keys(credentialVariables), ...personal].map((name) => ({ name, plain: bare(name) }));

/** A longer text is no name, and the shortest that may begin a name. */
const LONGEST_NAME = 200;
const SHORTEST_START = 4;

/** The secret that a name in a message means, even if misspelled, as `dealer_id`; null if it means none. */
export function secretName(written: string): string | null {
  if (written.length > LONGEST_NAME) return null;
  const isNear = (name: string, found: string): boolean =>
    (Math.abs(name.length - found.length) <= 2 && distance(name, found) <= (name.length > 6 ? 2 : 1)) ||
    (found.length >= SHORTEST_START && name.startsWith(found));
  for (const part of new Set([written, ...written.split(/[[\].:$/]+/)].map(bare))) {
    const near = sensitive.find(({ plain }) => isNear(plain, part));
    if (near !== undefined) return near.name;
  }
  return isSecret(written) ? written : null;
}
