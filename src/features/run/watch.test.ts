import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { repeatOnChange } from './watch.ts';

const LONG = { timeout: 10_000 };

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
    writeFileSync(join(folder, 'server.data'), `call ${times}`);
    return times;
  };
  const ended = repeatOnChange(again, { folder, input, out, interrupted: () => interrupted });
  return { folder, input, interrupt, ended, times: () => times, said: () => said };
}

test('it is done once, on Enter, and when a file changes, until Ctrl-C', async () => {
  const { folder, input, interrupt, ended, times, said } = begun();
  await expect.poll(said, LONG).toContain('Ctrl-C ends');
  expect(times()).toBe(1);
  input.write('\n');
  await expect.poll(() => said().split('Ctrl-C ends').length, LONG).toBe(3);
  expect(times()).toBe(2);
  writeFileSync(join(folder, 'server.js'), 'changed');
  await expect.poll(times, LONG).toBe(3);
  await expect.poll(() => said().split('Ctrl-C ends').length, LONG).toBe(4);
  expect(said()).toMatch(/\nEnter:\n[\s\S]*\nserver\.js changed:\n/);
  interrupt();
  expect(await ended).toBe(3);
});

test('what is written into the reports folder is no change, nor what the server logs', async () => {
  const { folder, interrupt, ended, times, said } = begun();
  await expect.poll(said, LONG).toContain('Ctrl-C ends');
  writeFileSync(join(folder, 'reports/results.json'), '{}');
  writeFileSync(join(folder, 'server.log'), 'a late line');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  interrupt();
  await ended;
  expect(times()).toBe(1);
});
