import type { SchemaEngine, SchemaError } from './schema-engine.ts';
import { schemaInput } from './schema-input.ts';
import { createLibxml2WasmEngine } from './schema-libxml2-wasm.ts';
import { createLibxmljs2Engine } from './schema-libxmljs2.ts';
import { objectionsThatCount } from './schema-objections.ts';

/** 'unreadable': the body could not be, or must not be, given to the validator. */
export type SchemaVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaError[] }
  | { readonly kind: 'unreadable'; readonly message: string };

export interface SchemaValidator {
  /** The library at work, for the report. */
  readonly library: string;
  /**
   * Validates a whole body.
   * @param schemas - texts by relative path; a set is known by its identity and must not change
   * @param entry - the key of the schema to begin with
   * @throws Error where the schemas are wrong, which is a mistake in set-up
   */
  readonly validate: (body: Uint8Array | string, schemas: ReadonlyMap<string, string>, entry: string) => SchemaVerdict;
  /** Frees memory and removes the temporary folder; validating again afterwards prepares anew. */
  readonly dispose: () => void;
}

/**
 * Opens an XML Schema validator (XML Schema 1.0, Parts 1 and 2, as libxml2 has them).
 * @param library - without it libxmljs2, or libxml2-wasm where that can't be loaded
 * @throws Error where the named library can't be loaded
 */
export async function createSchemaValidator(library?: 'libxmljs2' | 'libxml2-wasm'): Promise<SchemaValidator> {
  const engine = await openEngine(library);
  return {
    library: engine.library,
    validate: (body, schemas, entry) => validate(engine, body, schemas, entry),
    dispose: engine.dispose,
  };
}

async function openEngine(library: 'libxmljs2' | 'libxml2-wasm' | undefined): Promise<SchemaEngine> {
  if (library === 'libxml2-wasm') return createLibxml2WasmEngine();
  if (library === 'libxmljs2') return createLibxmljs2Engine();
  return createLibxmljs2Engine().catch(() => createLibxml2WasmEngine());
}

function validate(
  engine: SchemaEngine,
  body: Uint8Array | string,
  schemas: ReadonlyMap<string, string>,
  entry: string,
): SchemaVerdict {
  const input = schemaInput(body);
  if (input.kind === 'unreadable') return input;
  const result = engine.check(input.text, schemas, entry);
  if (result.kind === 'unreadable') return result;
  const errors = objectionsThatCount(result.errors);
  return errors.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
}
