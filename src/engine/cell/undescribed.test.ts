import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { BindingName } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { replayFinding } from '../../features/run/replay-finding.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { contract, quickRun, sharedValidator } from '../../reference/variations/target.fixture.ts';
import type { Finding } from '../../results/outcome.ts';
import { rulesFor } from '../../rules/rules.ts';
import { describingOf } from '../../rules/wsdl/wsdl.fixture.ts';
import { prepare } from '../plan/prepare.ts';
import { openCell } from './cell.ts';
import { openSession } from './session.ts';

const OPERATION = 'Get_Basevehicle_Images';
const PAGE = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n';
const DESCRIPTION = 'HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 0\r\n\r\n';

/** The address of a server that answers requests that begin like this with these bytes, and others as it should. */
async function serverThatAnswers(canned: Readonly<Record<string, string>>): Promise<string> {
  const reference = await startReferenceServer({ contract });
  const { hostname, port } = new URL(reference.url);
  const front = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.on('error', () => other.destroy());
      one.on('end', () => other.end());
    }
    upstream.pipe(client, { end: false });
    client.on('data', (chunk: Buffer) => {
      const answer = Object.entries(canned).find(([start]) => chunk.toString('latin1').startsWith(start))?.[1];
      if (answer === undefined) upstream.write(chunk);
      else client.end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(async () => {
    front.close();
    await reference.close();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

/** What the rules on HTTP find in a cell of such a server, and whether it is found again. */
async function found(canned: Readonly<Record<string, string>>, binding: BindingName = 'soap11') {
  const url = await serverThatAnswers(canned);
  const validator = await sharedValidator();
  const options = { ...quickRun(url), operations: [OPERATION] };
  const empty = { options, baseUrl: url, pools: { values: {}, rows: [] }, resultsPath: 'results.json' };
  const prepared = await prepare(empty, contract, validator, new AbortController().signal);
  if (prepared.kind === 'dead') return expect.fail('the server is dead');
  const session = await openSession(prepared.plan, { contract, validator });
  onTestFinished(async () => {
    await session.close();
  });
  const cell = { operation: operationNamed(contract, OPERATION), binding };
  const open = await openCell(session, cell);
  const findings: Finding[] = [];
  for (const rule of rulesFor(cell, contract).filter((rule) => describingOf(rule) === undefined)) {
    const { finding } = await open.judge(rule);
    if (finding === null) continue;
    findings.push(finding);
    expect((await replayFinding(finding, rule, session)).problems.length).toBeGreaterThan(0);
  }
  return findings.map(({ rule, level, message, probe }) => [rule, level, message, probe?.rule, probe?.code]);
}

test('an answer to HEAD with a body, and a 401 without a challenge, are findings', async () => {
  const refusal = 'HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n';
  const body = 'The answer to HEAD has a body of 4 bytes.';
  expect(await found({ 'HEAD /getData.asmx ': `${PAGE}body`, 'OPTIONS /getData.asmx ': refusal })).toEqual([
    ['http.answer', 'recommended', 'An answer with status 401 has no WWW-Authenticate.', 'observe.methods', 'OPTIONS'],
    ['http.content-length', 'recommended', body, 'observe.methods', 'HEAD'],
  ]);
});

test('an answer to HEAD that is not HTTP is a finding', async () => {
  expect(await found({ 'HEAD /getData.asmx ': 'HTTP/2 fine\r\n\r\n' })).toEqual([
    ['http.answer', 'recommended', expect.stringContaining('No complete answer came'), 'observe.methods', 'HEAD'],
  ]);
});

test('the head of the service description is judged', async () => {
  expect(await found({ 'GET /getData.asmx?wsdl': DESCRIPTION })).toEqual([
    ['http.answer', 'recommended', expect.stringContaining('Date is not valid'), 'observe.wsdl', 'wsdl'],
  ]);
});

test('HEAD without a Content-Length, or with that of the page, and a connection closed without an answer are no finding', async () => {
  const silent = { 'HEAD /getData.asmx/': 'HTTP/1.1 200 OK\r\n\r\n', 'PUT ': '' };
  expect(
    await found({ ...silent, 'HEAD /getData.asmx ': PAGE, 'OPTIONS ': 'HTTP/1.1 204 No Content\r\n\r\n' }),
  ).toEqual([]);
});
