import { existsSync, readFileSync } from 'node:fs';

/**
 * What the build wrote of `list` and `explain` (build.ts), whose modules take longer to load than all else they do;
 * null in sources, which are not built.
 */
export function built<T>(name: string): T | null {
  const file = new URL(`built/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
