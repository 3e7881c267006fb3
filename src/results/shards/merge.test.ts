import { expect, test } from 'vitest';
import { objection } from '../../features/certify/assess.ts';
import { readEvidence } from '../../features/certify/evidence.ts';
import { bytesOf, contract, program, wholeRun } from '../../features/certify/run.fixture.ts';
import type { Results } from '../results.ts';
import { type ShardFile, shardFile } from './inputs.ts';
import { mergeShards } from './merge.ts';
import { disagreement } from './refusal.ts';

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

test('what a recording exercises stays, and shards that were run with different recorded calls are not of one run', () => {
  const never = { cells: [], parameters: ['Year of GetMake_Restricted'], traits: [] };
  const recorded = { file: 'x.har', calls: 3, sent: 2, leftOut: [{ why: 'it is odd', calls: 1, first: 2 }], never };
  const withCalls = (changes: Partial<typeof recorded>) =>
    fileOf({ ...shard, coverage: { ...shard.coverage, recorded: { ...recorded, ...changes } } });
  const own = withCalls({});
  expect(mergeShards([own], { contract, baseline: null, resultsPath: 'r' }).coverage.recorded).toEqual(recorded);
  // Each machine may name the file in its own way.
  expect(disagreement([own, withCalls({ file: '/ci/x.har' })], false)).toBeNull();
  const others = [fileOf(shard), withCalls({ sent: 1 }), withCalls({ never: { ...never, parameters: [] } })];
  expect(others.map((other) => disagreement([own, other], false)?.replace(/^\S+ has the ([^{,]*).*$/, '$1'))).toEqual([
    'number of recorded calls none',
    'number of recorded calls that are sent 1',
    'parts that no recorded call uses ',
  ]);
});

test('shards by other files of the suite are not of one run; of several releases of Node.js all are named', () => {
  const by = (suite: Partial<Results['suite']>) => fileOf({ ...shard, suite: { ...shard.suite, ...suite } });
  const [a, b] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
  expect(disagreement([by({ filesDigest: a }), by({ filesDigest: b })], false)).toContain(
    `has the digest of the suite's files ${b}, `,
  );
  const both = [by({ node: 'v20.19.0' }), by({ node: 'v22.1.0' })] as const;
  expect(disagreement(both, false)).toBeNull();
  expect(mergeShards(both, { contract, baseline: null, resultsPath: 'r' }).suite.node).toBe('v20.19.0, v22.1.0');
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
