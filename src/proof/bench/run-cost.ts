import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processEnvironment } from '../../options/environment.ts';
import { MAIN } from './child.ts';
import { timeByPhase } from './phases.ts';
import { cpuOfEnded } from './process-cost.ts';

/** Microseconds of CPU that a run of the embedded server takes for a request, in all its processes. */
export async function costOfRun(): Promise<number> {
  const before = cpuOfEnded();
  const { requests } = await standardRun();
  return ((cpuOfEnded() - before) * 1e6) / requests;
}

/** Where the time of such a run goes, most first: `judge 20 %, send 12 %`. */
export async function phasesOfRun(): Promise<string> {
  const { profiles } = await standardRun(`--import ${new URL('profiled.js', import.meta.url).href}`);
  const times = new Map<string, number>();
  for (const text of profiles)
    for (const [phase, time] of timeByPhase(JSON.parse(text))) times.set(phase, (times.get(phase) ?? 0) + time);
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([phase, time]) => ({ phase, share: (100 * time) / whole }))
    .toSorted((one, other) => other.share - one.share)
    .map(({ phase, share }) => `${phase} ${share.toFixed(0)} %`)
    .join(', ');
}

/** @param nodeOptions - of all processes of the run @returns the profiles that these have written too */
async function standardRun(nodeOptions = '') {
  const cwd = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const env = { ...processEnvironment(), NODE_OPTIONS: nodeOptions };
  const args = [MAIN, 'run', '--embedded', '--profile', 'standard', '--seed', '3'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  const written = readdirSync(cwd).filter((name) => name.endsWith('.cpuprofile'));
  const profiles = written.map((name) => readFileSync(join(cwd, name), 'utf8'));
  rmSync(cwd, { recursive: true, force: true });
  const [, requests] = /(\d+) requests in /.exec(stdout) ?? [];
  if (requests === undefined) throw new Error(`the run did not end: ${stdout.slice(-500)}`);
  return { requests: Number(requests), profiles };
}
