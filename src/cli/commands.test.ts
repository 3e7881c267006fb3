import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { commands } from './commands.ts';

test.each(commands)('$name is listed as it describes itself', async ({ name, takes, says }) => {
  const { exitCode, out } = await cli([name, '--help']);
  expect(exitCode).toBe(0);
  const [usage, , ...rest] = out.split('\n');
  expect(usage).toBe(`Usage: getdata-conformance ${name} [options]${takes === '' ? '' : ` ${takes}`}`);
  expect(rest.join(' ').replaceAll(/\s+/g, ' ')).toContain(says.replaceAll(/\s+/g, ' '));
});

test('--help loads the modules of no command', () => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  // Relative addresses of what is loaded, as node's own log of modules has them.
  const { stderr, status } = spawnSync(process.execPath, [main, '--help'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DEBUG: 'esm' },
  });
  expect(status).toBe(0);
  const loaded = new Set([...stderr.matchAll(/dist\/([a-z-]+\/[a-z-]+)\.js/g)].map(([, name]) => name));
  expect(loaded).toContain('cli/run-cli');
  for (const { name } of commands) expect(loaded).not.toContain(`cli/${name}`);
});
