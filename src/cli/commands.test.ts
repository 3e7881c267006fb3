import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { commands } from './commands.ts';

test.each(commands)('$name is listed as it describes itself', async ({ name, says }) => {
  const { exitCode, out } = await cli([name, '--help']);
  expect(exitCode).toBe(0);
  expect(out).toContain(`Usage: getdata-conformance ${name} [options]`);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(says);
});

test('no line of the main help is wider than 80 columns, and each command says what it does', async () => {
  const { out } = await cli(['--help']);
  expect(out.split('\n').filter(({ length }) => length > 80)).toEqual([]);
  for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name} {2,}\\w`, 'm'));
});

/** What node's own log of modules says that a command loads. */
function loadedBy(...args: readonly string[]): string {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const env = { ...process.env, NODE_DEBUG: 'esm,module' };
  const { stderr, status } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 28,
  });
  expect(status).toBe(0);
  return stderr;
}

function packagesIn(log: string): ReadonlySet<string | undefined> {
  return new Set([...log.matchAll(/node_modules\/([\w-]+)\//g)].map(([, name]) => name));
}

test('--help loads the modules of no command, and no package but commander', () => {
  const log = loadedBy('--help');
  const loaded = new Set([...log.matchAll(/dist\/([a-z-]+\/[a-z-]+)\.js/g)].map(([, name]) => name));
  expect(loaded).toContain('cli/run-cli');
  for (const { name } of commands) expect(loaded).not.toContain(`cli/${name}`);
  expect(packagesIn(log)).toEqual(new Set(['commander']));
});

test.each([
  ['explain', 'xml.bom'],
  ['list', 'rules'],
])('%s shows what the build wrote, without a rule or a fault', (...args) => {
  const log = loadedBy(...args);
  expect(packagesIn(log)).toEqual(new Set(['commander', 'fastest-levenshtein']));
  expect(log).not.toMatch(/dist\/(?:rules|reference)\//);
});

test('a config is checked by the schema that the build compiled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'config.json');
  writeFileSync(config, '{ "profile": "quick" }');
  const log = loadedBy('run', '--embedded', '--dry-run', '--config', config);
  expect(log).toContain('schemas/compiled/config.cjs');
  expect(log).not.toContain('ajv/dist/compile/validate');
});
