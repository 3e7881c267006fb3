import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Results } from './results.ts';

const root = new URL('../../', import.meta.url);

/** Of a clone: never in the package. */
const NOT_SHIPPED = /^(?:bench|mutants)\//;

/** What runs, beyond its version: Node.js, and SHA-256 over the code, specs and XSDs of this installation. */
export function suiteIdentity(): Required<Pick<Results['suite'], 'filesDigest' | 'node'>> {
  const hash = createHash('sha256');
  const code = basename(fileURLToPath(new URL('..', import.meta.url)));
  for (const folder of [code, 'specs', 'xsd']) {
    const place = new URL(`${folder}/`, root);
    const paths = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    const shipped = paths.filter((path) => /\.(?:c?js|json|xsd)$/.test(path) && !NOT_SHIPPED.test(path));
    for (const path of shipped.toSorted()) {
      const digest = createHash('sha256')
        .update(readFileSync(new URL(path, place)))
        .digest('hex');
      hash.update(`${JSON.stringify([folder === code ? 'code' : folder, path, digest])}\n`);
    }
  }
  return { filesDigest: hash.digest('hex'), node: process.version };
}
