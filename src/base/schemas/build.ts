import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compile } from './validate.ts';

// A step of `npm run build`: compiles the schemas that runs check, which takes longer than all else that a run
// does at its end.
const load = createRequire(import.meta.url);
const standalone: typeof import('ajv/dist/standalone/index.js') = load('ajv/dist/standalone');
const folder = new URL('compiled/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const schema of ['config', 'results'] as const) {
  const { ajv, validate } = compile(schema);
  writeFileSync(new URL(`${schema}.cjs`, folder), standalone.default(ajv, validate));
}
