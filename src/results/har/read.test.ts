import { expect, test } from 'vitest';
import type { Recording } from '../record/recordings.ts';
import { roomForAnswers } from './read.ts';

const MIB = 1024 * 1024;

/** A recording in a cell whose answer has so many MiB, of which none is there. */
function answer(name: string, mib: number): Recording {
  const response = { body: { byteLength: mib * MIB } };
  const cell = { operation: { name }, binding: 'soap11' };
  return { cell, exchange: { outcome: { kind: 'response', response } } } as unknown as Recording;
}

test('answers of all cells together, and those that are left out, end what is read of a HAR', () => {
  const room = roomForAnswers();
  const taken = Array.from({ length: 8 }, (_, at) => room.take(answer(`Op${at}`, 10)));
  expect(taken.map((why) => why === null)).toEqual([true, true, true, true, true, true, false, false]);
  expect(room.full()).toBeNull();
  for (let at = 0; at < 12; at += 1) expect(room.take(answer('Op', 17))).toContain('Op/soap11 are too long together');
  expect(room.full()).toBe('the answers before it are too long together');
});
