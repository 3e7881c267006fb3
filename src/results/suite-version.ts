import { readFileSync } from 'node:fs';

/** What package.json says of this program. */
export function ownManifest(): { readonly version: string; readonly repository?: { readonly url: string } } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
}

export function suiteVersion(): string {
  return ownManifest().version;
}
