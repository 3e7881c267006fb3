import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rerunOf } from '../features/run/again.ts';
import { folded, type Imagined } from '../results/folded.fixture.ts';
import type { Results } from '../results/results.ts';
import { cli, newFolder } from './cli.fixture.ts';

const verdicts = { 'http.status@Get_Inventory/soap12': 'fail', 'value.int@Get_Inventory/soap12': 'fail' } as const;
const cells = ['Get_Inventory/soap12'];

function folderWith(run: Imagined, change: Partial<Results> = {}): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports/results.json'), JSON.stringify({ ...folded(run), ...change }));
  return folder;
}

/** The options of a rerun in a folder, with these flags, variables and config file. */
function rerun(
  folder: string,
  flags: Parameters<typeof rerunOf>[0]['flags'] = {},
  env: Readonly<Record<string, string>> = { GETDATA_TARGET: 'http://t.example' },
  config: object | null = null,
) {
  const io = {
    folder,
    env,
    out: () => {},
    err: () => {},
    workflowCommand: () => {},
    terminal: false,
    randomSeed: () => 42,
    interrupted: async () => {},
  };
  const text = config === null ? null : { file: 'getdata.config.json', text: JSON.stringify(config) };
  return rerunOf({ file: true, reports: 'reports', flags, config: text }, io);
}

test('only cells that did not pass are run again, as the earlier run sent them, without its permission to write', () => {
  const options = {
    seed: 7,
    profile: 'quick',
    runs: 2,
    namespace: 'http://n.example/',
    bindings: ['soap12', 'soap11'],
    rules: ['http.status', 'value.int'],
    includeWrites: true,
    failOn: 'recommended',
    allowInconclusive: true,
    limits: { concurrency: 2, rate: 5, timeoutMs: 99, maxBodyBytes: 1000, maxTimeSeconds: 60 },
  } as const;
  const again = rerun(folderWith({ verdicts, options }));
  expect(again.options).toMatchObject({
    ...options,
    includeWrites: false,
    target: 'http://t.example',
    cells,
    rules: null,
  });
  expect(again).toMatchObject({
    empty: false,
    said:
      'Run again: the cells that did not pass in reports/results.json (Get_Inventory/soap12). ' +
      'It ends after 60 s, as the earlier run did: --max-time sets another limit.',
  });
});

test('a known failure is run again too', () => {
  expect(rerun(folderWith({ verdicts, known: [{}, { rule: 'value.int' }] })).options.cells).toEqual(cells);
});

test('a flag says otherwise', () => {
  const flags = { target: 'http://other.example', seed: '9', profile: 'thorough', rate: '1', rules: 'http.status' };
  const { options } = rerun(folderWith({ verdicts }), flags, { GETDATA_TARGET: 'http://env.example' });
  expect(options).toMatchObject({
    target: 'http://other.example',
    seed: 9,
    profile: 'thorough',
    rules: ['http.status'],
    limits: { rate: 1 },
    cells,
  });
});

test('a cell that could not be judged is run again too', () => {
  const open = { 'http.status@McatCodes/soap11': 'inconclusive' } as const;
  expect(rerun(folderWith({ verdicts: open })).options.cells).toEqual(['McatCodes/soap11']);
});

test('the known failures of the earlier run hold again', () => {
  expect(rerun(folderWith({ verdicts, known: [{}] })).baseline).toBe('known.json');
  expect(rerun(folderWith({ verdicts })).baseline).toBeUndefined();
});

test('that known failures are taken from the earlier run is said, and its validator is used again', () => {
  expect(rerun(folderWith({ verdicts, known: [{}] })).said).toContain(
    ' Known failures are taken from known.json, unless --baseline names others.',
  );
  const { suite } = folded({ verdicts });
  const folder = folderWith({ verdicts }, { suite: { ...suite, validator: 'libxmljs2 0.35.0' } });
  expect(rerun(folder).options.validator).toBe('libxmljs2');
  expect(rerun(folder).said).not.toContain('Known failures');
  expect(rerun(folder, { validator: 'libxml2-wasm' }).options.validator).toBe('libxml2-wasm');
});

test('permission to write is given anew each time', () => {
  const folder = folderWith({ verdicts, options: { includeWrites: true } });
  expect(rerun(folder).options.includeWrites).toBe(false);
  expect(rerun(folder, { includeWrites: true }).options.includeWrites).toBe(true);
  const embedded = folderWith({ verdicts, options: { target: null, includeWrites: true } });
  expect(rerun(embedded, { target: 'http://other.example' }).options.includeWrites).toBe(false);
  expect(rerun(embedded, {}, { GETDATA_TARGET: 'http://env.example' }).options.target).toBeNull();
});

test('the password in the address of the environment is used where it is the same target', () => {
  const folder = folderWith({ verdicts });
  const same = rerun(folder, {}, { GETDATA_TARGET: 'http://jo:sesame@t.example' });
  expect([same.options.target, same.options.headers.map(([name]) => name)]).toEqual([
    'http://t.example',
    ['Authorization'],
  ]);
  const env = { GETDATA_TARGET: 'http://jo:sesame@t.example' };
  // As a finding's command names it.
  expect(rerun(folder, { target: 'http://t.example' }, env).options.headers).toEqual(same.options.headers);
  expect(rerun(folder, { target: 'http://other.example' }, env).options.headers).toEqual([]);
  expect(rerun(folder, { target: 'http://jo:own@t.example' }, env).options.headers).not.toEqual(same.options.headers);
});

test('headers are never in the file, and must be given again', () => {
  const folder = folderWith({ verdicts, options: { headers: [['X-Token', 'sesame']] } });
  expect(rerun(folder).said).toContain(' The earlier run sent X-Token too: give it again with --header.');
  expect(rerun(folder, { header: ['x-token: sesame'] }).said).not.toContain('again with --header');
});

test('what the earlier run used to reach its target and this one does not is named', () => {
  const tls = { ca: 'a', cert: 'b', key: 'c', insecure: true };
  const folder = folderWith({
    verdicts,
    options: { target: 'https://t.example', route: { tls, proxy: 'http://p.example:1' } },
  });
  const env = { GETDATA_TARGET: 'https://t.example' };
  expect(rerun(folder, {}, env).said).toContain(
    ' The earlier run was given --ca, --cert and --key, --insecure, --proxy: this one is not.',
  );
  const said = rerun(folder, { insecure: true, proxy: 'http://p.example:1' }, env).said;
  expect(said).toContain(' The earlier run was given --ca, --cert and --key: this one is not.');
  expect(rerun(folderWith({ verdicts })).said).not.toContain('was given');
});

test.each([
  [{}, [], 'In reports/results.json every cell passed: there is nothing to run again.\n'],
  [
    { verdicts },
    ['--operations', 'McatCodes'],
    'In reports/results.json every cell of what is selected passed: there is nothing to run again.\n',
  ],
])('where nothing is to be run again it says so, exits 0 and sends nothing', async (run, flags, out) => {
  // Nobody listens there, so a run would be exit 4.
  const target = 'http://127.0.0.1:1';
  const folder = folderWith({ ...run, options: { target } });
  expect(await cli(['run', target, '--rerun-failed', ...flags], { folder })).toEqual({ exitCode: 0, out, err: '' });
  const quiet = ['run', target, '--quiet', '--rerun-failed', 'reports/results.json', ...flags];
  expect((await cli(quiet, { folder })).out).toBe(out);
});

test('--dry-run counts the calls to the cells that are compared with, too', async () => {
  const folder = folderWith({ verdicts, options: { profile: 'quick' } });
  const { out } = await cli(['run', 'http://t.example', '--rerun-failed', '--dry-run'], { folder });
  expect(out.match(/^ {2}\w+\/\S+/gm)).toEqual(['  Get_Inventory/soap12']);
  expect(Number(/^ {2}comparison +(\d+) /m.exec(out)?.[1])).toBeGreaterThan(3);
  const counts = [...out.matchAll(/^ {2}\S+ *\S* +(\d+)(?: |$)/gm)].map(([, count]) => Number(count));
  expect(counts.at(-1)).toBe(counts.slice(0, -1).reduce((sum, count) => sum + count, 0));
});

test.each([
  [['run', '--rerun-failed'], "error: reports/results.json can't be read: there is no such file"],
  [['run', '--reports', 'r', '--rerun-failed'], "error: r/results.json can't be read: there is no such file"],
  [
    ['run', '--rerun-failed', 'http://h.example'],
    'error: --rerun-failed takes a results file, and http://h.example is an address; give the target before it',
  ],
])('`%j` is refused in one sentence', async (line, sentence) => {
  expect(await cli(line)).toEqual({ exitCode: 2, out: '', err: `${sentence}\n` });
});
