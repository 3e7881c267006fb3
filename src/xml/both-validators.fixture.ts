import { createSchemaValidator, type SchemaValidator, type SchemaVerdict } from './schema.ts';

/** libxmljs2, with libxml2-wasm validating the same bodies. */
export interface ComparedValidator extends SchemaValidator {
  /** How many bodies both validated, how many they found invalid, and how long libxml2-wasm took. */
  readonly tally: () => { readonly asked: number; readonly invalid: number; readonly milliseconds: number };
  /** Their different verdicts, each with the body's beginning. */
  readonly differences: readonly string[];
}

/** Both XML Schema libraries, to see whether they agree. */
export async function comparedValidators(): Promise<ComparedValidator> {
  const native = await createSchemaValidator('libxmljs2');
  const wasm = await createSchemaValidator('libxml2-wasm');
  const differences: string[] = [];
  let [asked, invalid, milliseconds] = [0, 0, 0];
  return {
    library: native.library,
    name: native.name,
    validate: (...input) => {
      const verdict = native.validate(...input);
      const start = performance.now();
      const other = wasm.validate(...input);
      milliseconds += performance.now() - start;
      asked += 1;
      if (verdict.kind === 'invalid') invalid += 1;
      if (textOf(verdict) !== textOf(other)) differences.push(`${textOf(verdict)}\n${textOf(other)}\n${input[0]}`);
      return verdict;
    },
    dispose: () => {
      native.dispose();
      wasm.dispose();
    },
    tally: () => ({ asked, invalid, milliseconds }),
    differences,
  };
}

/** A verdict as the rules see it: that a body is valid, or every objection with its line. */
function textOf(verdict: SchemaVerdict): string {
  if (verdict.kind !== 'invalid') return JSON.stringify(verdict);
  return verdict.errors.map(({ message, line }) => `line ${line}: ${message}`).join('\n');
}
