import { expect, test } from 'vitest';
import { HOSTILE } from '../report/results.fixture.ts';
import { guardedWriter } from './workflow-guard.ts';

/** The lines that GitHub's runner would obey (actions/runner, ActionCommandManager). */
function obeyed(log: string): readonly string[] {
  let pause: string | null = null;
  const commands: string[] = [];
  for (const line of log.split(/\r\n|\r|\n/).map((one) => one.trimStart())) {
    if (pause !== null) {
      if (line === `::${pause}::`) pause = null;
      continue;
    }
    const [, token] = /^::stop-commands::(.*)$/.exec(line) ?? [];
    if (token !== undefined) pause = token;
    else if (line.startsWith('::') || line.includes('##[')) commands.push(line);
  }
  return pause === null ? commands : [...commands, `paused for good by ${pause}`];
}

function logOf(texts: readonly string[], guard: boolean): string {
  let log = '';
  const write = (text: string): void => {
    log += text;
  };
  const out = guard ? guardedWriter(write, 'only-we-know') : write;
  for (const text of texts) out(text);
  return log;
}

const texts = ['plain\n', HOSTILE, '\n', '   ::add-mask::e\n', 'x ##[set-output name=a]b\n'];

test('nothing that a target sends is obeyed, and commands work again after it', () => {
  expect(obeyed(logOf(texts, false)).length).toBeGreaterThan(4);
  expect(obeyed(logOf(texts, true))).toEqual([]);
  expect(obeyed(`${logOf(texts, true)}::error::ours\n`)).toEqual(['::error::ours']);
});

test('text without commands is written as it is', () => {
  expect(logOf(['a: b\n', 'c'], true)).toBe('a: b\nc');
});
