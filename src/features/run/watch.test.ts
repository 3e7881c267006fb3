import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { repeatOnChange } from './watch.ts';

/** A repetition under way: what it prints, and how often it was done. */
function begun() {
  const folder = newFolder();
  mkdirSync(join(folder, 'reports'));
  const input = new PassThrough();
  let interrupt = (): void => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  let times = 0;
  let said = '';
  const out = (text: string): void => {
    said += text;
  };
  const again = async (): Promise<number> => {
    times += 1;
    return times;
  };
  const ended = repeatOnChange(again, { folder, input, out, interrupted: () => interrupted });
  return { folder, input, interrupt, ended, times: () => times, said: () => said };
}

test('it is done once, on Enter, and when a file changes, until Ctrl-C', async () => {
  const { folder, input, interrupt, ended, times, said } = begun();
  await expect.poll(said).toContain('Ctrl-C ends');
  expect(times()).toBe(1);
  input.write('\n');
  await expect.poll(times).toBe(2);
  writeFileSync(join(folder, 'server.js'), 'changed');
  await expect.poll(times).toBe(3);
  expect(said()).toMatch(/\nEnter:\n[\s\S]*\nserver\.js changed:\n/);
  interrupt();
  expect(await ended).toBe(3);
});

test('what is written into the reports folder is no change', async () => {
  const { folder, interrupt, ended, times, said } = begun();
  await expect.poll(said).toContain('Ctrl-C ends');
  writeFileSync(join(folder, 'reports/results.json'), '{}');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  interrupt();
  await ended;
  expect(times()).toBe(1);
});
