import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folded } from '../results/folded.fixture.ts';
import { harText } from '../results/har/write.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { commandHere } from './command.fixture.ts';
import { commands } from './commands.ts';

/** An address that counts the connections made to it and ends them. */
async function counting(): Promise<{ readonly url: string; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, connections: () => connections };
}

const results = folded({ verdicts: { 'http.status@Get_Inventory/soap12': 'fail' } });
const json = JSON.stringify(results);
const texts = {
  'results.json': json,
  'reports/results.json': json,
  'x.har': harText(results),
};

/** A folder whose results and HAR name one target, and whose list of targets and, if wanted, config name another. */
function folderOf(recorded: string, chosen: string, config: object | null = null): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'reports'));
  for (const [file, text] of Object.entries(texts))
    writeFileSync(join(folder, file), text.replaceAll(results.target, recorded));
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets: [{ name: 'one', target: chosen }] }));
  if (config !== null) writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify(config));
  return folder;
}

/** Each command, given what names a target that is not to be sent to. CHOSEN is the target that the user names. */
const lines: Readonly<Record<string, readonly string[]>> = {
  run: [
    'run --rerun-failed',
    'run --rerun-failed results.json --quiet',
    'run CHOSEN --rerun-failed',
    'run --targets targets.json',
  ],
  serve: ['serve --port 0'],
  proxy: ['proxy CHOSEN --port 0'],
  list: ['list rules'],
  explain: ['explain http.status'],
  replay: [
    'replay results.json',
    'replay results.json http.status@Get_Inventory/soap12',
    'replay results.json --target CHOSEN',
  ],
  report: ['report results.json --format html,junit'],
  diff: ['diff results.json reports/results.json'],
  compare: ['compare CHOSEN CHOSEN'],
  merge: ['merge reports --reports merged'],
  baseline: ['baseline results.json --owner jo --reason T-1'],
  init: ['init CHOSEN'],
  judge: ['judge results.json', 'judge x.har'],
  certify: ['certify results.json --key k.pem'],
  verify: ['verify results.json --key k.pub.pem'],
  revoke: ['revoke results.json --key k.pem --reason T-1'],
  registry: ['registry build . --keys k.pub.pem'],
  history: ['history add results.json', 'history site'],
  keygen: ['keygen other'],
  completion: ['completion bash'],
  version: ['version'],
};

test('every command checks it', () => {
  expect(Object.keys(lines).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

/** Lines that send, once they are told where to. */
const sending = /CHOSEN|targets\.json/;
/** Lines that take the target of the environment or the config file where they name none. */
const reading = /^(run|replay) (?!--targets)/;

test.each(Object.values(lines).flat())('`%s` sends nothing to the address in a file', async (line) => {
  const reads = reading.test(line);
  for (const named of reads ? (['environment', 'config', 'nowhere'] as const) : (['environment'] as const)) {
    const [recorded, chosen] = [await counting(), await counting()];
    const config = { target: chosen.url, headers: { 'X-Token': 'sesame' }, credentials: { apiKey: 'sesame' } };
    const folder = folderOf(recorded.url, chosen.url, named === 'config' ? config : null);
    const env = named === 'environment' ? { GETDATA_TARGET: chosen.url, GETDATA_API_KEY: 'sesame' } : {};
    const argv = line.split(' ').map((word) => word.replace('CHOSEN', chosen.url));
    const { code, err } = await commandHere(argv, env, folder);
    expect([named, code === 5, recorded.connections(), chosen.connections() > 0]).toEqual([
      named,
      false,
      0,
      sending.test(line),
    ]);
    if (sending.test(line) || !reads) continue;
    const file = line.includes(' results.json') ? 'results.json' : 'reports/results.json';
    const how = line.startsWith('run') ? '`run <target> --rerun-failed`' : '--target';
    const sentence =
      named === 'nowhere'
        ? `and no target is named; a file never chooses where requests go: name the target with ${how}, GETDATA_TARGET or the config file`
        : `but the configured target is ${chosen.url}; name the target that requests are to go to with ${how}`;
    expect([code, err]).toEqual([2, `error: ${file} is of ${recorded.url}, ${sentence}\n`]);
  }
});

test('where the configured target is that of the file, however it is spelt, requests go there', async () => {
  const target = await counting();
  const folder = folderOf(target.url, target.url);
  const env = { GETDATA_TARGET: `${target.url.replace('http', 'HTTP')}/getData.asmx` };
  const { exitCode, out } = await cli(['replay', 'results.json'], { folder, env });
  expect([exitCode, out.startsWith('1 of 1 finding '), target.connections() > 0]).toEqual([4, true, true]);
});

test("a target on the command line that is not the file's is named", async () => {
  const [recorded, chosen] = [await counting(), await counting()];
  const folder = folderOf(recorded.url, chosen.url);
  const note = `is of ${recorded.url}; requests go to ${chosen.url}, as the command line says.`;
  const replayed = await cli(['replay', 'results.json', '--target', chosen.url], { folder });
  expect(replayed.out).toContain(`results.json ${note}\n`);
  const again = await cli(['run', chosen.url, '--rerun-failed'], { folder });
  expect(again.out).toContain(` reports/results.json ${note}`);
});
