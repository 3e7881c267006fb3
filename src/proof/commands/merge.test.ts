import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { faultyServer } from '../../cli/command.fixture.ts';
import {
  mergedIn,
  resultsIn,
  runRecord,
  runShards,
  shardsOf,
  withoutTimes,
  written,
} from '../../cli/shards.fixture.ts';
import { loadContract } from '../../contract/load.ts';
import { parseBaseline } from '../../options/baseline-file.ts';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import type { Results } from '../../results/results.ts';
import type { RunRecord } from '../../results/run-record.ts';

const contract = loadContract('http://dealer.example/webservices/');
const counts = [1, 2, 4, 7];
const flags = { profile: 'quick', seed: '3', runs: '0', bindings: 'soap12,http-get' } as const;
/** With one binding less, for time. */
const embedded = { ...flags, bindings: 'http-get' } as const;

/** Defects of several layers, in operations of several shards. */
const defects = [
  ['fields-swapped', 'Get_Inventory', null],
  ['status-500-with-body', 'McatCodes', 'soap12'],
  ['ampersand-raw', 'Get_Year_Restricted', 'http-get'],
  ['media-type-plain', 'Get_Recid_Images', null],
  ['binding-off', 'GetModel_Restricted', 'http-get'],
  ['body-empty', 'McatCode_check', null],
] as const;

function faulty(): Promise<ReferenceServer> {
  const mutations = defects.map(([id, operation, binding]) => {
    const defect = defectNamed(id);
    if (defect === undefined) throw new Error(`there is no defect '${id}'`);
    return mutation(defect, { operation, binding }, contract);
  });
  return startReferenceServer({ contract, defects: mutations });
}

let folder: string;
/** Of the server with defects: one run, and its shards, in folders of their own. */
let whole: RunRecord;
const shards = new Map<number, readonly RunRecord[]>();

/** Milliseconds that even a busy machine does not need. */
const HOOK = 600_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'getdata-shards-'));
  const server = await startReferenceServer({ contract });
  const target = null;
  await written(
    await runRecord(server.url, join(folder, 'reports'), { ...embedded, target }),
    join(folder, 'embedded/whole'),
  );
  await server.close();
  for (const count of counts) await runShards(folder, 'embedded', { ...embedded, target }, count);
}, HOOK);

beforeAll(async () => {
  const { url, close } = await faulty();
  whole = await runRecord(url, join(folder, 'reports'), { ...flags, target: url });
  await written(whole, join(folder, 'faulty/whole'));
  for (const count of counts)
    shards.set(count, await runShards(folder, 'faulty', { ...flags, target: url }, count, url));
  await close();
}, HOOK);

afterAll(() => rmSync(folder, { recursive: true }));

const merged = (dirs: readonly string[], ...options: readonly string[]) => mergedIn(folder, dirs, ...options);

describe.each(['embedded', 'faulty'])('the shards of a run against the %s server', (name) => {
  test.each(counts)('merge to the results of one run where there are %i', async (count) => {
    const one = resultsIn(folder, name, 'whole');
    expect(withoutTimes(await merged(shardsOf(name, count)))).toEqual(withoutTimes(one));
    expect(new Set(one.cells.map(({ operation }) => operation)).size).toBe(20);
    if (name === 'faulty') expect(new Set(one.findings.map(({ operation }) => operation)).size).toBe(defects.length);
  });
});

test('the order in which shards are named changes nothing', async () => {
  const one = resultsIn(folder, 'faulty/whole');
  expect(withoutTimes(await merged(shardsOf('faulty', 4).toReversed()))).toEqual(withoutTimes(one));
});

test('times of cells are those of the shards, and the run took from the first start to the last end', async () => {
  const parts = shardsOf('faulty', 2).map((dir) => resultsIn(folder, dir));
  const results = await merged(shardsOf('faulty', 2));
  const latencies = (of: readonly Results[]) =>
    new Map(of.flatMap(({ cells }) => cells.map((cell) => [`${cell.operation}/${cell.binding}`, cell.latencyMs])));
  expect(latencies([results])).toEqual(latencies(parts));
  expect(results.startedAt).toBe(parts[0]?.startedAt);
  const end = Date.parse(parts[1]?.startedAt ?? '') + (parts[1]?.durationMs ?? 0);
  expect(results.durationMs).toBe(end - Date.parse(results.startedAt));
});

test('the merge prints matrix and findings, ends with the verdict, and writes the requested reports', async () => {
  const files = shardsOf('faulty', 2).map((dir) => `${dir}/results.json`);
  const { exitCode, out } = await cli(['merge', ...files, '--reports', 'all', '--reporter', 'junit,markdown'], {
    folder,
  });
  expect(exitCode).toBe(1);
  expect(out).toContain('2 shards of http://127.0.0.1:');
  expect(out).toMatch(/Get_Inventory\s+│ ✗ FAIL/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^.+: non-conformant \(exit code 1\)$/);
  for (const file of ['results.json', 'junit.xml', 'summary.md'])
    expect(existsSync(join(folder, 'all', file))).toBe(true);
  expect(existsSync(join(folder, 'all/report.html'))).toBe(false);
  expect(resultsIn(folder, 'all').findings[0]?.reproduce.command).toMatch(
    /^getdata-conformance replay \S*all\/results.json '\S+' --target http:\/\/127\.0\.0\.1:\d+$/,
  );
});

describe("what a shard by itself can't say", () => {
  test('one without an operation sends nothing, exits with 0 and says that merge judges the whole', async () => {
    const { url, close } = await faulty();
    const own = { ...flags, target: url, operations: 'Get_Inventory' };
    const one = await written(await runRecord(url, join(folder, 'reports'), own), join(folder, 'few/whole'));
    const few = await runShards(folder, 'few', own, 3, url);
    await close();
    expect(few.map(({ cells }) => cells.length).toSorted()).toEqual([0, 0, 2]);
    const empty = few.findIndex(({ cells }) => cells.length === 0);
    expect(resultsIn(folder, 'few/3', `${empty + 1}`)).toMatchObject({
      verdict: 'inconclusive',
      exitCode: 0,
      requests: 0,
    });
    expect(withoutTimes(await merged(shardsOf('few', 3)))).toEqual(withoutTimes(one));
    const view = await cli(['report', `few/3/${empty + 1}/results.json`, '--format', 'html,junit,markdown,ctrf'], {
      folder,
    });
    expect([view.exitCode, view.err]).toEqual([0, '']);
  });
});

describe('known failures', () => {
  const entry = (rule: string, operation: string, binding: string): string =>
    JSON.stringify({ rule, operation, binding, owner: 'Ann', reason: 'old' });
  const file = (...entries: readonly string[]): string => `{ "knownFailures": [\n${entries.join(',\n')}\n] }`;
  const lines = [
    entry('record.field-order', 'Get_Inventory', 'soap12'),
    entry('http.status', 'McatCodes', 'soap12'),
    entry('http.answer', 'Get_Video_Links', 'http-get'),
    entry('http.answer', 'Get_Video_Links', 'http-got'),
  ];
  const held = (record: RunRecord, text: string): RunRecord => ({
    ...record,
    options: { ...record.options, baseline: parseBaseline('known.json', text) },
  });

  test('for operations outside of a shard are not lines that must go', async () => {
    const text = file(...lines.slice(0, 2));
    const states = await Promise.all(
      (shards.get(4) ?? []).map(async (record, at) => {
        const { baseline } = await written(held(record, text), join(folder, 'known/4', `${at + 1}`));
        return baseline?.entries.map(({ state }) => state);
      }),
    );
    expect(states.flat().toSorted()).toEqual([...Array(6).fill('not-judged'), 'known', 'known'].toSorted());
    const one = await written(held(whole, text), join(folder, 'known/whole'));
    expect(withoutTimes(await merged(shardsOf('known', 4)))).toEqual(withoutTimes(one));
  });

  test('may be given only to merge, and what does not hold of them is reported for the whole', async () => {
    writeFileSync(join(folder, 'known.json'), file(...lines));
    const one = await written(held(whole, file(...lines)), join(folder, 'known/whole'));
    expect(one.baseline?.entries.map(({ state }) => state)).toEqual(['known', 'known', 'passes', 'nothing']);
    const merging = await merged(shardsOf('faulty', 4), '--baseline', 'known.json');
    expect(withoutTimes(merging)).toEqual(withoutTimes(one));
    const instead = await merged(shardsOf('known', 4), '--baseline', 'known.json');
    expect(withoutTimes(instead)).toEqual(withoutTimes(one));
  });

  test('that are all a shard has leave it to merge, which finds the whole conformant', async () => {
    const own = (record: RunRecord): RunRecord => {
      const of = ({ operation }: { readonly operation: string }) =>
        ['Get_Inventory', 'Get_Video_Links'].includes(operation);
      return {
        ...record,
        options: { ...record.options, operations: ['Get_Video_Links', 'Get_Inventory'], allowInconclusive: true },
        cells: record.cells.filter(({ operation }) => of({ operation: operation.name })),
        ruleResults: record.ruleResults.filter(of),
        summaries: record.summaries.filter(of),
      };
    };
    const text = file(lines[0] ?? '', entry('record.field-order', 'Get_Inventory', 'http-get'));
    const codes = await Promise.all(
      (shards.get(4) ?? []).map(async (record, at) => {
        const results = await written(held(own(record), text), join(folder, 'all-known/4', `${at + 1}`));
        return [results.cells.length, results.verdict, results.exitCode];
      }),
    );
    // Get_Inventory is in the first of four, Get_Video_Links in the last.
    expect(codes).toEqual([
      [2, 'inconclusive', 0],
      [0, 'inconclusive', 0],
      [0, 'inconclusive', 0],
      [2, 'conformant', 0],
    ]);
    const results = await merged(shardsOf('all-known', 4));
    expect([results.verdict, results.exitCode]).toEqual(['conformant', 0]);
  });
});

describe('warnings that look at the whole run', () => {
  const few = { ...flags, bindings: 'http-get', operations: 'McatCodes,Get_Video_Links' };

  test.each([
    ['No answer held any data, so records could not be judged', 'empty-answers'],
    ['Credentials are missing or refused', null],
  ])('come as from one run: %s', async (warning, defect) => {
    const server = defect === null ? await refusing() : await faultyServer(defect);
    const own = { ...few, target: server.url };
    const one = await written(await runRecord(server.url, join(folder, 'reports'), own), join(folder, 'warned/whole'));
    await runShards(folder, 'warned', own, 2, server.url);
    await server.close();
    expect(one.warnings.join('\n')).toContain(warning);
    expect(withoutTimes(await merged(shardsOf('warned', 2)))).toEqual(withoutTimes(one));
  });
});

/** A server that lets nobody in. */
async function refusing(): Promise<Pick<ReferenceServer, 'url' | 'close'>> {
  const server = createServer((_request, response) => void response.writeHead(401).end());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { url: `http://127.0.0.1:${address.port}`, close };
}
