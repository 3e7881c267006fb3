import { connect } from 'node:net';
import type { ReferenceServer } from './server.ts';

const POST = 'POST /getData.asmx HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nConnection: close\r\n';
const GET = 'GET /getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001 HTTP/1.1\r\nHost: x\r\n\r\n';

/** What a client may send that is not a call, by name; '' at its end: the client goes silent or disconnects. */
export const malformed: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'TLS on a plain port': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'a NUL in a header': `${POST}X: a\u0000b\r\n\r\n`,
  'a header without a colon': 'GET / HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n',
  'headers beyond the limit': `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`,
  'a request line beyond the limit': `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  '3,000 headers': `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'A: b\r\n'.repeat(3000)}\r\n`,
  'two lengths': `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  'length and chunks': `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET`,
  'a negative length': `${POST}Content-Length: -1\r\n\r\n`,
  'a length beyond all numbers': `${POST}Content-Length: 99999999999999999999\r\n\r\n`,
  'a chunk size that is not a number': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`,
  'a body beyond the limit': `${POST}Content-Length: 1048577\r\n\r\n${' '.repeat(200_000)}`,
  'a body that ends early': `${POST}Content-Length: 1000\r\n\r\n<a>`,
  'a DOCTYPE': body('<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;&b;">]><a>&d;</a>'),
  'processing instructions before no DOCTYPE': body(`${'<?a?>'.repeat(1000)}<x/>`),
  'elements 100,000 deep': body('<a>'.repeat(100_000)),
  '50,000 attributes': body(`<a${Array.from({ length: 50_000 }, (_, n) => ` b${n}="c"`).join('')}/>`),
  'comments that never end': body('<!--'.repeat(100_000)),
  'CDATA that never ends': body(`<a>${'<![CDATA['.repeat(50_000)}`),
  'invalid UTF-8': body('<a>\u00ff\u00fe</a>'),
  'pipelined calls, and then nonsense': `${GET.repeat(20)}nonsense\r\n\r\n`,
  'half a request line': 'GET /getData.as',
};

function body(text: string): string {
  return `${POST}Content-Length: ${text.length}\r\n\r\n${text}`;
}

/** The port that a server listens on. */
export function portOf({ url }: ReferenceServer): number {
  return Number(new URL(url).port);
}

/**
 * Sends bytes on a connection of its own; resolves to what comes back until the server ends it or `patience`
 * milliseconds pass.
 */
export function sendBytes(port: number, bytes: string, patience: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const timer = setTimeout(() => socket.destroy(), patience);
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // A reset is as valid an end as any.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}
