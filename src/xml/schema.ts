import type { SchemaEngine, Unreadable } from './schema-engine.ts';
import { schemaInput } from './schema-input.ts';
import { createLibxml2WasmEngine } from './schema-libxml2-wasm.ts';
import { createLibxmljs2Engine } from './schema-libxmljs2.ts';
import { objectionOf, type SchemaObjection } from './schema-objection.ts';
import { trimmed } from './white-space.ts';

/** 'unreadable': the body could not be, or must not be, given to the validator. */
export type SchemaVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaObjection[] }
  | Unreadable;

export interface SchemaValidator {
  readonly library: string;
  /** Its name and version, for reports: 'libxmljs2 0.35.0'. */
  readonly name: string;
  /**
   * Validates a whole body. @param schemas - by relative path; known by identity, so it must not change @param entry -
   * the schema to begin with @param isWhole - the schemas have all types that the service has @throws Error where the
   * schemas are wrong
   */
  readonly validate: (
    body: Uint8Array | string,
    schemas: ReadonlyMap<string, string>,
    entry: string,
    isWhole?: boolean,
  ) => SchemaVerdict;
  /** Frees memory and removes the temporary folder; a later validation prepares again. */
  readonly dispose: () => void;
}

/** The libraries that can validate. libxml2-wasm needs no compiler; libxmljs2 must be installed by the user. */
export const validatorNames = ['libxml2-wasm', 'libxmljs2'] as const;

export type ValidatorName = (typeof validatorNames)[number];

const engines: Readonly<Record<ValidatorName, () => Promise<SchemaEngine>>> = {
  'libxml2-wasm': createLibxml2WasmEngine,
  libxmljs2: createLibxmljs2Engine,
};

/** Opens an XML Schema 1.0 validator. @throws Error in one sentence if libxmljs2 is selected and can't be loaded */
export async function createSchemaValidator(library: ValidatorName = 'libxml2-wasm'): Promise<SchemaValidator> {
  const engine = await engines[library]();
  return {
    library: engine.library,
    name: `${engine.library} ${engine.version}`,
    validate: (body, schemas, entry, isWhole = false) => validate(engine, body, schemas, entry, isWhole),
    dispose: engine.dispose,
  };
}

function validate(
  engine: SchemaEngine,
  body: Uint8Array | string,
  schemas: ReadonlyMap<string, string>,
  entry: string,
  isWhole: boolean,
): SchemaVerdict {
  const input = schemaInput(body);
  if (input.kind === 'unreadable') return input;
  const result = engine.check(input.text, schemas, entry);
  if (result.kind === 'unreadable') return result;
  const errors = result.errors.map(objectionOf).filter((one) => counts(one, isWhole));
  return errors.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
}

/** Attributes that any header block may have. */
const OF_BLOCK =
  /^\{http:\/\/(?:schemas\.xmlsoap\.org\/soap\/envelope\/|www\.w3\.org\/2003\/05\/soap-envelope)\}(?:mustUnderstand|actor|role|relay)$/;
const BITS: Readonly<Record<string, number>> = { 'xs:byte': 8, 'xs:short': 16, 'xs:int': 32, 'xs:long': 64 };

/**
 * Whether an objection counts. Not: an xsi:type that the document lacks, as servers send the names of their classes
 * (the element is still validated); where the schemas are whole, SOAP's attributes of a header block; a number with
 * white space around it, which old libxml2 refuses (XML Schema Part 2, section 4.3.6).
 */
function counts({ kind, attribute, value, type }: SchemaObjection, isWhole: boolean): boolean {
  if (isWhole && kind === 'unknown attribute') return !OF_BLOCK.test(attribute ?? '');
  if (!isWhole && kind === 'unknown type') return false;
  return value === null || type === null || !isSpacedNumber(value, type);
}

function isSpacedNumber(value: string, type: string): boolean {
  const collapsed = trimmed(value);
  const bits = BITS[type];
  if (collapsed === value || bits === undefined || !/^[+-]?[0-9]{1,40}$/.test(collapsed)) return false;
  const number = BigInt(collapsed.replace('+', ''));
  return BigInt.asIntN(bits, number) === number;
}
