import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atMost, type Line } from './line.ts';

/** The scripts of package.json that test, and the minutes that each may take on two quiet cores. */
const SUITES = [
  { args: ['test'], most: 4 },
  { args: ['run', 'proof'], most: 15 },
];

/** How long our own tests take: once, however many rounds. */
export async function suites(): Promise<readonly Line[]> {
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const lines: Line[] = [];
  for (const { args, most } of SUITES) {
    const from = performance.now();
    const [code] = await once(spawn('npm', args, { cwd, stdio: 'ignore' }), 'exit');
    const minutes = (performance.now() - from) / 60_000;
    lines.push(atMost(`npm ${args.join(' ')}, minutes`, [minutes], most, code === 0 ? '' : `(ended with ${code})`));
  }
  return lines;
}
