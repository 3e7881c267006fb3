import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { patience } from '../../patience.fixture.ts';

const dist = (path: string): string => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url));

/** Masks exchanges of which each names three sessions, keeps their readings as the proxy does, and prints MB of memory. */
const SCRIPT = `
import { createTrafficLog } from '${dist('features/traffic/log.js')}';
import { loadContract, defaultNamespace } from '${dist('contract/load.js')}';
import { judgeRequest } from '${dist('rules/client/judge-request.js')}';
import { remembering } from '${dist('features/traffic/remembering.js')}';
const contract = loadContract(defaultNamespace());
const log = createTrafficLog({ contract, origin: () => 'http://h' });
const body = new TextEncoder().encode('<r/>');
const response = { status: 200, reason: 'OK', version: '1.1', headers: [], body, complete: true, surplus: 0 };
const made = new Set();
const Original = RegExp;
globalThis.RegExp = new Proxy(Original, { construct: (target, [source, flags]) => { made.add(String(source)); return new target(source, flags); } });
const readingOf = remembering((_text, exchange) => log.readingOf(exchange));
for (let n = 0; n < 3000; n += 1) {
  const path = '/getData.asmx/McatCodes?SessionID=s' + n * 7919 + 'abcdef&CK_SessionID=ck' + n * 104729 + 'xyz&Client_IP=10.0.' + (n >> 8) + '.' + (n & 255);
  const request = { method: 'GET', path, headers: [], body: null };
  const judged = { request, outcome: { kind: 'response', response }, judgement: judgeRequest(request, contract), answer: [], client: 'a' };
  log.add({ ...judged, at: 0, durationMs: 1 }, readingOf(path, judged));
}
process.stdout.write(JSON.stringify({ patterns: made.size, rss: Math.round(process.memoryUsage().rss / 2 ** 20) }));
`;

test('exchanges with thousands of sessions compile no pattern for each, in bounded memory', async () => {
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    timeout: patience(60_000),
  });
  const { patterns, rss } = JSON.parse((await node).stdout);
  expect(patterns).toBeLessThan(100);
  expect(rss).toBeLessThan(250);
});
