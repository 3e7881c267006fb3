import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { League } from './league.ts';

const schemaFile = new URL('../../specs/schemas/league.schema.json', import.meta.url);

/** Checks that something is a league.json of this version. Throws one sentence naming the first place that is not. */
export function checkLeague(value: unknown): asserts value is League {
  const ajv = new Ajv({ allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  throw new Error(`league.json is not valid at '${error?.instancePath ?? ''}': ${error?.message ?? 'unknown reason'}`);
}
