import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, readContractFiles, readFiles } from '../contract/files.ts';
import type { Results } from './results.ts';

/** Of a clone: never in the package. */
const NOT_SHIPPED = /^\w+\/proof\//;

/** What runs, beyond its version: Node.js, and SHA-256 over the code, specs and XSDs of this installation. */
export function suiteIdentity(): Required<Pick<Results['suite'], 'filesDigest' | 'node'>> {
  const code = basename(fileURLToPath(new URL('..', import.meta.url)));
  const shipped = [...readFiles(code, '.js', '.cjs')].filter(([path]) => !NOT_SHIPPED.test(path));
  const files = new Map([...readContractFiles(), ...shipped]);
  return { filesDigest: digestOf(files), node: process.version };
}
