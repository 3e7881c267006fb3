import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Results } from './results.ts';

const schemaFile = new URL('../../specs/schemas/results.schema.json', import.meta.url);

/** Checks that something is a results.json of this version. Throws one sentence naming the first place that is not. */
export function checkResults(value: unknown): asserts value is Results {
  const ajv = new Ajv({ allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  throw new Error(`results.json is not valid at '${error?.instancePath ?? ''}': ${error?.message ?? 'unknown reason'}`);
}
