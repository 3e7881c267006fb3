import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangeBytes, proxyToBytes } from './proxy.fixture.ts';

// Texts are Latin-1: a character is a byte.

const spaces = fc.constantFrom(' ', '', '  ', '\t');
const values = fc.constantFrom('a', '"q"', 'a, b', '', 'x'.repeat(300), 'caf\xe9', 'a\tb', '\xff\x80');
const bodies = fc.constantFrom('', '<a/>', 'x'.repeat(5000), '\xc3\xa9\xff', 'y'.repeat(70_000));

/** Up to eight field lines with these names. */
const fields = (...names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), spaces, values), { maxLength: 8 })
    .map((lines) => lines.map(([name, space, value]) => `${name}:${space}${value}\r\n`).join(''));

const requests = fc.record({
  method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'DELETE'),
  path: fc.constantFrom('/app/getData.asmx', '/app/getData.asmx/Op?a=%20b&c=%zz', '/x//y/../z?op=X', '/app/?'),
  version: fc.constantFrom('1.0', '1.1'),
  lines: fields('X-A', 'x-a', 'Accept', 'Cookie', 'If-None-Match', 'SOAPAction', 'X_Under', 'Via'),
  body: bodies,
});

const answers = fc.record({
  status: fc.constantFrom(200, 200, 200, 404, 500, 204, 304, 201, 302, 503, 299),
  reason: fc.constantFrom('OK', '', 'Very \xe9 fine', 'a\tb'),
  lines: fields('Server', 'Set-Cookie', 'set-cookie', 'ETag', 'X-POWERED-by', 'Vary', 'Date', 'Cache-Control'),
  framing: fc.constantFrom('length', 'chunks', 'close'),
  body: bodies,
  interim: fc.boolean(),
  /** Where packets end, as shares of the length. */
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
});

type Sent = typeof requests extends fc.Arbitrary<infer T> ? T : never;
type Given = typeof answers extends fc.Arbitrary<infer T> ? T : never;

function requestBytes({ method, path, version, lines, body }: Sent): string {
  const length = method === 'GET' || method === 'HEAD' ? '' : `Content-Length: ${body.length}\r\n`;
  return `${method} ${path} HTTP/${version}\r\nHost: m\r\n${lines}${length}Connection: close\r\n\r\n${length && body}`;
}

/** RFC 9112, section 6.3: an answer to HEAD, a 204 and a 304 have no body; the last has the length of another. */
function answerBytes({ status, reason, lines, framing, body, interim }: Given, { method }: Sent): string {
  const length = `Content-Length: ${body.length}\r\n`;
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const framed = {
    length: [status === 204 ? '' : length, body],
    chunks: [hasBody ? 'Transfer-Encoding: chunked\r\n' : '', `${body && chunk(body)}${chunk('')}`],
    close: ['Connection: close\r\n', body],
  }[framing];
  const before = interim ? 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n' : '';
  return `${before}HTTP/1.1 ${status} ${reason}\r\n${lines}${framed[0]}\r\n${hasBody ? framed[1] : ''}`;
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const OF_CONNECTION = /^(?:connection|keep-alive|transfer-encoding|host)$/i;

/** A message as its reader has it: start line without the version, fields in order, body without chunks. */
function read(message: string) {
  const text = message.replace(/^HTTP\/1\.1 1[\s\S]*?\r\n\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const isChunked = lines.some((line) => /^transfer-encoding:\s*chunked$/i.test(line));
  const body = text.slice(end + 4);
  return {
    start: start.replace(/HTTP\/1\.[01]/, ''),
    fields: lines
      .map((line) => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).replace(/^[ \t]+|[ \t]+$/g, ''),
      ])
      .filter(([name = '']) => !OF_CONNECTION.test(name)),
    body: isChunked ? unchunked(body) : body,
  };
}

/** RFC 9112, section 7.1; a body that ends early is cut there. */
function unchunked(text: string): string {
  let whole = '';
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (!(size > 0)) return whole;
    whole += text.slice(end + 2, end + 2 + size);
    at = end + 4 + size;
  }
}

test('whatever either side says in HTTP, the other reads', async () => {
  let parts: string[] = [];
  const { baseUrl, server } = await proxyToBytes((socket) => {
    const next = (): void => {
      const part = parts.shift();
      if (part === undefined) socket.end();
      else socket.write(part, 'latin1', () => setImmediate(next));
    };
    socket.setNoDelay(true);
    next();
  });
  const property = fc.asyncProperty(requests, answers, async (sent, given) => {
    const bytes = answerBytes(given, sent);
    const ends = [
      ...given.cuts.map((share) => Math.round(share * bytes.length)).toSorted((a, b) => a - b),
      bytes.length,
    ];
    parts = ends.map((to, n) => bytes.slice(ends[n - 1] ?? 0, to)).filter((part) => part !== '');
    const came = await exchangeBytes(baseUrl, requestBytes(sent));
    expect(read(server.requests.at(-1) ?? '')).toEqual(read(requestBytes(sent)));
    expect(read(came)).toEqual(read(bytes));
  });
  await fc.assert(property, { seed: 1, numRuns: 300 });
});
