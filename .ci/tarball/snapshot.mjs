import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Every file, link and folder below `root`, with what changes when one is written: kind, size, time of the last change.
 * A folder counts by its name alone: its time changes with a file that comes and goes.
 * @param except - absolute paths that are left out, with all below them
 * @returns a line by relative path
 */
export function snapshot(root, except = []) {
  const seen = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (except.includes(path)) continue;
      const { size, mtimeMs, mode } = lstatSync(path);
      seen.set(relative(root, path), entry.isDirectory() ? `folder ${mode}` : `${mode} ${size} ${mtimeMs}`);
      if (entry.isDirectory()) walk(path);
    }
  };
  walk(root);
  return seen;
}

/** What the second snapshot has more, less or otherwise: 'written home/.cache/x', 'changed …', 'removed …'. */
export function differences(before, after) {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => `removed ${path}`);
  const other = [...after]
    .filter(([path, state]) => before.get(path) !== state)
    .map(([path]) => `${before.has(path) ? 'changed' : 'written'} ${path}`);
  return [...gone, ...other];
}
