import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import { startRawServer } from '../../../wire/http/raw-server.fixture.ts';
import { openProxySession } from './session.ts';

test.each([
  ['1 MiB', 'DealerID=Zebra17x&', 1_100_000],
  ['--max-body', 'DealerID=Zebra17x&', 600_000],
])('of a request of more than %s neither it nor its answer is judged or shown', async (_, part, bytes) => {
  const answer = '<r>Zebra17x</r>';
  const server = await startRawServer((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`),
  );
  onTestFinished(server.close);
  const folder = mkdtempSync(join(tmpdir(), 'getdata-proxy-'));
  const lines: string[] = [];
  const session = await openProxySession({
    contract: loadContract(defaultNamespace()),
    target: server.url,
    callers: { host: '127.0.0.1', hosts: [], origins: [] },
    ...{ host: '127.0.0.1', port: 0, route: { tls: {}, proxy: null }, headers: [], timeoutMs: 30_000 },
    ...{ folder, maxBodyBytes: bytes > 1_000_000 ? 16_000_000 : 500_000, log: (line: string) => lines.push(line) },
  });
  const body = part.repeat(Math.floor(bytes / part.length));
  await fetch(`${session.baseUrl}/getData.asmx/McatCodes`, { method: 'POST', body }).then((came) => came.text());
  const { server: judged, client } = await session.end();
  const reason = 'the request is longer than what is kept for judging';
  expect([lines, [...judged.unjudged]]).toEqual([[`POST not judged: ${reason}`], [[reason, 1]]]);
  const told = JSON.stringify([client, readFileSync(join(folder, 'traffic.har'), 'utf8')]);
  expect(told).toContain(`(not shown: ${reason})`);
  expect(told).not.toContain('Zebra');
});
