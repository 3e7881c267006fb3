import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, contract } from './client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

const known = contract();
let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ contract: known });
});
afterAll(() => server.close());

// Each status and kind of answer but those of `op` was seen at the server of fixtures/asmx. Mono's own page fails on `op`;
// ASP.NET's shows the operation, or that there is none.
test.each([
  ['?wsdl', 200, '<wsdl:definitions '],
  ['?WSDL', 200, '<wsdl:definitions '],
  ['?wsdl&x=1', 200, '<wsdl:definitions '],
  ['?x=1&wsdl', 200, '<wsdl:definitions '],
  ['?disco', 200, '<discovery '],
  ['?DISCO', 200, '<discovery '],
  ['?wsdl=1', 500, 'XML Web service description was not found.'],
  ['?wsdl=', 500, 'XML Web service description was not found.'],
  ['?schema=1', 500, 'Schema not found.'],
  ['', 200, '<h1>GetData Web Service'],
  ['?foo', 200, '<h1>GetData Web Service'],
  ['?schema', 200, '<h1>GetData Web Service'],
  ['?foo&wsdl', 200, '<h1>GetData Web Service'],
  ['?wsdl&foo', 200, '<h1>GetData Web Service'],
  ['?disco=1', 200, '<h1>GetData Web Service'],
  ['?op', 200, '<h1>GetData Web Service'],
  ['?op=McatCodes', 200, '<h1>McatCodes'],
  ['?OP=McatCodes&x=1', 200, '<h1>McatCodes'],
  ['?op=mcatcodes', 200, '<h1>Method not found'],
  ['?op=', 200, '<h1>Method not found'],
  ['?op=%E0%A4%A', 200, '<h1>Method not found'],
])('%s is answered %d %s', async (query, status, start) => {
  const reply = await ask(server.url, { method: 'GET', path: `/getData.asmx${query}` });
  expect(reply.status).toBe(status);
  expect(reply.text).toContain(start);
});

test('/ leads to the page, below a path of a proxy too', async () => {
  const reply = await ask(server.url, { method: 'GET', path: '/' });
  expect([reply.status, reply.headers.location]).toEqual([302, 'getData.asmx']);
});

test('the page lists every operation, the description and the discovery document', async () => {
  const { text, headers } = await ask(server.url, { method: 'GET' });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('<link rel="alternate" type="text/xml" href="getData.asmx?disco">');
  expect(text).toContain('<a href="getData.asmx?WSDL">');
  const names = [...text.matchAll(/<a href="getData\.asmx\?op=([^"]*)">/g)].map(([, name]) => name);
  expect(names).toEqual(known.operations.map(({ name }) => name).toSorted());
});

test('what a request or a contract brings into a page is text', async () => {
  const NAME = `<script>"'&`;
  const operations = known.operations.slice(0, 1).map((one) => ({
    ...one,
    name: NAME,
    parameters: one.parameters.map((parameter) => ({ ...parameter, name: NAME, example: NAME })),
  }));
  const other = await startReferenceServer({ contract: { ...known, namespace: `urn:${NAME}`, operations } });
  const pages = ['', `?op=${encodeURIComponent(NAME)}`, `?op=${encodeURIComponent(`${NAME}?`)}`];
  const replies = await Promise.all(
    pages.map((query) => ask(other.url, { method: 'GET', path: `/getData.asmx${query}` })),
  );
  await other.close();
  for (const { text, headers } of replies) {
    expect(text).not.toContain('<script>');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  }
  expect(replies[1]?.text).toContain('name="&#60;script&#62;&#34;&#39;&#38;"');
  expect(replies[2]?.text).toContain('<code>&#60;script&#62;&#34;&#39;&#38;?</code>');
});
