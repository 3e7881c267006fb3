import type { Contract } from '../../contract/model.ts';
import { foldResults } from '../fold.ts';
import type { KnownFailures } from '../known-failures.ts';
import { replayCommand } from '../record/reproduce.ts';
import type { BaselineResult, Results } from '../results.ts';
import { mergedRecord } from './merged-record.ts';
import { shardNotes } from './notes.ts';
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
    files.flatMap(({ results }) => results.cells.map((cell) => [nameOf(cell), cell.latencyMs] as const)),
  );
  const { shard: _part, ...options } = first.options;
  return {
    ...folded,
    options,
    cells: folded.cells.map((cell) => ({ ...cell, latencyMs: latencies.get(nameOf(cell)) ?? cell.latencyMs })),
    findings: folded.findings.map((finding) => ({
      ...finding,
      reproduce: { ...finding.reproduce, command: replayCommand(resultsPath, finding.id, first.target) },
    })),
    warnings: [...folded.warnings, ...shardNotes(files)],
  };
}

function nameOf({ operation, binding }: Pick<Results['cells'][number], 'operation' | 'binding'>): string {
  return `${operation}/${binding}`;
}

/** The known failures of a shard as their file has them. */
export function heldAgainst(baseline: BaselineResult | null): KnownFailures | null {
  if (baseline === null) return null;
  return { file: baseline.file, entries: baseline.entries.map(({ state: _state, ...entry }) => entry) };
}
