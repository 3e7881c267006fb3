import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Results } from './results.ts';

const schemaFile = new URL('../../specs/schemas/results.schema.json', import.meta.url);

/** Checks that something is a results.json of this version. Throws one sentence naming the first place that is not. */
export function checkResults(value: unknown): asserts value is Results {
  const validate = compiled();
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  throw new Error(`results.json is not valid at '${error?.instancePath ?? ''}': ${error?.message ?? 'unknown reason'}`);
}

const kept: ValidateFunction[] = [];

/** Compiled once, which takes longer than most files do. */
function compiled(): ValidateFunction {
  const validate = kept[0] ?? new Ajv({ allowUnionTypes: true }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  kept[0] = validate;
  return validate;
}
