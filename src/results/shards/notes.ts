import { plural } from '../verdict-limit.ts';
import type { ShardFile } from './shard-file.ts';

/** Milliseconds between the starts of two shards, beyond which their server may well have been changed. */
const DAY = 24 * 60 * 60 * 1000;

/** What makes it doubtful that these shards asked one server, unchanged, one sentence each. */
export function shardNotes(files: readonly ShardFile[]): readonly string[] {
  return [certificates(files), apart(files)].flatMap((note) => note ?? []);
}

/** A front of many machines may show several certificates; which machine answered what is not known then. */
function certificates(files: readonly ShardFile[]): string | null {
  const digests = new Set(files.flatMap(({ results }) => results.identity.certificateSha256 ?? []));
  if (digests.size < 2) return null;
  return `The shards met ${digests.size} TLS certificates: they may have asked different servers.`;
}

/** No machine of a CI waits longer than a day for its turn; whoever runs a failed shard again later is told. */
function apart(files: readonly ShardFile[]): string | null {
  const sorted = files.toSorted((a, b) => startOf(a) - startOf(b));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const days = Math.floor((startOf(last) - startOf(first)) / DAY);
  if (days === 0) return null;
  return `${last.file} was run ${plural(days, 'day')} after ${first.file}: the target may have been changed between them; run all shards anew to be sure.`;
}

function startOf({ results }: ShardFile): number {
  return Date.parse(results.startedAt);
}
