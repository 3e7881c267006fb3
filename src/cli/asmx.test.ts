import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { command, resultsOf } from './command.fixture.ts';

// A finding against this server is a bug of the suite until shown otherwise (fixtures/asmx/README.md).
const script = fileURLToPath(new URL('../../fixtures/asmx/run.sh', import.meta.url));
const PORT = 18080;
let mono: ChildProcess | null = null;

afterAll(() => {
  mono?.kill();
});

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer): void => {
      said += text.toString();
      if (said.includes('Listening on port')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', (code) => reject(new Error(`the ASP.NET server ended with ${code}: ${said.slice(-500)}`)));
  });
}

test('the real ASP.NET server is conformant', async ({ skip }) => {
  const missing = ['mcs', 'mono', 'xsp4'].filter((program) => !isInstalled(program));
  if (missing.length > 0 && process.env.CI === undefined) {
    const reason = `Mono is not installed (${missing.join(', ')} missing): the ASP.NET server of fixtures/asmx was not tested`;
    process.stderr.write(`${reason}\n`);
    skip(reason);
  }
  mono = spawn('bash', [script, `${PORT}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  await listening(mono);
  const args = ['--namespace', 'http://dealer.example/webservices/', '--include-writes'];
  const ended = await command(['run', `http://127.0.0.1:${PORT}`, ...args]);
  process.stdout.write(`real ASP.NET server: ${resultsOf(ended).findings.length} findings\n`);
  expect(ended.out).toContain('80 of 80 cells judged, 0 required and 0 recommended findings');
  expect(resultsOf(ended).findings).toEqual([]);
  expect(ended.code).toBe(0);
});
