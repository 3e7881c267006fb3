import type { SchemaEngine, SchemaError, Unreadable } from './schema-engine.ts';
import { schemaInput } from './schema-input.ts';
import { createLibxml2WasmEngine } from './schema-libxml2-wasm.ts';
import { createLibxmljs2Engine, whyNot } from './schema-libxmljs2.ts';
import { trimmed } from './white-space.ts';

/** 'unreadable': the body could not be, or must not be, given to the validator. */
export type SchemaVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaError[] }
  | Unreadable;

export interface SchemaValidator {
  /** The library at work. */
  readonly library: string;
  /** It and its version, for reports: 'libxmljs2 0.35.0'. */
  readonly name: string;
  /** Why libxmljs2 is not the one at work though it was free to be; null where it is, or where a library was named. */
  readonly fallback: string | null;
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
export async function createSchemaValidator(library?: SchemaEngine['library']): Promise<SchemaValidator> {
  const { engine, fallback } = await openEngine(library);
  return {
    library: engine.library,
    name: `${engine.library} ${engine.version}`,
    fallback,
    validate: (body, schemas, entry) => validate(engine, body, schemas, entry),
    dispose: engine.dispose,
  };
}

async function openEngine(library: SchemaEngine['library'] | undefined) {
  if (library === 'libxml2-wasm') return { engine: await createLibxml2WasmEngine(), fallback: null };
  try {
    return { engine: await createLibxmljs2Engine(), fallback: null };
  } catch (error) {
    if (library === 'libxmljs2') throw error;
    return { engine: await createLibxml2WasmEngine(), fallback: whyNot(error) };
  }
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

const UNKNOWN_TYPE =
  /attribute '\{http:\/\/www\.w3\.org\/2001\/XMLSchema-instance\}type': The QName value .* does not resolve to a type definition\.$/s;
const NOT_A_NUMBER = /: '(.*)' is not a valid value of the atomic type 'xs:(byte|short|int|long)'\.$/s;
const BITS: Readonly<Record<string, number>> = { byte: 8, short: 16, int: 32, long: 64 };

/**
 * The objections that count. Dropped are:
 * - an xsi:type that names a type the schema does not have: servers send the names of their own classes (ASMX's
 *   derived types). libxml2 goes on and validates the element as its declared type (tested in schema.test.ts);
 * - a number with white space around it, which old libxml2 (2.9.9, in libxmljs2) refuses although whiteSpace is
 *   'collapse' (XML Schema Part 2, section 4.3.6). Newer libxml2 does not.
 */
function objectionsThatCount(errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors
    .map(({ message, line }) => ({ message: message.trim(), line }))
    .filter(({ message }) => !UNKNOWN_TYPE.test(message) && !isSpacedNumber(message));
}

function isSpacedNumber(message: string): boolean {
  const [, value = '', type = ''] = NOT_A_NUMBER.exec(message) ?? [];
  const collapsed = trimmed(value);
  const bits = BITS[type];
  if (collapsed === value || bits === undefined || !/^[+-]?[0-9]{1,40}$/.test(collapsed)) return false;
  const number = BigInt(collapsed.replace('+', ''));
  return BigInt.asIntN(bits, number) === number;
}
