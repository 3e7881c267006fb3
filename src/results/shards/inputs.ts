import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../base/error.ts';
import { readResults } from '../read.ts';
import type { Results } from '../results.ts';
import { PARTIAL_FILE, refuseInput } from '../write.ts';

const RESULTS = 'results.json';

/**
 * Reads the named shards. @param reports - where the merge writes: its own files there, `written`, are left out @param
 * folder - the current folder @throws ConfigError if one is missing, no shard, named twice or would be overwritten
 */
export function mergeInputs(named: readonly string[], reports: string, folder: string, written: ReadonlySet<string>) {
  const place = resolve(folder, reports);
  const files: ShardFile[] = [];
  /** Reports of an earlier merge, not shards, as the user named them. */
  const leftOut: string[] = [];
  const seen = new Map<string, string>();
  for (const name of named) {
    const path = resolve(folder, name);
    const inPlace = dirname(path) === place;
    if (inPlace && written.has(basename(path))) {
      leftOut.push(name);
      continue;
    }
    const file = fileOf(name, folder);
    once(file, realpathSync(resolve(folder, file)), seen);
    const shard = shardFile(file, readResults(folder, file));
    if (typeof shard === 'string') {
      if (!inPlace || basename(path) !== RESULTS) throw new ConfigError(shard);
      leftOut.push(name);
    } else {
      const advice = 'name another folder with --reports';
      const sentence = `${file} is a shard, and the merged results would overwrite it; ${advice}`;
      refuseInput(join(place, RESULTS), resolve(folder, file), sentence);
      files.push(shard);
    }
  }
  return { files, leftOut };
}

function once(file: string, path: string, seen: Map<string, string>): void {
  const before = seen.get(path);
  if (before !== undefined) {
    const twice = before === file ? 'is named twice' : `is ${before} again`;
    throw new ConfigError(`${file} ${twice}; expected each shard once`);
  }
  seen.set(path, file);
}

function fileOf(name: string, folder: string): string {
  const path = resolve(folder, name);
  if (!existsSync(path))
    throw new ConfigError(`${name} does not exist; expected the reports folder of a shard, or its results.json`);
  if (!statSync(path).isDirectory()) return name;
  const file = join(name, RESULTS);
  if (existsSync(resolve(folder, file))) return file;
  const partial = join(name, PARTIAL_FILE);
  const left = existsSync(resolve(folder, partial))
    ? `; its run was killed, and left ${partial}: name that to merge what there is`
    : '';
  throw new ConfigError(
    `${name} holds no results.json; expected the reports folder of each shard, as in merge shards/*${left}`,
  );
}

export type ShardFile = Exclude<ReturnType<typeof shardFile>, string>;

export type Shards = readonly [ShardFile, ...ShardFile[]];

/** Results as those of a shard, or in one sentence why they are not. */
export function shardFile(file: string, results: Results) {
  const { options, shardRecord: record } = results;
  const { shard } = options;
  const expected = 'expected what `run --shard i/n` wrote';
  if (shard === undefined) return `${file} holds a whole run; ${expected}`;
  if (record === undefined)
    return `${file} holds a shard, but not as \`run\` wrote it: shardRecord is missing; ${expected}`;
  return { file, results, shard, record };
}
