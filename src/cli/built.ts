import { existsSync, readFileSync } from 'node:fs';

/** What the build wrote of `list` and `explain` (build.ts), which load longer than they work; null in sources. */
export function built<T>(name: string): T | null {
  const file = new URL(`built/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
