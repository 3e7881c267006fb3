import { expect, test } from 'vitest';
import type { AcceptedDifference } from '../../../options/known-failures.ts';
import { contract } from '../../../reference/client.fixture.ts';
import type { Comparison } from './comparison.ts';
import { kinds } from './difference.ts';
import { nextAccepted } from './next-accepted.ts';

const CELL = { operation: 'Get_Inventory', binding: 'soap11' } as const;
const given = { owner: 'Ann', reason: 'new', expires: '2030-01-01' };

/** A comparison that found these names in one cell, by their kinds, each with whether it counts. */
function compared(found: Readonly<Record<string, boolean>>, more: Partial<Comparison> = {}): Comparison {
  const differences = Object.entries(found).map(([name, counts]) => ({
    ...{ kind: 'form', subject: 'x', change: 'y', counts, level: null, a: '', b: '', places: [] },
    cells: [{ ...CELL, calls: 1, names: [name.trim()] }],
  }));
  const server = { identity: { wsdlSha256: null, certificateSha256: null } };
  return {
    ...{ differences, accepted: [], unstable: [], dropped: 0, unobserved: 0, incomplete: false },
    ...{ suite: { contractDigest: contract().digest }, servers: { a: server, b: server } },
    ...{ options: { only: kinds }, startedAt: '2026-05-01T12:00:00Z' },
    cells: [{ ...CELL, state: 'different', reason: null, calls: 1, withData: 1 }],
    ...more,
  } as unknown as Comparison;
}

const old = (difference: string): AcceptedDifference => ({ ...given, ...CELL, difference, owner: 'Jo' });
const file = (...names: readonly string[]) => ({
  ...{ file: 'f', entries: [] },
  differences: names.map((name, at) => ({ ...old(name), line: at + 3 })),
});

test('each difference that counts gets one entry per name and cell', () => {
  const { entries } = nextAccepted(
    compared({ 'form a: x': true, 'form a: x ': true, 'form b: x': false }),
    null,
    given,
  );
  expect(entries).toEqual([{ ...given, ...CELL, difference: 'form a: x' }]);
});

test('what is there keeps its owner, whether it counts or not; what is gone goes', () => {
  const before = file('form a: x', 'form b: x', 'form c: x');
  const { kept, dropped, added } = nextAccepted(compared({ 'form a: x': true, 'form b: x': false }), before, given);
  expect(kept).toMatchObject([old('form a: x'), old('form b: x')]);
  expect([dropped, added]).toMatchObject([[old('form c: x')], []]);
});

test('where clients chose the calls, nothing goes', () => {
  const shadow = { calls: 1, compared: 1, leftOut: [] };
  const { kept, dropped } = nextAccepted(compared({}, { shadow }), file('form c: x'), given);
  expect([kept, dropped]).toMatchObject([[old('form c: x')], []]);
});
