import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Results } from '../results/results.ts';
import type { RunRecord } from '../results/run-record.ts';
import { cli } from './cli.fixture.ts';
import { faultyServer } from './command.fixture.ts';
import { mergedIn, resultsIn, runRecord, runShards, shardsOf, written } from './shards.fixture.ts';

/** An operation that fails in the second of two shards, one that does not in the first. */
const flags = {
  profile: 'quick',
  seed: '3',
  runs: '0',
  bindings: 'http-get',
  operations: 'Get_Inventory,Get_Video_Links',
};
const [first = '', second = ''] = shardsOf('run', 2);
let folder: string;
let records: readonly RunRecord[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'getdata-shards-'));
  const { url, close } = await faultyServer('media-type-plain', { operation: 'Get_Video_Links', binding: null });
  const own = { ...flags, target: url };
  records = await runShards(folder, 'run', own, 2, url);
  await runShards(folder, 'run', own, 3, url);
  await written(await runRecord(url, 'whole', own), join(folder, 'whole'));
  await close();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of a shard's folder with its results changed. */
function edited(dir: string, change: (results: Results) => unknown): string {
  const copy = `edited/${dir}`;
  mkdirSync(join(folder, copy), { recursive: true });
  writeFileSync(join(folder, copy, 'results.json'), JSON.stringify(change(resultsIn(folder, dir))));
  return copy;
}

describe('what is not a set of all shards of one run is refused', () => {
  const refusal = async (...dirs: readonly string[]): Promise<string> => {
    const { exitCode, err } = await cli(['merge', ...dirs, '--reports', 'refused'], { folder });
    expect(exitCode).toBe(2);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
    return err.trimEnd();
  };
  const other = (change: (results: Results) => object): string =>
    edited(second, (results) => ({ ...results, ...change(results) }));

  test('a missing one', async () => {
    expect(await refusal(first)).toBe('error: the shard 2/2 is missing; expected the results of all 2');
    const [, , third = ''] = shardsOf('run', 3);
    expect(await refusal(third)).toBe('error: the shards 1/3, 2/3 are missing; expected the results of all 3');
  });

  test('a doubled one', async () => {
    const copy = edited(first, (results) => results);
    const sentence = `error: ${copy}/results.json has the shard 1/2, and ${first}/results.json has it too; expected it once`;
    expect(await refusal(first, copy, second)).toBe(sentence);
  });

  test('one that is named twice, however it is spelled', async () => {
    const file = `${first}/results.json`;
    for (const again of [first, `${first}/`, `./${file}`]) {
      expect(await refusal(first, again, second)).toMatch(
        /^error: \S*run\/2\/1\/results\.json is (?:named twice|\S+ again); expected each shard once$/,
      );
    }
    expect(await refusal(first, first)).toBe(`error: ${file} is named twice; expected each shard once`);
    symlinkSync(join(folder, first), join(folder, 'link'));
    expect(await refusal(first, 'link')).toBe(`error: link/results.json is ${file} again; expected each shard once`);
  });

  test('one of another number of shards', async () => {
    expect(await refusal(first, 'run/3/2')).toBe(
      `error: run/3/2/results.json has the number of shards 3, ${first}/results.json has 2; expected the shards of one run`,
    );
  });

  test.each<readonly [string, (results: Results) => object]>([
    ['suite version 9.9.9', ({ suite }) => ({ suite: { ...suite, version: '9.9.9' } })],
    ['contract digest aaaa', ({ suite }) => ({ suite: { ...suite, contractDigest: 'a'.repeat(64) } })],
    ['XML Schema validator another', ({ suite }) => ({ suite: { ...suite, validator: 'another' } })],
    ['target http://other.example', () => ({ target: 'http://other.example' })],
    ['namespace urn:other', () => ({ namespace: 'urn:other' })],
    ['seed 4', () => ({ seed: 4 })],
    ['profile standard', () => ({ profile: 'standard' })],
    ['option operations ["McatCodes"]', ({ options }) => ({ options: { ...options, operations: ['McatCodes'] } })],
    ['option includeWrites true', ({ options }) => ({ options: { ...options, includeWrites: true } })],
    ['option headers ["X-A"]', ({ options }) => ({ options: { ...options, headers: ['X-A'] } })],
    ['limit rate 5', ({ options }) => ({ options: { ...options, limits: { ...options.limits, rate: 5 } } })],
  ])('one with the %s', async (name, change) => {
    const copy = other(change);
    const sentence = await refusal(first, copy);
    expect(sentence.startsWith(`error: ${copy}/results.json has the ${name}`)).toBe(true);
    expect(sentence).toContain(`, ${first}/results.json has `);
  });

  test('one that met another server at the same address', async () => {
    const copy = other(({ identity }) => ({ identity: { ...identity, wsdlSha256: 'b'.repeat(64) } }));
    expect(await refusal(first, copy)).toMatch(
      /met a server whose WSDL has the SHA-256 b{64}, run\/2\/1\/results.json one with/,
    );
  });

  test('one that met a server without a WSDL at the same address, unless it did not get that far', async () => {
    const gone = ({ identity }: Results) => ({ identity: { ...identity, wsdlSha256: null } });
    const copy = other(gone);
    const met = (file: string, known: string) =>
      new RegExp(
        `^error: ${file}/results\\.json met a server that offers no WSDL, ${known}/results\\.json one whose WSDL has the SHA-256 [0-9a-f]{64}; expected shards that called one unchanged server$`,
      );
    expect(await refusal(first, copy)).toMatch(met(copy, first));
    expect(await refusal(copy, first)).toMatch(met(copy, first));
    const record = records[1];
    if (record === undefined) throw new Error('there is no second shard');
    await written(
      { ...record, ...gone(resultsIn(folder, second)), interrupted: true, ruleResults: [], summaries: [] },
      join(folder, 'cut'),
    );
    expect((await mergedIn(folder, [first, 'cut'])).incomplete).toBe(true);
  });

  test('one that was run with other known failures', async () => {
    const copy = other(() => ({ baseline: { file: 'known.json', entries: [] } }));
    expect(await refusal(first, copy)).toContain(
      `${copy}/results.json was run with other known failures than ${first}`,
    );
  });

  test('one without the cells of its shard', async () => {
    const copy = other(({ cells }) => ({ cells: cells.map((cell) => ({ ...cell, binding: 'soap11' })) }));
    expect(await refusal(first, copy)).toMatch(
      /does not hold the cells of shard 2\/2: see Get_Video_Links\/soap11; expected/,
    );
  });

  test.each<readonly [string, (results: Results) => object]>([
    ['incompleteness', () => ({ incomplete: true })],
    ['verdict', () => ({ verdict: 'error', exitCode: 5 })],
    ['exit code', () => ({ exitCode: 3 })],
    ['list of cells', ({ cells }) => ({ cells: cells.map((cell) => ({ ...cell, verdict: 'pass' })) })],
    ['list of findings', ({ findings }) => ({ findings: [...findings, ...findings] })],
    ['verdict', ({ cells }) => ({ cells: cells.map((cell) => ({ ...cell, rules: cell.rules.slice(1) })) })],
  ])('one that states another %s than its parts give', async (name, change) => {
    const copy = other(change);
    expect(await refusal(first, copy)).toBe(
      `error: ${copy}/results.json contradicts itself: its ${name} does not match its parts; expected what \`run --shard i/n\` wrote, unchanged`,
    );
  });

  test('a whole run, and a shard that judge wrote', async () => {
    expect(await refusal(first, 'whole')).toBe(
      'error: whole/results.json holds a whole run; expected what `run --shard i/n` wrote',
    );
    const { exitCode } = await cli(['judge', `${second}/results.json`, '--reports', 'judged'], { folder });
    expect(exitCode).toBe(1);
    expect(await refusal(first, 'judged')).toContain(
      'holds a shard, but not as `run` wrote it: shardRecord is missing',
    );
  });

  test('one whose options are not all there', async () => {
    const copy = other(({ options: { shard } }) => ({ options: { shard } }));
    expect(await refusal(first, copy)).toContain(
      `${copy}/results.json is not a results file of this version: options is an object; it must have properties operations, `,
    );
  });

  test('shards of another suite than this', async () => {
    const aged = [first, second].map((dir) =>
      edited(dir, (results) => ({ ...results, suite: { ...results.suite, version: '0.0.1' } })),
    );
    expect(await refusal(...aged)).toMatch(
      /has the suite version 0\.0\.1, this is \d.*; merge with the version that ran/,
    );
    const changed = [first, second].map((dir) =>
      edited(dir, (results) => ({ ...results, suite: { ...results.suite, contractDigest: 'c'.repeat(64) } })),
    );
    expect(await refusal(...changed)).toMatch(
      /has the contract digest c{64}, this suite's is [0-9a-f]{64}; merge with the suite/,
    );
  });

  test('what does not exist, or would be overwritten', async () => {
    expect(await refusal('nowhere')).toContain('nowhere does not exist; expected the reports folder of a shard');
    mkdirSync(join(folder, 'killed'), { recursive: true });
    writeFileSync(join(folder, 'killed/results.partial.json'), '{}');
    expect(await refusal('killed')).toContain('killed holds no results.json');
    expect(await refusal('killed')).toContain('left killed/results.partial.json: name that to merge what there is');
    symlinkSync(join(folder, first), join(folder, 'linked'));
    for (const place of [first, 'linked']) {
      const { exitCode, err } = await cli(['merge', first, second, '--reports', place], { folder });
      expect([exitCode, err]).toEqual([2, expect.stringContaining('the merged results would overwrite it')]);
    }
  });
});

test('reports of an earlier merge in the same folder are left out, and that is said', async () => {
  const dirs = (): readonly string[] => readdirSync(join(folder, 'run/2')).map((name) => `run/2/${name}`);
  const merge = (...named: readonly string[]) =>
    cli(['merge', ...named, '--reports', 'run/2', '--reporter', 'html,junit'], { folder });
  const once = await merge(...dirs());
  expect([once.exitCode, once.err]).toEqual([1, '']);
  expect(dirs()).toHaveLength(5);
  const again = await merge(...dirs());
  const [leftOut, line] = again.out.split('\n');
  expect([again.exitCode, again.err]).toEqual([1, '']);
  expect(leftOut).toBe(
    '! Left out, because this merge writes to their folder: run/2/junit.xml, run/2/report.html, run/2/results.json',
  );
  expect(line).toMatch(/^2 shards of http/);
  const none = await merge('run/2/results.json', 'run/2/report.html');
  expect([none.exitCode, none.err]).toEqual([
    2,
    'error: this merge writes to the folder of run/2/results.json, run/2/report.html; expected the folders of shards\n',
  ]);
  const whole = await merge('run/2');
  expect([whole.exitCode, whole.err]).toEqual([2, expect.stringContaining('run/2/results.json holds a whole run')]);
});

test('shards that were run more than a day apart are merged with a warning, also where the end is not printed', async () => {
  const late = edited(second, (results) => {
    const startedAt = new Date(Date.parse(resultsIn(folder, first).startedAt) + 62.5 * 24 * 3600 * 1000);
    return { ...results, startedAt: startedAt.toISOString() };
  });
  const warning = `${late}/results.json was run 62 days after ${first}/results.json: the target may have been changed between them; run all shards again to be sure.`;
  const { out, err } = await cli(['merge', late, first, '--reports', 'late'], { folder });
  expect(resultsIn(folder, 'late').warnings).toContain(warning);
  expect([out, err]).toEqual([expect.stringContaining(`! ${warning}\n`), '']);
  const quiet = await cli(['merge', late, first, '--reports', 'late', '--quiet'], { folder });
  expect(quiet.err).toBe(`! ${warning}\n`);
});

describe('a shard that was cut short', () => {
  /** A shard folded from what its run came to, but for some of it. */
  const ended = async (at: 0 | 1, own: Partial<RunRecord>): Promise<string> => {
    const record = records[at];
    if (record === undefined) throw new Error('there is no such shard');
    const dir = mkdtempSync(join(folder, 'ended-'));
    await written({ ...record, ...own }, dir);
    return relative(folder, dir);
  };

  test('makes a whole that was cut short, which still has a finding', async () => {
    const passing = await ended(0, { interrupted: true, ruleResults: [] });
    const failing = await ended(1, { interrupted: true, ruleResults: [] });
    const found = await mergedIn(folder, [passing, second]);
    expect([found.incomplete, found.verdict, found.exitCode]).toEqual([true, 'non-conformant', 1]);
    expect(found.warnings).toContain('The run was cut short: what was not reached has no verdict.');
    const open = await mergedIn(folder, [first, failing]);
    expect([open.incomplete, open.verdict, open.exitCode]).toEqual([true, 'inconclusive', 3]);
  });

  test('in which the suite failed, or whose target went down or was never there, decides the whole', async () => {
    const failed = await mergedIn(folder, [first, await ended(1, { errors: ['the worker died'] })]);
    expect([failed.verdict, failed.exitCode]).toEqual(['error', 5]);
    expect(failed.warnings).toContain('The suite itself failed: the worker died');
    const down = await mergedIn(folder, [first, await ended(1, { targetDown: 'connection refused', ruleResults: [] })]);
    expect([down.verdict, down.exitCode]).toEqual(['error', 4]);
    expect(down.warnings.join('\n')).toMatch(/The target stopped answering after \d+ requests \(connection refused\)/);
    const nobody = { targetDown: 'connection refused', unreachable: "http://t can't be reached" };
    const record = { ...nobody, ruleResults: [], summaries: [] };
    const absent = await mergedIn(folder, [await ended(0, record), await ended(1, record)]);
    expect([absent.verdict, absent.exitCode, absent.totals.cells]).toMatchObject(['error', 4, { 'not-reached': 2 }]);
    expect(absent.warnings[0]).toBe("http://t can't be reached");
  });
});
