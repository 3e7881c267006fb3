import { expect, test } from 'vitest';
import type { Header } from '../../wire/http/exchange.ts';
import { headProblems } from './head-fields.ts';

/** What is said of an answer with these header fields. */
function said(...headers: readonly Header[]) {
  const body = Buffer.from('<a/>');
  const response = { status: 200, reason: 'OK', version: '1.1', headers, body, complete: true, surplus: 0 } as const;
  return headProblems(response).map(({ code, text, expected }) => [code, text, expected]);
}

test.each([
  ['Date', '2026-11-23 01:00:00', 'a date like Mon, 23 Nov 2026 01:00:00 GMT'],
  ['Vary', 'a b', 'names with commas between them'],
  ['Age', 'old', 'a value that the RFC of the field allows'],
])('%s: %s is not valid, and what would be is said', (name, value, expected) => {
  expect(said([name, value])).toEqual([[`field-${name.toLowerCase()}`, `${name} is not valid: '${value}'`, expected]]);
});
