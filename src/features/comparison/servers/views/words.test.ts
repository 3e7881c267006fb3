import { expect, test } from 'vitest';
import { inWords, skippedTexts } from './words.ts';

test.each([
  ['other bytes', 'other bytes', 'other bytes'],
  ['XML declaration', 'only B has one', 'XML declaration: only B has one'],
])('a title says one thing once: %s, %s', (subject, change, title) => {
  const example = { operation: null, binding: null, call: null, location: null, exchanges: { a: other, b: other } };
  const group = { kind: 'spelling', subject, change, level: null, a: '', b: '', cells: [], places: [], counts: false };
  expect(inWords({ ...group, kind: 'spelling', example }, []).title).toBe(title);
});

const other = {
  request: { method: 'GET', url: 'http://a.example/', headers: [], body: null },
  response: { trouble: { kind: 'refused', message: 'connection refused' } },
  durationMs: 1,
} as const;

test('what was not observed is said in a line', () => {
  expect(skippedTexts({ ...nothing, unobserved: 3 })).toEqual([
    'Not observed: 3 requests: the end or a limit came before both had answered.',
  ]);
});

test('that a recording has no WSDL is said in a line, where WSDLs are compared', () => {
  const recorded = { ...nothing, servers: { a: { recording: 'old.har', identity } } };
  expect(skippedTexts(recorded)).toEqual(['Not compared: the WSDL: old.har has none.']);
  expect(skippedTexts({ ...recorded, options: { only: ['data'] } })).toEqual([]);
  expect(skippedTexts(nothing)).toEqual([]);
});

const identity = { wsdlSha256: null, certificateSha256: null };
const nothing = {
  ...{ cells: [], unobserved: 0, differences: [] },
  servers: { a: { identity } },
  options: { only: ['data', 'wsdl'] },
} as const;
