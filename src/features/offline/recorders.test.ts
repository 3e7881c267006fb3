import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import { browserEntry, foreignHar, type LooseEntry } from '../../results/har/foreign-har.fixture.ts';
import { recordedBy, recorders } from '../../results/har/recorders.fixture.ts';
import { judgeHar } from './judge-file.ts';

const OPERATION = 'Get_Inventory';
const golden = bindingNames.map((binding) => browserEntry(OPERATION, binding));
const [soap] = golden;
const get = browserEntry('McatCodes', 'http-get');
const right = Buffer.from(String(get.response.content.text).replace('SEATCOVER', 'Größe &amp; M'));

async function judge(entries: readonly unknown[]) {
  const { report } = await judgeHar(foreignHar([soap, ...entries]), 'x.har', {}, '.');
  return report;
}

test('what recorders do to right answers is never a finding: each is judged, or left out with a reason', async () => {
  // The document has no chunks.
  const drawn = fc.array(
    fc.tuple(
      fc.nat(golden.length - 1),
      recorders.filter(({ framing }) => framing !== 'chunked'),
    ),
    { minLength: 60, maxLength: 60 },
  );
  const check = fc.asyncProperty(drawn, async (all) => {
    const entries = all.flatMap(([at, recorder]) => {
      const entry = golden[at];
      if (entry === undefined) return [];
      return [recordedBy(recorder, entry, Buffer.from(String(entry.response.content.text))).entry];
    });
    const { results, judged, leftOut } = await judge(entries);
    expect(results.findings.map(({ id, actual }) => `${id} ${actual}`)).toEqual([]);
    expect(judged + leftOut.length).toBe(entries.length + 1);
    // Neither all nor nothing is left out.
    expect(judged).toBeGreaterThan(entries.length / 4);
    expect(leftOut.length).toBeGreaterThan(0);
  });
  await fc.assert(check, { numRuns: 12, endOnFailure: true });
});

/** An answer over HTTP/1.1 as a recorder writes it that keeps the bytes. */
function kept(body: Buffer, content: object, headers: readonly { name: string; value: string }[] = []): LooseEntry {
  const lines = [{ name: 'Content-Type', value: 'text/xml; charset=utf-8' }, ...headers];
  const response = {
    ...get.response,
    httpVersion: 'HTTP/1.1',
    headers: lines,
    content: { size: body.length, ...content },
  };
  return { ...get, response };
}

const length = ({ length: bytes }: Buffer) => [{ name: 'Content-Length', value: `${bytes}` }];
const changed = (from: string | RegExp, to: string): Buffer => Buffer.from(right.toString().replace(from, to));
const base64 = (body: Buffer) => ({ text: body.toString('base64'), encoding: 'base64' });

describe('what the service did is still found', () => {
  const latin = Buffer.from(right.toString(), 'latin1');
  const misread = Buffer.from(right.toString('latin1'));
  const replaced = changed('ö', '\uFFFD');
  const cut = right.subarray(0, -40);
  const [control, wrong] = [changed('Größe', 'Gr\u0001'), changed('>210<', '>x<')];
  const bare = changed('&amp;', '&');
  const gzip = { name: 'Content-Encoding', value: 'gzip' };
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), right]);
  const faults: readonly (readonly [what: string, rule: string, entry: LooseEntry])[] = [
    ['bytes that are no UTF-8, in base64', 'xml.encoding', kept(latin, base64(latin))],
    [
      'bytes that are no UTF-8, as mitmproxy escapes them',
      'xml.encoding',
      kept(latin, { text: right.toString().replace('ö', '\uDCF6').replace('ß', '\uDCDF') }),
    ],
    [
      'UTF-8 read as Latin-1 by the service',
      'data.readable-text',
      kept(misread, { text: `${misread}` }, length(misread)),
    ],
    ['the same in base64', 'data.readable-text', kept(misread, base64(misread))],
    ['U+FFFD', 'data.readable-text', kept(replaced, { text: `${replaced}` }, length(replaced))],
    ['a body that ends too early', 'xml.well-formed', kept(cut, { text: `${cut}` }, length(cut))],
    ['a body that ends too early, in base64', 'xml.well-formed', kept(cut, base64(cut), length(cut))],
    ['a control character', 'xml.characters', kept(control, { text: `${control}` }, length(control))],
    ['a byte order mark', 'xml.bom', kept(marked, { text: `${marked}` }, length(marked))],
    ['a byte order mark, in base64', 'xml.bom', kept(marked, base64(marked))],
    ['an unescaped &', 'xml.well-formed', kept(bare, { text: `${bare}` }, length(bare))],
    ['an unescaped & behind gzip', 'xml.well-formed', kept(bare, base64(gzipSync(bare)), [gzip])],
    ['a wrong value', 'value.int', kept(wrong, { text: `${wrong}` })],
    ['a wrong value, in base64 unsaid', 'value.int', kept(wrong, { text: wrong.toString('base64') })],
  ];
  test.each(faults)('%s: %s', async (_what, rule, entry) => {
    const { results, leftOut } = await judge([entry]);
    expect(leftOut).toEqual([]);
    expect(results.findings.map((one) => one.rule)).toEqual([rule]);
  });
});

describe('what a recorder wrote in place of the answer is left out, whatever it counts', () => {
  const page = `<html><body><pre>${right.toString().replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre></body></html>`;
  const texts: readonly (readonly [what: string, text: string, why: string])[] = [
    ['a placeholder', '(binary)', 'is not well-formed XML'],
    ['what JavaScript makes of an object', '[object Object]', 'is not well-formed XML'],
    ['a placeholder like an element', '<body omitted>', 'is not well-formed XML'],
    ['a message', 'Failed to load response data: No data found', 'is not well-formed XML'],
    ['a text of JSON', JSON.stringify(right.toString()), 'is not well-formed XML'],
    ['a value of Python', `b'${right}'`, 'is not well-formed XML'],
    ['an escaped text', right.toString().replaceAll('&', '&amp;').replaceAll('<', '&lt;'), 'is not well-formed XML'],
    ['references resolved', changed('&amp;', '&').toString(), 'is not well-formed XML'],
    ['the head too', `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${right}`, 'is not well-formed XML'],
    ['a cut text that says so', `${right.toString().slice(0, 200)}... [truncated]`, 'ends inside an element'],
    ['a text cut in its middle', `${right.toString().slice(0, 150)}\n...\n</a>`, 'is not well-formed XML'],
    ['a page of a browser', page, 'is a page that shows XML'],
    ['a value taken out', changed('>210<', '>[REDACTED]<').toString(), 'values were taken out'],
  ];
  test.each(texts)('%s', async (_what, text, why) => {
    const own = Buffer.from(text);
    for (const entry of [kept(own, { text }), kept(own, base64(own)), kept(right, { text, size: own.length })]) {
      const { results, leftOut } = await judge([entry]);
      expect(results.findings).toEqual([]);
      expect(leftOut.map((one) => one.why)).toEqual([expect.stringContaining(why)]);
    }
  });
});

describe('a text longer than the Content-Length of the server', () => {
  const text = right.toString();
  const twice = Buffer.from(right.toString('base64'));
  const changes: readonly (readonly [what: string, content: object])[] = [
    ['base64 of base64', base64(twice)],
    ['base64 of UTF-16', base64(Buffer.from(text, 'utf16le'))],
    ['base64 of UTF-8 read as Latin-1', base64(Buffer.from(right.toString('latin1')))],
    ['values replaced', { text: changed('>210<', '>-hidden-<').toString() }],
    ['an element around it', { text: `<div id="webkit-xml-viewer-source-xml">${text}</div>` }],
  ];
  test.each(changes)('%s: it is left out', async (_what, content) => {
    const { results, leftOut } = await judge([kept(right, content, length(right))]);
    expect(results.findings).toEqual([]);
    expect(leftOut.map((one) => one.why)).toEqual(['it has more bytes than its Content-Length says']);
  });

  test.each([
    ['indented', text.replaceAll(/>\s*</g, '>\r\n\t\t\t\t<')],
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\uFEFF${text}`],
    ['with a line end', `${text}\n`],
    ['not composed', text.normalize('NFD')],
  ])('%s: it is judged', async (_what, other) => {
    const { results, leftOut } = await judge([kept(right, { text: other }, length(right))]);
    expect([results.findings, leftOut]).toEqual([[], []]);
  });
});

test('a redirect to https is no second service, and no refusal', async () => {
  const plain = { ...get.request, url: String(get.request.url).replace('https:', 'http:') };
  const redirect = {
    ...get,
    request: plain,
    response: { ...get.response, status: 307, content: { size: 0, text: '' } },
  };
  const same = { ...redirect, request: get.request };
  const { results, judged, leftOut } = await judge([redirect, same, get]);
  expect(results.findings).toEqual([]);
  expect(judged).toBe(2);
  expect(leftOut).toEqual([{ where: 'entry 3', why: 'it was redirected, and another entry has the answer' }]);
});
