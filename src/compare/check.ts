import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Comparison } from './comparison.ts';

const schemaFile = new URL('../../specs/schemas/compare.schema.json', import.meta.url);

/** Checks that something is a compare.json of this version. Throws one sentence naming the first place that is not. */
export function checkComparison(value: unknown): asserts value is Comparison {
  const ajv = new Ajv({ allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  throw new Error(`compare.json is not valid at '${error?.instancePath ?? ''}': ${error?.message ?? 'unknown reason'}`);
}
