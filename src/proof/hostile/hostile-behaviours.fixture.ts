import { connect, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

/** One request that a hostile server got. */
export interface Asked {
  readonly socket: Socket;
  readonly request: string;
  /** On its connection and in total, from 1. */
  readonly nth: number;
  readonly total: number;
  /** An address that must never be requested. */
  readonly canary: string;
  /** A correct server. */
  readonly upstream: string;
}

/** What a hostile server does with a connection, or with each request. */
export interface Behaviour {
  readonly connected?: (socket: Socket) => void;
  readonly answer?: (asked: Asked) => void;
}

const MEGABYTE = 1024 * 1024;
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const OPEN = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n';

/** A whole response with exactly the given bytes. */
function whole(body: string | Uint8Array, extra = '', status = '200 OK', type = 'text/xml; charset=utf-8'): Buffer {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${extra}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** The same answer to everything; made on first use. */
function always(make: () => Buffer | string): Behaviour {
  let made: Buffer | string | undefined;
  return {
    answer: ({ socket }) => {
      made ??= make();
      socket.write(made, 'latin1');
    },
  };
}

/** Sends pieces as fast as they are read, `bytes` in total. */
function stream(socket: Socket, piece: Buffer, bytes: number): void {
  let left = bytes;
  const more = (): void => {
    if (socket.destroyed || left <= 0) return;
    left -= piece.length;
    socket.write(piece, () => setImmediate(more));
  };
  more();
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
const page = '<!DOCTYPE html><html><head><script>alert(1)</script></head><body onload="alert(2)">Oops</body></html>';

function laughs(): string {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  return `${XML}<!DOCTYPE lolz [<!ENTITY l0 "lol">${levels.join('')}]><lolz>&l9;</lolz>`;
}

function entity(address: string): string {
  return `${XML}<!DOCTYPE x [<!ENTITY e SYSTEM "${address}"><!ENTITY % p SYSTEM "${address}">%p;]><x>&e;</x>`;
}

function redirect(location: (asked: Asked) => string): Behaviour {
  return { answer: (asked) => asked.socket.write(whole('', `Location: ${location(asked)}\r\n`, '302 Found')) };
}

/** Lets a correct server answer. */
function forward({ socket, request, upstream }: Asked, then: () => void = () => {}): void {
  const there = connect(Number(new URL(upstream).port), '127.0.0.1');
  there.on('error', () => socket.destroy());
  there.on('data', (chunk) => socket.write(chunk));
  there.on('end', then);
  there.end(request.replace('\r\n', '\r\nConnection: close\r\n').replace(/\r\nconnection: keep-alive/i, ''), 'latin1');
}

/** More requests than a run of one operation in two bindings sends before its cells. */
export const REQUESTS_BEFORE_CELLS = 115;

/** Bytes of a body that --max-body just allows. */
const MOST = 16 * MEGABYTE - 1024;

/** A document whose root repeats one piece up to the maximum length. */
function filled(piece: string, bytes = MOST): Buffer {
  return whole(`<a>${piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))}</a>`);
}

const ATTRIBUTES = `<b ${Array.from({ length: 250 }, (_, i) => `a${i}=""`).join(' ')}/>`;

/** Sends a body as chunks of one byte. */
function chunked(body: string): string {
  return `${OPEN}Transfer-Encoding: chunked\r\n\r\n${body.replace(/./gs, '1\r\n$&\r\n')}0\r\n\r\n`;
}

let bomb: Buffer | undefined;

/** Hostile behaviours of servers, by name. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  'accepts and hangs': { answer: () => {} },
  'drips a byte a second': {
    answer: ({ socket }) => {
      socket.write(`${OPEN}Content-Length: 1000000\r\n\r\n`);
      const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write('x')), 1000);
    },
  },
  'resets on connect': { connected: (socket) => void socket.resetAndDestroy() },
  'resets mid-body': {
    // libuv reports a reset as an end where it comes before the client, which may be busy, has read the bytes.
    answer: ({ socket }) =>
      socket.write(`${OPEN}Content-Length: 99\r\n\r\n<a`, () => setTimeout(() => socket.resetAndDestroy(), 200)),
  },
  'closes after half a header': { answer: ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty') },
  'closes without an answer': { answer: ({ socket }) => socket.end() },
  'endless body': {
    answer: ({ socket }) => {
      socket.write(`${OPEN}\r\n<a>`);
      stream(socket, Buffer.alloc(65_536, 'x'), Number.POSITIVE_INFINITY);
    },
  },
  'a body of 300 MB': {
    answer: ({ socket }) => {
      socket.write(`${OPEN}Content-Length: ${300 * MEGABYTE}\r\n\r\n<a>`);
      stream(socket, Buffer.alloc(65_536, 'x'), 300 * MEGABYTE - 3);
    },
  },
  '200,000 levels deep': always(() => whole(`${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`)),
  'a million attributes': always(() =>
    whole(`<a ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(' ')}/>`),
  ),
  'a million namespaces': always(() =>
    whole(`<a ${Array.from({ length: 600_000 }, (_, i) => `xmlns:a${i}="b"`).join(' ')}/>`),
  ),
  'a long name': always(() => whole(`<${'a'.repeat(10 * MEGABYTE)}/>`)),
  'four million elements': always(() => whole(`<a>${'<b/>'.repeat(4_000_000)}</a>`)),
  'character references': always(() => filled('&#65;')),
  'an unclosed quote': always(() => whole(`<a b="${"'".repeat(MOST)}`)),
  'open quotes': always(() => filled('<b c=">')),
  'blank tags': always(() => filled('< ')),
  'ampersand references': always(() => filled('&amp;')),
  'ever new names': {
    answer: ({ socket, total }) =>
      socket.write(whole(`<a>${Array.from({ length: 290_000 }, (_, i) => `<n${total}.${i}/>`).join('')}</a>`)),
  },
  'one byte chunks': always(() => chunked(`<a>${'x'.repeat(4 * MEGABYTE)}</a>`)),
  ampersands: always(() => filled('&')),
  'one tag of blanks': always(() => whole(`<a${' '.repeat(MOST)}/>`)),
  'text without a line end': always(() => whole('x'.repeat(MOST), '', '200 OK', 'text/plain')),
  'one long line': always(() => filled(`${'x'.repeat(MEGABYTE - 3)}€`)),
  'many attributes': always(() => filled(ATTRIBUTES, 2 * MEGABYTE)),
  'processing instructions': always(() => filled('<?p?>')),
  comments: always(() => filled('<!---->')),
  'blank lines': always(() => filled('\n')),
  'the largest document that is read': always(() => filled(`<b>${'x'.repeat(105)}</b>`)),
  'many documents of almost 1 MB': {
    answer: ({ socket, total }) => socket.write(whole(`<a>${`<b>${total}</b>`.repeat(80_000)}</a>`)),
  },
  'a good answer, then a bomb': {
    answer: (asked) => {
      if (asked.total <= 40) return forward(asked);
      bomb ??= filled('&#65;');
      asked.socket.write(bomb);
    },
  },
  'billion laughs': always(() => whole(laughs())),
  'external entity of a file': always(() => whole(entity('file:///etc/passwd'))),
  'external entity of an address': { answer: ({ socket, canary }) => socket.write(whole(entity(canary))) },
  'schema at an address': {
    answer: ({ socket, canary }) =>
      socket.write(
        whole(`${XML}<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="x ${canary}"/>`),
      ),
  },
  'gzip bomb': always(() => whole(gzipSync(Buffer.alloc(50 * MEGABYTE)), 'Content-Encoding: gzip\r\n')),
  'brotli bomb': always(() => whole(brotliCompressSync(Buffer.alloc(50 * MEGABYTE), FAST), 'Content-Encoding: br\r\n')),
  'an encoding that was not requested': always(() => whole(deflateSync('<a/>'), 'Content-Encoding: deflate\r\n')),
  'Content-Length too small': always(() => `${OPEN}Content-Length: 2\r\n\r\n<a/>`),
  'Content-Length too large': {
    answer: ({ socket }) => socket.end(`${OPEN}Content-Length: 99\r\n\r\n<a/>`),
  },
  'garbage status line': always(() => '\x1b[2J\0HTTQ/9.9 lots of fun\r\n\r\n'),
  '100,000 headers': always(() => `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(100_000)}\r\n`),
  'redirect loop': redirect(({ request }) => request.split(' ')[1] ?? '/'),
  'redirect to another host': redirect(({ canary }) => canary),
  'redirect to a file': redirect(() => 'file:///etc/passwd'),
  'HTML page with scripts': always(() => whole(page, '', '500 Oops', 'text/html')),
  'HTML page as a success': always(() => whole(page, '', '200 OK', 'text/html')),
  'terminal escapes': always(() =>
    whole('<a>\x1b[2J\x1b]0;owned\x07\u009b31m</a>', 'Server: \x9b2J\r\n', '200 \x9b2JOK'),
  ),
  'NUL in a header': always(() => whole('<a>\0</a>\0', 'X-A: a\0b\r\n')),
  'NUL in the body': always(() => whole('<a>\0</a>\0')),
  'invalid UTF-8': always(() => whole(Buffer.from('<a>\xff\xfe\xc0\x80\xed\xa0\x80</a>', 'latin1'))),
  'unpaired surrogates': always(() => whole(`<a>&#xD800;</a>`)),
  'unpaired surrogates in UTF-16': always(() => whole(Buffer.from('\ufeff<a>\ud800</a>', 'utf16le'))),
  'flaky 503': {
    answer: (asked) => {
      if (asked.total % 3 === 0) asked.socket.write(whole('busy', 'Retry-After: 0\r\n', '503 Busy'));
      else forward(asked);
    },
  },
  '429 at first': {
    answer: (asked) => {
      if (asked.total <= 3) asked.socket.write(whole('', 'Retry-After: 0\r\n', '429 Too Many Requests'));
      else forward(asked);
    },
  },
  'always 429': { answer: ({ socket }) => socket.write(whole('', 'Retry-After: 0\r\n', '429 Too Many Requests')) },
  'hangs once the cells run': {
    answer: (asked) => {
      if (asked.total <= REQUESTS_BEFORE_CELLS) forward(asked);
    },
  },
  'goes down on the way': {
    answer: (asked) => {
      if (asked.total > 95) asked.socket.destroy();
      else forward(asked);
    },
  },
  'goes down before the cells': {
    answer: (asked) => {
      if (asked.total > 20) asked.socket.destroy();
      else forward(asked);
    },
  },
  'keep-alive closed without notice': {
    answer: (asked) => forward(asked, () => setTimeout(() => asked.socket.destroy(), 5)),
  },
  'TLS that never answers': { connected: () => {} },
};
