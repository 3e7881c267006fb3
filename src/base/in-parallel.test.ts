import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('works on as many items at a time as allowed, and keeps their order', async () => {
  let atOnce = 0;
  let most = 0;
  const started: number[] = [];
  const results = await inParallel([30, 1, 20, 2, 10], 2, async (ms) => {
    started.push(ms);
    atOnce += 1;
    most = Math.max(most, atOnce);
    await sleep(ms);
    atOnce -= 1;
    return ms * 2;
  });
  expect(results).toEqual([60, 2, 40, 4, 20]);
  expect(started).toEqual([30, 1, 20, 2, 10]);
  expect(most).toBe(2);
});

test('starts nothing more after an error of all workers, and rejects with the first', async () => {
  const started: number[] = [];
  const failing = inParallel([1, 2, 3], 1, async (item) => {
    started.push(item);
    if (item === 2) throw new Error(`item ${item}`);
  });
  await expect(failing).rejects.toThrow('item 2');
  expect(started).toEqual([1, 2]);
});
