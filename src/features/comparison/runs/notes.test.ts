import { expect, test } from 'vitest';
import type { Results } from '../../../results/results.ts';
import { resultsOf } from './diff.fixture.ts';
import { notes } from './notes.ts';

const base = resultsOf();
const { options, suite, identity } = base;

test.each<readonly [string, Partial<Results>]>([
  ['target', { target: 'http://other.example' }],
  ['namespace', { namespace: 'urn:other' }],
  ['seed', { seed: 8 }],
  ['profile', { profile: 'thorough' }],
  ['runs', { options: { ...options, runs: 3 } }],
  ['operations', { options: { ...options, operations: ['Get_Inventory'] } }],
  ['bindings', { options: { ...options, bindings: ['soap11'] } }],
  ['rules', { options: { ...options, rules: ['http.status'] } }],
  ['cells', { options: { ...options, cells: ['Get_Inventory/soap11'] } }],
  ['include-writes', { options: { ...options, includeWrites: true } }],
  ['samples', { options: { ...options, samples: 4 } }],
  ['credentials', { options: { ...options, credentials: ['DealerID'] } }],
  ['headers', { options: { ...options, headers: ['X-Trace'] } }],
  ['timeout', { options: { ...options, limits: { ...options.limits, timeoutMs: 1 } } }],
  ['concurrency', { options: { ...options, limits: { ...options.limits, concurrency: 1 } } }],
  ['fail-on', { options: { ...options, failOn: 'recommended' } }],
  ['suite version', { suite: { ...suite, version: '2.0.0' } }],
  ['contract', { suite: { ...suite, contractDigest: 'd'.repeat(64) } }],
  ['schema validator', { suite: { ...suite, validator: 'libxml2-wasm' } }],
  ['WSDL (SHA-256)', { identity: { ...identity, wsdlSha256: null } }],
  ['TLS certificate (SHA-256)', { identity: { ...identity, certificateSha256: 'e'.repeat(64) } }],
  ['completeness', { incomplete: true }],
])('another %s is noted, and nothing else', (about, change) => {
  expect(notes(base, { ...base, ...change })).toEqual([expect.objectContaining({ about, means: expect.any(String) })]);
});

test('files in the wrong order are noted', () => {
  const later = { ...base, startedAt: new Date(1).toISOString() };
  expect(notes(base, later)).toEqual([]);
  expect(notes(later, base)).toMatchObject([{ about: 'order' }]);
});
