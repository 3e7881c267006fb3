import { expect, test } from 'vitest';
import { recordResponse } from './record-exchange.ts';
import { redactor } from './redact.ts';

const SECRET = 'k3y-5e1c44-and-more';
const redact = redactor({ APIKEY: SECRET }, []);
const PLACE = '<here/>';

function recorded(text: string) {
  const at = text.indexOf(PLACE);
  const before = text.slice(0, at).split('\n');
  const around = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  const rest = { status: 200, reason: 'OK', version: '1.1', headers: [], complete: true, surplus: 0 };
  return { around, ...recordResponse({ ...rest, body: Buffer.from(text) }, redact, around) };
}

test.each([
  ['many lines', `${'<a>é</a>\n'.repeat(9_000)}  ${PLACE}${'\n<b/>'.repeat(9_000)}`],
  ['one line', `${'<a>é</a>'.repeat(9_000)}${PLACE}${'<b/>'.repeat(9_000)}`],
])('for a long body in %s, what is around a place is kept, and where that begins', (_what, text) => {
  const { body, from, truncated, bytes } = recorded(text);
  expect(body).toContain(PLACE);
  expect(body.length).toBeLessThan(5_000);
  expect([truncated, bytes]).toEqual([true, Buffer.byteLength(text)]);
  expect(text.split('\n')[(from?.line ?? 0) - 1]).toContain(body.split('\n')[0]);
});

test('a short body is kept as a whole', () => {
  const { body, from, truncated } = recorded(`<a>${PLACE}</a>`);
  expect([body, from, truncated]).toEqual([`<a>${PLACE}</a>`, undefined, false]);
});

test('no part of a secret is kept, wherever the part begins and ends', () => {
  for (const form of [SECRET, [...SECRET].map((one) => `&#x${one.charCodeAt(0).toString(16)};`).join('')]) {
    for (let shift = 0; shift <= form.length; shift += 3) {
      const filled = form.repeat(3_000);
      const { body } = recorded(`${' '.repeat(shift)}${filled}${PLACE}${filled}`);
      expect(body).not.toContain(form.slice(0, 4));
      const near = `${' '.repeat(30_000)}${form}${' '.repeat(2_048 - shift)}${PLACE}${' '.repeat(2_030 - shift)}${form}`;
      expect(recorded(`${near}${' '.repeat(30_000)}`).body).not.toContain(form.slice(0, 4));
    }
  }
});
