import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

export function suiteVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  return version;
}
