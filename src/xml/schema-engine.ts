import { createRequire } from 'node:module';

/** One objection of an XML Schema validator, in libxml2's words. */
export interface SchemaError {
  readonly message: string;
  /** From 1; 0 where the library does not say. */
  readonly line: number;
}

/** Why a text could not be, or must not be, validated. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly message: string;
}

/** What a library said about a text: its objections, none if it is valid, or why it could not parse it. */
export type EngineResult = { readonly kind: 'checked'; readonly errors: readonly SchemaError[] } | Unreadable;

/** One library behind the schema door. */
export interface SchemaEngine {
  readonly library: 'libxmljs2' | 'libxml2-wasm';
  readonly version: string;
  /** @param text - made safe by schema-input.ts @throws Error where the schemas themselves are wrong */
  readonly check: (text: string, schemas: ReadonlyMap<string, string>, entry: string) => EngineResult;
  readonly dispose: () => void;
}

/** A library's data on an error. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim();
}

/** The version of the installed package with that name, which has no `exports` that hide its package.json. */
export function installedVersion(name: SchemaEngine['library']): string {
  const { version }: { version: string } = createRequire(import.meta.url)(`${name}/package.json`);
  return version;
}

/** @throws Error where the entry is not among the schemas */
export function entryText(schemas: ReadonlyMap<string, string>, entry: string): string {
  const text = schemas.get(entry);
  if (text === undefined) throw new Error(`there is no schema ${entry} among the ${schemas.size} given`);
  return text;
}
