import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const thrown = "throw new Error('a file of the project was loaded');\n";

const files = {
  ...Object.fromEntries(
    ['vitest.config.ts', 'vite.config.ts', 'vitest.workspace.ts', 'postcss.config.js', 'babel.config.js'].map(
      (name) => [name, thrown],
    ),
  ),
  'tsconfig.json': '{ "extends": "./missing.json", "compilerOptions": { "target": "no such target" } }\n',
  // Nothing listens there: whoever loads one of these fails.
  '.env': 'GETDATA_TARGET=http://127.0.0.1:1\nNODE_ENV=of-the-project\nVITE_X=1\n',
  '.env.test': 'GETDATA_TARGET=http://127.0.0.1:1\n',
  'theirs.test.js': thrown,
  'package.json': '{ "name": "somebody", "private": true, "type": "commonjs", "vitest": { "config": "none" } }\n',
};

/** The environment that a test of the project's own vitest gives to a command that it starts. */
export const vitestEnv = {
  VITEST: 'true',
  VITEST_MODE: 'RUN',
  VITEST_POOL_ID: '1',
  VITEST_WORKER_ID: '1',
  NODE_ENV: 'test',
  TEST: 'true',
  MODE: 'test',
  DEV: '1',
  PROD: '',
};

/** Fills a project with everything that an embedded vitest could load by mistake. */
export function makeHostile(project) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
}
