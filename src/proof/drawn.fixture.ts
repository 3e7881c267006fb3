import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Some of a catalogue's entries, others with each commit; the first in order of their ids' hash where there is no git. */
export function drawn<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  count: number,
): readonly Entry[] {
  const commit = headCommit();
  const hashes = new Map(
    entries.map(({ id }) => [id, createHash('sha256').update(`${commit} ${id}`).digest('hex')] as const),
  );
  const hashOf = ({ id }: Entry): string => hashes.get(id) ?? '';
  return entries.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1)).slice(0, count);
}

function headCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
