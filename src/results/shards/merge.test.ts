import { expect, test } from 'vitest';
import { objection } from '../../certify/assess.ts';
import { readEvidence } from '../../certify/evidence.ts';
import { bytesOf, contract, program, wholeRun } from '../../certify/run.fixture.ts';
import type { Results } from '../results.ts';
import { type ShardFile, shardFile } from './inputs.ts';
import { mergeShards } from './merge.ts';

/** One shard that is all of a run. */
const shard = wholeRun({ options: { shard: { index: 1, count: 1 } } });

function fileOf(results: Results): ShardFile {
  const file = shardFile('shards/1/results.json', results);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

const merged = mergeShards([fileOf(shard)], { contract, baseline: null, resultsPath: 'reports/results.json' });

function refusalOf(results: Results): string | null {
  const evidence = readEvidence(bytesOf(results), program);
  return typeof evidence === 'string' ? evidence : objection(evidence, false);
}

test('the merged results are those of the whole run', () => {
  expect(merged).toEqual(wholeRun());
});

test('a shard is not certified, what is merged of all shards is', () => {
  expect(refusalOf(shard)).toBe(
    'these are only the results of shard 1/1, so the rest was not judged; certify the results that `merge` makes from all shards',
  );
  expect(refusalOf(merged)).toBeNull();
});

test('shards that met different TLS certificates say so', () => {
  const other = { ...shard, identity: { ...shard.identity, certificateSha256: 'c'.repeat(64) } };
  const files = [fileOf(shard), fileOf(other)] as const;
  const { warnings } = mergeShards(files, { contract, baseline: null, resultsPath: 'r' });
  expect(warnings.at(-1)).toBe('The shards met 2 TLS certificates: they may have called different servers.');
});
