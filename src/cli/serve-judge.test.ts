import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from './cli.fixture.ts';
import { served } from './serve.fixture.ts';

const path = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
const wrong = path.replace('ItemNo', 'itemno');

test.each([
  ['nothing seen', [], [], 3, /client: inconclusive: no call was seen \(exit code 3\)\n$/],
  ['a right call', [path], [], 0, /client: conformant: 1 of 1 call right, 0 wrong \(exit code 0\)\n$/],
  ['a wrong call', [path, wrong], ['--expect', 'McatCodes'], 1, /1 of 2 calls right, 1 wrong; expected, but no/],
  [
    'only a wrong call',
    [wrong],
    ['--expect', 'Get_Inventory'],
    1,
    /expected, but no right call got 200: Get_Inventory/,
  ],
  ['an expected call', [path], ['--expect', 'Get_Inventory'], 0, /conformant/],
  [
    'another than expected',
    [path],
    ['--expect', 'McatCodes,Get_Inventory'],
    3,
    /no right call got 200: McatCodes \(exit/,
  ],
])('%s', async (_, paths, flags, code, last) => {
  const folder = newFolder();
  const { exitCode, out } = await served(
    ['--judge', ...flags],
    async (url) => {
      for (const one of paths) await fetch(`${url}${one}`);
    },
    { folder },
  );
  expect([exitCode, out]).toEqual([code, expect.stringMatching(last)]);
  const report = JSON.parse(readFileSync(join(folder, 'reports', 'client.json'), 'utf8'));
  expect([report.exitCode, report.calls]).toEqual([code, paths.length]);
  for (const file of ['client.html', 'client.junit.xml']) expect(out).toContain(join(folder, 'reports', file));
});

test('the live page is next to the service, and each links to the other', async () => {
  const { out } = await served(['--judge', '--quiet'], async (url) => {
    const page = await fetch(`${url}/__conformance/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('href="../getData.asmx"')]);
    expect(await (await fetch(`${url}/getData.asmx`)).text()).toContain('href="./__conformance/"');
  });
  expect(out).toMatch(/The live page .*: http:\/\/127\.0\.0\.1:\d+\/__conformance\/\n/);
});

test.each([
  [['--expect', 'Get_Inventory'], /--expect says what --judge waits for/],
  [['--reports', 'out'], /--reports says where --judge writes/],
  [['--judge', '--expect', 'Get_Inventry'], /--expect: no operation is named 'Get_Inventry'; did you mean/],
])('%j is exit 2', async (flags, sentence) => {
  const { exitCode, err } = await served(flags, async () => {});
  expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
});

test('the log line of a request shows no session of its path and no key of its action', async () => {
  const { out } = await served([], async (url) => {
    await fetch(`${url}/(S(zebra4711session))/getData.asmx/Get_Inventory?ItemNo=1`);
    const headers = { SOAPAction: '"http://h/x?APIKEY=zebra4711key"', 'Content-Type': 'text/xml' };
    await fetch(`${url}/getData.asmx`, { method: 'POST', body: '<a/>', headers });
  });
  expect(out).toMatch(/\nPOST /);
  expect(out).not.toContain('zebra4711');
});
