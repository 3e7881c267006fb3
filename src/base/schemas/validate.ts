import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { withoutUserinfo } from '../error.ts';
import { jsonText } from '../json.ts';
import { nearest, suggestion } from '../nearest.ts';

/** A schema of specs/schemas/ by its file name. */
export type SchemaName =
  | WrittenValue
  | OfSpecs
  | 'baseline'
  | 'catalog'
  | 'config'
  | 'hook-values'
  | 'statement'
  | 'targets';

/** Schemas of what this program writes, and those of the specs. */
type WrittenValue = 'client' | 'compare' | 'diff' | 'history' | 'league' | 'registry' | 'results';
type OfSpecs = 'operation' | 'requirements' | 'service';

/** The first place where a value breaks its schema. */
export interface SchemaMistake {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly keyword: string;
  readonly found: unknown;
  /** The key, what was found and what is allowed; never a secret. */
  readonly sentence: string;
}

/** The value, if it is valid by a schema of specs/schemas/. @throws what `refuse` returns for the first mistake */
export function valid<T>(schema: SchemaName, value: unknown, refuse: (mistake: SchemaMistake) => Error): T {
  const mistake = mistakeIn(schema, value);
  if (mistake === null) return value as T;
  throw refuse(mistake);
}

/** The first place where a value breaks a schema of specs/schemas/; null if it is valid. */
export function mistakeIn(schema: SchemaName, value: unknown): SchemaMistake | null {
  const validate = validatorOf(schema);
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) throw new Error(`the schema ${schema} refuses a value and gives no reason`);
  const { instancePath: pointer, keyword, data } = error;
  return { pointer, keyword, found: data, sentence: sentenceOf(error) };
}

/** Checks what this program wrote or reads back. @throws Error naming the file and the first mistake */
export function checkFile<T>(schema: WrittenValue, value: unknown): asserts value is T {
  valid<T>(schema, value, ({ sentence }) => new Error(`${schema}.json is not valid: ${sentence}`));
}

/** What this program writes, as JSON. Throws if it breaks its schema: a bug must not become a file. */
export function checkedJson(schema: WrittenValue, value: object): string {
  checkFile<object>(schema, value);
  return jsonText({ $schema: addressOf(schema), ...value });
}

/** The `$schema` of a file, by which editors find what its keys mean; that of the newest version fits all. */
export function addressOf(schema: SchemaName): string {
  return `https://unpkg.com/getdata-conformance/specs/schemas/${schema}.schema.json`;
}

// Loaded at the first use: that takes a short command longer than all it does.
const load = createRequire(import.meta.url);
const compiled = new Map<SchemaName, ValidateFunction>();

/** Compiled by the build, or at the first use: that takes longer than validating most files. */
function validatorOf(schema: SchemaName): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const built = `./compiled/${schema}.cjs`;
  const isBuilt = existsSync(new URL(built, import.meta.url));
  const validate: ValidateFunction = isBuilt ? load(built) : compile(schema).validate;
  compiled.set(schema, validate);
  return validate;
}

export function compile(schema: SchemaName): { readonly ajv: Ajv; readonly validate: ValidateFunction } {
  const url = new URL(`../../../specs/schemas/${schema}.schema.json`, import.meta.url);
  // json-schemas.test.ts checks our schemas by the meta-schema, which takes longer to compile than they do.
  const { Ajv }: typeof import('ajv') = load('ajv');
  const ajv = new Ajv({
    allowUnionTypes: true,
    verbose: true,
    meta: false,
    validateSchema: false,
    // Shorter code would take longer to make than a run's few files take to check.
    code: { optimize: false, source: true },
  });
  return { ajv, validate: ajv.compile(JSON.parse(readFileSync(url, 'utf8'))) };
}

function sentenceOf(error: ErrorObject): string {
  const key = keyOf(error.instancePath);
  const within = key === '' ? '' : ` in ${key}`;
  if (error.propertyName !== undefined) {
    const expected =
      error.keyword === 'enum' ? suggestion(error.propertyName, error.params.allowedValues) : 'expected another name';
    return `unknown name '${error.propertyName}'${within}; ${expected}`;
  }
  const where = key === '' ? 'the file' : key;
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown: string = error.params.additionalProperty;
      const known = Object.keys(error.parentSchema?.properties ?? {});
      return `unknown key '${unknown}'${within}; ${suggestion(unknown, known)}`;
    }
    case 'required': {
      const { missingProperty: missing } = error.params;
      const near = misspelled(error);
      return near === null
        ? `${where} has no '${missing}'; expected one`
        : `unknown key '${near.slice(0, 80)}'${within}; did you mean '${missing}'?`;
    }
    case 'enum':
      return `${where} is ${found(error)}; ${suggestion(dataText(error.data), error.params.allowedValues.map(String))}`;
    case 'type':
      return `${where} is ${found(error)}; expected ${named([error.params.type].flat().join(' or '))}`;
    case 'minItems':
      return `${where} is ${found(error)}; expected at least one entry`;
    case 'minLength':
      return `${where} is empty; expected at least one character`;
    case 'pattern':
      return `${where} is ${found(error)}; expected ${textOf(error.params.pattern)}`;
    default:
      return `${where} is ${found(error)}; it ${error.message ?? 'is not as the schema says'}`;
  }
}

/** The unknown key that is a missing one misspelled; null if there is none. */
function misspelled({ data, params, parentSchema }: ErrorObject): string | null {
  const known = Object.keys(parentSchema?.properties ?? {});
  const isMeant = (key: string): boolean => !known.includes(key) && nearest(key, [params.missingProperty]) !== null;
  return Object.keys(Object(data)).find(isMeant) ?? null;
}

const ADDRESS = '^https?://';
const textOf = (pattern: string): string =>
  pattern === ADDRESS ? 'an address that begins with http:// or https://' : `text that matches ${pattern}`;

/** `samples[0].values.Make` for /samples/0/values/Make. */
function keyOf(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((key, part) => (/^\d+$/.test(part) ? `${key}[${part}]` : key === '' ? part : `${key}.${part}`), '');
}

/** The value found; only its type if it may be a secret or is not a plain value. */
function found({ data, instancePath }: ErrorObject): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty array' : 'an array';
  if (typeof data === 'object') return 'an object';
  if (/\/(credentials|headers|proxy|DealerID|APIKEY|Password)\b/i.test(instancePath)) return named(typeof data);
  if (/^(?:\/targets\/\d+)?\/target$/.test(instancePath)) return `'${withoutUserinfo(String(data))}'`;
  return typeof data === 'string' ? `'${data.slice(0, 80)}'` : String(data);
}

/** The text for a suggestion. Arrays and objects have none: written out they may be long, deep, or not text at all. */
function dataText(data: unknown): string {
  return typeof data === 'object' ? '' : String(data).slice(0, 80);
}

function named(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
