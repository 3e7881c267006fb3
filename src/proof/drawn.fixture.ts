import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Some of a catalogue's entries, others with each commit; the first in order of their ids' hash where there is no git. */
export function drawn<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  count: number,
): readonly Entry[] {
  const hashed = (id: string): string => createHash('sha256').update(`${commit()} ${id}`).digest('hex');
  return entries.toSorted((a, b) => (hashed(a.id) < hashed(b.id) ? -1 : 1)).slice(0, count);
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
