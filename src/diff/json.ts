import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Diff } from './model.ts';

const schemaFile = new URL('../../specs/schemas/diff.schema.json', import.meta.url);

/** The diff as JSON. Throws where it breaks its own schema: a bug of ours that must not become a report. */
export function jsonDiff(diff: Diff): string {
  const validate = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  if (!validate(diff)) {
    const [error] = validate.errors ?? [];
    throw new Error(`the diff is not valid at '${error?.instancePath ?? ''}': ${error?.message ?? 'unknown reason'}`);
  }
  return `${JSON.stringify(diff, null, 2)}\n`;
}
