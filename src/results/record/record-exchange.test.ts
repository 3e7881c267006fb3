import { expect, test } from 'vitest';
import { MOST_BODY, recordResponse } from './record-exchange.ts';
import { redactor } from './redact.ts';

const SECRET = 'k3y-5e1c44-and-more';
const redact = redactor({ APIKEY: SECRET }, []);

function recorded(body: Buffer) {
  return recordResponse(
    { status: 200, reason: 'OK', version: '1.1', headers: [], body, complete: true, surplus: 0 },
    redact,
  );
}

test('the beginning of a long body is kept, and only the beginning is searched for secrets', () => {
  const searched: number[] = [];
  const noting = (text: string): string => {
    searched.push(text.length);
    return text;
  };
  const body = Buffer.alloc(10_000_000, 'x');
  const kept = recordResponse(
    { status: 200, reason: 'OK', version: '1.1', headers: [], body, complete: true, surplus: 0 },
    noting,
  );
  expect([kept.body, kept.bytes, kept.truncated]).toEqual(['x'.repeat(MOST_BODY), 10_000_000, true]);
  expect(Math.max(...searched)).toBeLessThan(100_000);
});

test('no part of a secret is kept, wherever the beginning ends', () => {
  const escaped = [...SECRET].map((character) => `&amp;#x${character.charCodeAt(0).toString(16)};`).join('');
  for (const form of [SECRET, escaped]) {
    for (const first of ['', '\xff']) {
      // Where all is secret, what is left of the beginning is short, and its end is near.
      const whole = recorded(Buffer.from(first + form.repeat(20_000), 'latin1'));
      expect(whole.body).not.toContain(form.slice(0, 4));
      expect(Buffer.from(whole.base64 ?? '', 'base64').toString('latin1')).not.toContain(form.slice(0, 4));
      for (let before = MOST_BODY - form.length; before <= MOST_BODY; before += 7) {
        expect(
          recorded(Buffer.from(first + ' '.repeat(before) + form + ' '.repeat(99_999), 'latin1')).body,
        ).not.toContain(form.slice(0, 4));
      }
    }
  }
});
