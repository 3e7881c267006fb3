import { expect, test } from 'vitest';
import { endNewServer } from './new-server.ts';

test('a new server that makes the comparison end is said in a sentence, with the exit code of an inconclusive one', async () => {
  const lines: string[] = [];
  const shadow = { end: async () => ({ failed: 'its process did not end within 60000 ms' }) };
  const output = { out: (text: string) => void lines.push(text), reportsDir: '/nowhere' };
  expect(await endNewServer(shadow, output as never)).toBe(3);
  expect(lines).toEqual([
    'inconclusive: there is no comparison with the new server: its process did not end within 60000 ms (exit code 3)\n',
  ]);
});
