import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { foldResults } from '../fold.ts';
import type { KnownFailures } from '../outcome.ts';
import { replayCommand } from '../record/finding.ts';
import type { BaselineResult, Results } from '../results.ts';
import { plural } from '../verdict.ts';
import { mergedRecord } from './merged-record.ts';
import type { ShardFile } from './shard-file.ts';

/** What the shards of one run are merged by. */
export interface Merging {
  readonly contract: Contract;
  /** Known failures in place of those that the shards were held against; null for theirs. */
  readonly baseline: KnownFailures | null;
  /** Where the merged results will stand, as a user would name the file. */
  readonly resultsPath: string;
}

/**
 * The results that one run would have given. Totals, verdict, coverage and warnings are folded anew from all shards.
 * @param files - all shards of one run, which agree (see `disagreement`, `gap`)
 */
export function mergeShards(
  files: readonly [ShardFile, ...ShardFile[]],
  { contract, baseline, resultsPath }: Merging,
): Results {
  const [{ results: first }] = files;
  const record = mergedRecord(files, contract, baseline ?? heldAgainst(first.baseline));
  const folded = foldResults(record);
  const latencies = new Map(
    files.flatMap(({ results }) => results.cells.map((cell) => [cellName(cell), cell.latencyMs] as const)),
  );
  const { shard: _part, ...options } = first.options;
  return {
    ...folded,
    options,
    cells: folded.cells.map((cell) => ({ ...cell, latencyMs: latencies.get(cellName(cell)) ?? cell.latencyMs })),
    findings: folded.findings.map((finding) => ({
      ...finding,
      reproduce: { ...finding.reproduce, command: replayCommand(resultsPath, finding.id, first.target) },
    })),
    warnings: [...folded.warnings, ...shardNotes(files)],
  };
}

/** The known failures of a shard as their file has them. */
export function heldAgainst(baseline: BaselineResult | null): KnownFailures | null {
  if (baseline === null) return null;
  return { file: baseline.file, entries: baseline.entries.map(({ state: _state, ...entry }) => entry) };
}

/** Milliseconds between the starts of two shards, beyond which their server may well have been changed. */
const DAY = 24 * 60 * 60 * 1000;

/** What makes it doubtful that these shards called one server, unchanged, one sentence each. */
export function shardNotes(files: readonly ShardFile[]): readonly string[] {
  return [certificates(files), apart(files)].flatMap((note) => note ?? []);
}

/** A front of many machines may show several certificates; which machine answered what is not known then. */
function certificates(files: readonly ShardFile[]): string | null {
  const digests = new Set(files.flatMap(({ results }) => results.identity.certificateSha256 ?? []));
  if (digests.size < 2) return null;
  return `The shards met ${digests.size} TLS certificates: they may have called different servers.`;
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
