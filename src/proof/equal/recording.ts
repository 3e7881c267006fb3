import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { processEnvironment } from '../../options/environment.ts';
import { type Build, KEPT } from './build.ts';
import type { Entry } from './corpus.ts';
import { listenTo } from './sockets.ts';

/** What one build did with one entry of the corpus. */
export interface Recording {
  readonly exitCode: number;
  /** Each request with all its bytes, in the order of sending. */
  readonly requests: readonly string[];
  /** results.json; null where the run wrote none. */
  readonly results: unknown;
}

/** Runs a build in a process of its own. */
export interface Player {
  readonly record: (entry: Entry) => Promise<Recording>;
  readonly close: () => void;
}

const FLAGS = ['--profile', 'quick', '--seed', '1', '--concurrency', '1', '--include-writes', '--quiet'];
const LIMITS = ['--timeout', '5000', '--max-time', '300', '--reporter', 'junit'];

/** @param build - runs in a child process, so that its modules have a state of their own */
export function openPlayer(build: Build): Player {
  const { PATH } = processEnvironment();
  const start = (): ChildProcess =>
    fork(fileURLToPath(new URL('./player.js', import.meta.url)), [build.dist], {
      ...{ cwd: tmpdir(), env: { PATH }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    });
  let child: ChildProcess | undefined;
  const record = async (entry: Entry): Promise<Recording> => {
    child ??= start();
    const folder = mkdtempSync(join(tmpdir(), 'getdata-equal-'));
    const { url, close } = await entry.start();
    const listening = listenTo(Number(new URL(url).port));
    try {
      child.send({ folder, args: ['run', url, ...FLAGS, ...LIMITS, ...entry.flags] });
      const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${build.dist} ended with ${code}`)));
      const [{ exitCode }] = await Promise.race([once(child, 'message'), ended]);
      const file = join(folder, 'reports/results.json');
      const results = existsSync(file) ? readFileSync(file, 'utf8') : 'null';
      return withoutPort({ exitCode, requests: listening.requests, results }, new URL(url).port);
    } finally {
      listening.stop();
      await close();
      rmSync(folder, { recursive: true });
    }
  };
  return { record, close: () => child?.disconnect() };
}

/** Ports differ from run to run, all with five digits. */
function withoutPort(
  {
    exitCode,
    requests,
    results,
  }: { readonly exitCode: number; readonly requests: readonly string[]; readonly results: string },
  port: string,
): Recording {
  const plain = (text: string): string => text.replaceAll(new RegExp(`(?<=:|%3A)${port}\\b`, 'g'), '00000');
  return { exitCode, requests: requests.map(plain), results: JSON.parse(plain(results)) };
}

/** The recording of a build that does not change, made once. */
export async function kept({ digest }: Build, entry: Entry, make: () => Promise<Recording>): Promise<Recording> {
  const file = join(KEPT, 'recordings', digest, `${entry.id}.json.gz`);
  if (existsSync(file)) return JSON.parse(gunzipSync(readFileSync(file)).toString());
  const recording = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify(recording)));
  return recording;
}
