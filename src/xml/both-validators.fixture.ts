import { createHash } from 'node:crypto';
import { createSchemaValidator, type SchemaValidator, type SchemaVerdict } from './schema.ts';

/** libxmljs2, with libxml2-wasm validating the same bodies, equal ones once. */
export interface ComparedValidator extends SchemaValidator {
  /** How many different bodies both validated. */
  readonly compared: () => number;
  /** Their different verdicts, each with the body's beginning. */
  readonly differences: readonly string[];
}

/** Both XML Schema libraries, to see whether they agree. */
export async function comparedValidators(): Promise<ComparedValidator> {
  const native = await createSchemaValidator('libxmljs2');
  const wasm = await createSchemaValidator('libxml2-wasm');
  const differences: string[] = [];
  const numbers = new Map<ReadonlyMap<string, string>, number>();
  const verdicts = new Map<string, SchemaVerdict>();
  /** Short, as the bodies of thousands of answers are not. */
  const keyOf = (...[body, schemas, entry, isWhole = false]: Parameters<SchemaValidator['validate']>): string => {
    const number = numbers.get(schemas) ?? numbers.size;
    numbers.set(schemas, number);
    return createHash('sha256').update(`${number} ${isWhole} ${entry}\n`).update(body).digest('base64');
  };
  return {
    library: native.library,
    name: native.name,
    validate: (...input) => {
      const key = keyOf(...input);
      const known = verdicts.get(key);
      if (known !== undefined) return known;
      const verdict = native.validate(...input);
      const other = wasm.validate(...input);
      if (textOf(verdict) !== textOf(other)) differences.push(`${textOf(verdict)}\n${textOf(other)}\n${input[0]}`);
      verdicts.set(key, verdict);
      return verdict;
    },
    dispose: () => {
      native.dispose();
      wasm.dispose();
    },
    compared: () => verdicts.size,
    differences,
  };
}

/** A verdict as the rules see it: that a body is valid, or every objection with its line. */
function textOf(verdict: SchemaVerdict): string {
  if (verdict.kind !== 'invalid') return JSON.stringify(verdict);
  return verdict.errors.map(({ message, line }) => `line ${line}: ${message}`).join('\n');
}
