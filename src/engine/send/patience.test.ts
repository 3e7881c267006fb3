import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { Exchange, ExchangeOutcome } from '../../wire/http/exchange.ts';
import { exchangeOf } from '../../wire/http/http-file.fixture.ts';
import { createPatience } from './patience.ts';

const [operation] = loadContract('http://dealer.example/webservices/').operations;
if (operation === undefined) throw new Error('the contract has operations');
const [cell, other] = [{ operation, binding: 'soap11' } as const, { operation, binding: 'soap12' } as const];

const late: ExchangeOutcome = { kind: 'trouble', trouble: { kind: 'timeout', message: 'no response came' } };
const answered = exchangeOf({ startLine: 'HTTP/1.1 200 OK', headers: [], body: Buffer.from('') });
const taking = (durationMs: number, outcome = answered.outcome): Exchange => ({ ...answered, outcome, durationMs });

/** The wait for the next request, after answers that took this long and some requests without one. */
function waits(timeoutMs: number, answers: readonly number[], unanswered: number): readonly number[] {
  const patience = createPatience(timeoutMs);
  for (const ms of answers) patience.note(cell, taking(ms));
  for (let count = 0; count < unanswered; count += 1) patience.note(other, taking(timeoutMs, late));
  return [patience.of(cell), patience.of(other)];
}

test('a target that answers at once and leaves several requests without an answer is waited for less', () => {
  expect(waits(10_000, [2, 3, 2, 9, 4], 3)).toEqual([1_000, 10_000]);
  expect(waits(60_000, [2, 3, 2, 9, 4], 3)).toEqual([6_000, 60_000]);
});

test('a slow cell, one that answered little, and a target that leaves few requests open get the whole limit', () => {
  expect(waits(10_000, [2, 3, 700, 9, 4], 9)).toEqual([10_000, 10_000]);
  expect(waits(10_000, [2, 3, 120.5, 9, 4], 9)).toEqual([4_000, 10_000]);
  expect(waits(10_000, [2, 3, 2, 9], 9)).toEqual([10_000, 10_000]);
  expect(waits(10_000, [2, 3, 2, 9, 4], 2)).toEqual([10_000, 10_000]);
  expect(waits(500, [2, 3, 2, 9, 4], 9)).toEqual([500, 500]);
});
