import { expect, test } from 'vitest';
import type { HttpResponse } from '../../wire/http/exchange.ts';
import type { RecordedExchange } from '../outcome.ts';
import { recordResponse } from './record-exchange.ts';
import { rebuildExchange } from './recordings.ts';
import { type Redact, redactor } from './redact.ts';

const request = { method: 'GET', url: 'http://t.example/app/getData.asmx/McatCodes?a=b#c', headers: [], body: null };

function answer(body: Uint8Array, length: string): HttpResponse {
  const headers = [['content-LENGTH', length]] as const;
  return { status: 200, reason: 'OK', version: '1.1', headers, body, complete: true, surplus: 0 };
}

/** What becomes of an answer that is recorded and rebuilt. */
function rebuilt(body: Uint8Array, length: string, redact: Redact = (text) => text): HttpResponse | null {
  const recorded: RecordedExchange = { request, response: recordResponse(answer(body, length), redact), durationMs: 1 };
  const exchange = rebuildExchange(JSON.parse(JSON.stringify(recorded)));
  return exchange?.outcome.kind === 'response' ? exchange.outcome.response : null;
}

const text = (value: string) => new TextEncoder().encode(value);

test.each([
  ['plain text', text('<a>ß🚀</a>')],
  ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x3c)],
  ['bytes that are not UTF-8', Uint8Array.of(0xff, 0xfe, 0x3c, 0x00, 0xed, 0xa0, 0x80)],
  ['nothing', new Uint8Array()],
])('%s comes back byte for byte', (_what, body) => {
  expect(rebuilt(body, `${body.byteLength}`)).toEqual(answer(body, `${body.byteLength}`));
});

test('a status line that breaks the grammar comes back', () => {
  const odd = { ...answer(text('<a/>'), '4'), statusLine: 'HTTP/1.1 200' };
  const recorded: RecordedExchange = { request, response: recordResponse(odd, (same) => same), durationMs: 1 };
  expect(rebuildExchange(recorded)?.outcome).toEqual({ kind: 'response', response: odd });
});

test('a Content-Length stays as right or wrong as it was where a secret was taken out', () => {
  const redact = redactor({ DealerID: 'jo-and-co' }, []);
  const body = text('<a>jo-and-co</a>');
  const [right, wrong] = [rebuilt(body, `${body.byteLength}`, redact), rebuilt(body, `${body.byteLength + 3}`, redact)];
  expect(new TextDecoder().decode(right?.body)).toBe('<a>${GETDATA_DEALER_ID}</a>');
  expect(right?.headers).toEqual([['content-LENGTH', `${right?.body.byteLength}`]]);
  expect(wrong?.headers).toEqual([['content-LENGTH', `${(wrong?.body.byteLength ?? 0) + 3}`]]);
  expect(rebuilt(body, 'many', redact)?.headers).toEqual([['content-LENGTH', 'many']]);
});

test('a body that was cut is not an exchange, also where only what stands for a secret made it too long', () => {
  expect(rebuilt(text('x'.repeat(65_537)), '65537')).toBeNull();
  const redact = redactor({ DealerID: 'jojojo' }, []);
  expect(rebuilt(text('jojojo '.repeat(9_000)), '63000', redact)).toBeNull();
  expect(rebuilt(text('jojojo '.repeat(100)), '700', redact)).not.toBeNull();
});

test('path and query stay as sent; what is not an address is not an exchange', () => {
  const trouble = { kind: 'closed', message: 'gone' } as const;
  const exchange = rebuildExchange({ request, response: { trouble }, durationMs: 3 });
  expect(exchange).toMatchObject({ request: { path: '/app/getData.asmx/McatCodes?a=b' }, outcome: { trouble } });
  expect(rebuildExchange({ request: { ...request, url: 'nowhere' }, response: { trouble }, durationMs: 3 })).toBeNull();
});
