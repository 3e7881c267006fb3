import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { patience } from '../patience.fixture.ts';
import { command, resultsOf } from './command.fixture.ts';

// A finding against this server is a bug of the suite until shown otherwise (fixtures/asmx/README.md).
const script = fileURLToPath(new URL('../../fixtures/asmx/run.sh', import.meta.url));
let mono: ChildProcess | null = null;

afterAll(() => {
  mono?.kill();
});

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** A port that nobody listens on; xsp4 can't choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
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
  const port = await freePort();
  mono = spawn('bash', [script, `${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  await listening(mono);
  const args = [
    '--namespace',
    'http://dealer.example/webservices/',
    '--include-writes',
    '--timeout',
    `${patience(10_000)}`,
  ];
  const ended = await command(['run', `http://127.0.0.1:${port}`, ...args]);
  process.stdout.write(`real ASP.NET server: ${resultsOf(ended).findings.length} findings\n`);
  expect(ended.out).toContain('80 of 80 cells judged, 0 required and 0 recommended findings');
  expect(resultsOf(ended).findings).toEqual([]);
  expect(ended.code).toBe(0);
});
