import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { element, wsdlOf } from '../contract/wsdl/wsdl.fixture.ts';
import { defectNamed, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { wsdl } from '../reference/wsdl/document.ts';
import { newFolder } from './cli.fixture.ts';
import { commandHere, resultsOf } from './command.fixture.ts';
import { contract, mutated, serving } from './compare.fixture.ts';

const own = wsdl(contract, 'http://dealer.example/getData.asmx');

/** What a run by the WSDL of serve comes to, and the operations that it called. */
async function running(args: readonly string[], faults: readonly Mutation[] = [], config?: object) {
  const asked = new Set<string>();
  const noting = mutated(null, {
    response: (response, { operation }) => {
      asked.add(operation);
      return response;
    },
  });
  const endpoint = `${await serving([noting, ...faults])}/getData.asmx`;
  const folder = newFolder();
  writeFileSync(join(folder, 'own.wsdl'), own);
  if (config !== undefined) writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify(config));
  const again = (...more: readonly string[]) => commandHere(more, {}, folder);
  const how = ['--wsdl', 'own.wsdl', '--seed', '3', '--profile', 'quick'];
  const ended = await again('run', endpoint, ...how, ...args);
  return { ...ended, asked: [...asked].filter((name) => name !== '').toSorted(), again, endpoint };
}

const written = (folder: string, file: string): string => readFileSync(join(folder, 'reports', file), 'utf8');

const swapped = (): Mutation => {
  const defect = defectNamed('fields-swapped');
  if (defect === undefined) throw new Error('there is no such defect');
  return mutation(defect, { operation: null, binding: null }, contract);
};

test('a run by a WSDL calls the named reads over all bindings and nothing else, and is conformant', async () => {
  const run = await running(['--reads', 'McatCodes,McatCode_check', '--reporter', 'html,junit,markdown,ctrf']);
  expect([run.err, run.code, run.asked]).toEqual(['', 0, ['McatCode_check', 'McatCodes']]);
  const { cells, observations, wsdl: kept } = resultsOf(run);
  expect(cells.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 8 }, () => 'pass'));
  expect(observations).toEqual([]);
  expect(kept).toMatchObject({
    from: 'own.wsdl',
    service: 'GetData',
    reads: ['McatCodes', 'McatCode_check'],
    gap: null,
  });
  expect(kept?.documents.map(({ path }) => path)).toEqual(['own.wsdl']);
  await run.again('keygen', 'k');
  const certified = await run.again('certify', 'reports/results.json', '--key', 'k.pem');
  expect([certified.code, certified.out]).toEqual([1, expect.stringContaining('its own WSDL (--wsdl)')]);
});

test('a finding cites its part of the WSDL, and every other command takes its results', async () => {
  const run = await running(['--reads', 'McatCodes', '--bindings', 'soap11'], [swapped()]);
  expect([run.err, run.code]).toEqual(['', 1]);
  const { findings } = resultsOf(run);
  const order = findings.find(({ rule }) => rule === 'record.field-order');
  expect(order).toMatchObject({ level: 'required' });
  expect(order?.requirements.slice(0, 2)).toEqual(['operation McatCodes', 'output message']);
  expect(order?.requirements[2]).toMatch(/^element McatCode\./);
  expect(written(run.folder, 'report.html')).toContain('The WSDL, ');

  const reported = await run.again('report', 'reports/results.json', '--format', 'html,junit,markdown,ctrf,allure');
  expect([reported.code, reported.err]).toEqual([0, '']);
  expect((await run.again('diff', 'reports/results.json', 'reports/results.json')).code).toBe(0);
  expect((await run.again('judge', 'reports/results.json')).code).toBe(1);
  expect((await run.again('baseline', 'reports/results.json', '--owner', 'Jo', '--reason', 'later')).code).toBe(0);

  const replay = ['replay', 'reports/results.json', '--target', run.endpoint];
  const unnamed = await run.again(...replay);
  expect([unnamed.code, unnamed.err]).toEqual([
    2,
    "error: reports/results.json is of a service by its WSDL, and a file never chooses what is called; name its reads with --reads: McatCodes, or '*' for these\n",
  ]);
  expect((await run.again(...replay, '--reads', 'McatCodes')).code).toBe(1);
  const command =
    order?.reproduce.command
      .split(' ')
      .slice(1)
      .map((word) => word.replaceAll("'", '')) ?? [];
  expect((await run.again(...command)).code).toBe(1);
  const rerun = await run.again(
    'run',
    run.endpoint,
    '--rerun-failed',
    '--reads',
    '*',
    '--baseline',
    'getdata.baseline.json',
  );
  // Each cell has a known failure, so that none passes.
  expect([rerun.err, rerun.code]).toEqual(['', 3]);
  expect(resultsOf(rerun).wsdl?.reads).toEqual(['McatCodes']);
});

test('operations may have any name: one that refuses each call is open, in results that report takes', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'w.wsdl'), wsdlOf(element('id', 's:int'), element('FindResult', 's:string')));
  const how = ['--wsdl', 'w.wsdl', '--reads', 'Find', '--profile', 'quick'];
  const run = await commandHere(['run', `${await serving()}/getData.asmx`, ...how], {}, folder);
  const { cells, findings } = resultsOf(run);
  expect([run.err, run.code, cells.map(({ operation }) => operation)]).toEqual(['', 3, ['Find']]);
  expect(findings.filter(({ level }) => level === 'required')).toEqual([]);
  expect((await commandHere(['report', 'reports/results.json'], {}, folder)).code).toBe(0);
});

test('an answer that shows nothing at all leaves a cell open, whatever its WSDL calls optional', async () => {
  const empty = mutated('McatCodes', { result: (value) => (Array.isArray(value) ? [] : value) });
  const run = await running(['--reads', 'McatCodes', '--bindings', 'soap11'], [empty]);
  expect([run.code, resultsOf(run).cells[0]?.verdict]).toEqual([3, 'inconclusive']);
});

test('a value of a parameter that is named as a secret is sent, and in no file and no output', async () => {
  const config = { reads: ['McatCodes'], values: { Password: ['Zebra-4711', 'Zebra-4712'] } };
  const how = ['--bindings', 'soap11,http-get', '--reporter', 'html,junit,markdown,ctrf,har,events'];
  const run = await running(how, [swapped()], config);
  expect([run.err, run.code]).toEqual(['', 1]);
  expect(run.out).not.toContain('Zebra');
  const files = readdirSync(join(run.folder, 'reports'));
  expect(files).toEqual(expect.arrayContaining(['results.json', 'report.html', 'events.jsonl']));
  for (const file of files) expect(written(run.folder, file), file).not.toContain('Zebra');
  expect(resultsOf(run).options.credentials).toEqual(['Password', 'Password (2)']);
  expect(JSON.stringify(resultsOf(run).findings)).toContain('${GETDATA_PASSWORD}');

  const replay = ['replay', 'reports/results.json', '--target', run.endpoint, '--reads', 'McatCodes'];
  const again = await run.again(...replay);
  expect([again.code, again.err]).toEqual([1, '']);
  expect(again.out).not.toContain('Zebra');
  writeFileSync(join(run.folder, 'getdata.config.json'), '{}');
  const without = await run.again(...replay);
  expect(without.code).toBe(2);
  expect(without.err).toMatch(
    /^error: finding \S+: its Password is masked, and the config file has no value for it; give it under values, in getdata\.config\.json or the file that --config names\n$/,
  );
});

test('reads are taken from a config file, but * only from one that the user names', async () => {
  const bindings = ['--bindings', 'http-get'];
  expect((await running(bindings, [], { reads: ['McatCodes'] })).asked).toEqual(['McatCodes']);
  const all = await running(bindings, [], { reads: ['*'] });
  expect([all.code, all.asked, all.err]).toEqual([
    2,
    [],
    expect.stringContaining("reads is '*', which counts only in a file"),
  ]);
});

test.each([
  ['no reads', [], 'expected some of Get_Video_Links, '],
  ['writes', ['--reads', '*', '--include-writes'], '--include-writes is given with --wsdl'],
  ['the embedded server', ['--reads', '*', '--embedded'], '--embedded is given with --wsdl'],
  ['a rerun', ['--reads', '*', '--rerun-failed'], '--rerun-failed is given with --wsdl'],
])('run --wsdl with %s is refused before anything is sent', async (_what, args, sentence) => {
  const run = await running(args);
  expect([run.code, run.asked, run.err]).toEqual([2, [], expect.stringContaining(sentence)]);
});
