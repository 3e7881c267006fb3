import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDifference } from './first-difference.ts';
import type { Recording } from './recording.ts';

const request = 'GET /getData.asmx HTTP/1.1\r\nhost: 127.0.0.1:00000\r\n\r\n';
const headers = [
  ['Date', 'Sat, 28 Nov 2026 10:00:00 GMT'],
  ['Content-Length', '7'],
];
const results = {
  startedAt: 'then',
  durationMs: 7,
  requests: 2,
  exchanges: [{ headers }],
  cells: [{ verdict: 'pass' }],
};
const recording: Recording = { exitCode: 0, requests: [request, `${request}again`], results };

/** The recording with an edit of the text of its results. */
function edited(from: string, to: string): Recording {
  return { ...recording, results: JSON.parse(JSON.stringify(results).replace(from, to)) };
}

test.each([
  ['the time of the start', edited('then', 'now')],
  ['the duration', edited('"durationMs":7', '"durationMs":8')],
  ['the Date of an answer', edited('28 Nov', '29 Nov')],
])('recordings that differ in %s are equal', (_what, other) => {
  expect(firstDifference(recording, other)).toBeNull();
});

test.each([
  ['a header of an answer', edited('"7"', '"8"'), 'results.json/exchanges/0/headers/1/1: "7", now "8"'],
  ['a verdict', edited('pass', 'fail'), 'results.json/cells/0/verdict: "pass", now "fail"'],
  ['a member', edited('"requests":2,', ''), 'results.json/requests: 2, now absent'],
  ['an exit code', { ...recording, exitCode: 1 }, 'exit code: 0, now 1'],
])('recordings that differ in %s are not', (_what, other, sentence) => {
  expect(firstDifference(recording, other)).toBe(sentence);
});

test('the same bytes in other pieces are equal', () => {
  const bytes = recording.requests.join('');
  const pieces = fc.nat({ max: bytes.length }).map((at) => [bytes.slice(0, at), bytes.slice(at)]);
  fc.assert(fc.property(pieces, (requests) => firstDifference(recording, { ...recording, requests }) === null));
});

test('any changed, missing or added byte of a request is named with its request', () => {
  const bytes = recording.requests.join('');
  const edit = fc.record({
    at: fc.nat({ max: bytes.length - 1 }),
    cut: fc.nat({ max: 2 }),
    put: fc.constantFrom('', '#'),
  });
  fc.assert(
    fc.property(edit, ({ at, cut, put }) => {
      const changed = bytes.slice(0, at) + put + bytes.slice(at + cut);
      const told = firstDifference(recording, { ...recording, requests: [changed] });
      if (changed === bytes) return told === null;
      let offset = 0;
      while (changed[offset] === bytes[offset]) offset += 1;
      return told?.startsWith(`request ${offset < request.length ? 1 : 2} (2 requests, now 1): `) === true;
    }),
  );
});
