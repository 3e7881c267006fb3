import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Document } from 'libxmljs2';
import { type EngineResult, entryText, installedVersion, messageOf, type SchemaEngine } from './schema-engine.ts';

type Libxmljs2 = typeof import('libxmljs2');
type Schemas = ReadonlyMap<string, string>;

interface Folder {
  readonly path: string;
  readonly parsed: Map<string, Document>;
}

/** libxmljs2, a native addon with libxml2 2.9.9, for the main thread only. @throws Error where it can't be loaded */
export async function createLibxmljs2Engine(): Promise<SchemaEngine> {
  if (!isMainThread) throw new Error('libxmljs2 works in the main thread only');
  try {
    const { default: library } = await import('libxmljs2');
    // One that loads may still be incomplete.
    library.parseXml('<a/>');
    return engineOf(library);
  } catch (error) {
    throw new Error(whyNot(error), { cause: error });
  }
}

/** Maximum characters shown of a library's message. */
const LONGEST_REASON = 200;

/** Why libxmljs2 could not be opened, and what to do, in one sentence. */
export function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = messageOf(error).replaceAll(/\s+/g, ' ');
  if (code === 'ERR_MODULE_NOT_FOUND' || (code === 'MODULE_NOT_FOUND' && message.includes("'libxmljs2'"))) {
    return "libxmljs2 is not installed; 'npm i libxmljs2' installs it";
  }
  // node-bindings says this if install scripts were blocked or the compiler failed; a list of places follows.
  if (message.startsWith('Could not locate the bindings file'))
    return "libxmljs2 was installed without being built; 'npm rebuild libxmljs2' builds it";
  if (message.includes('NODE_MODULE_VERSION'))
    return "libxmljs2 was built for another version of Node.js; 'npm rebuild libxmljs2' builds it for this one";
  return `libxmljs2 can't be loaded: ${message.slice(0, LONGEST_REASON)}`;
}

function engineOf(library: Libxmljs2): SchemaEngine {
  const folders = new WeakMap<Schemas, Folder>();
  const paths = new Set<string>();
  const removeFolders = (): void => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
    paths.clear();
  };
  process.once('exit', removeFolders);

  function folderOf(schemas: Schemas): Folder {
    const known = folders.get(schemas);
    if (known !== undefined && paths.has(known.path)) return known;
    const path = mkdtempSync(join(tmpdir(), 'getdata-schemas-'));
    paths.add(path);
    writeSchemas(path, schemas);
    const folder = { path, parsed: new Map<string, Document>() };
    folders.set(schemas, folder);
    return folder;
  }

  return {
    library: 'libxmljs2',
    version: installedVersion('libxmljs2'),
    check(text, schemas, entry) {
      const document = parseDocument(library, text);
      if (typeof document === 'string') return { kind: 'unreadable', message: document };
      return validate(document, schemaDocument(library, folderOf(schemas), schemas, entry), entry);
    },
    dispose() {
      removeFolders();
      process.off('exit', removeFolders);
    },
  };
}

/** libxml2 itself resolves includes and imports, so the schemas must be files. */
function writeSchemas(folder: string, schemas: Schemas): void {
  for (const [path, text] of schemas) {
    const file = join(folder, path);
    if (relative(folder, file).startsWith('..')) throw new Error(`schema ${path} lies outside the schemas' folder`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Of libxml2's xmlErrorLevel. */
const WARNING = 1;

function parseDocument(library: Libxmljs2, text: string): Document | string {
  try {
    const document = library.parseXml(text, { nonet: true });
    // An unbound prefix gives an error and a document.
    return document.errors.find(({ level }) => (level ?? 0) > WARNING)?.message.trim() ?? document;
  } catch (error) {
    return messageOf(error);
  }
}

function schemaDocument(library: Libxmljs2, folder: Folder, schemas: Schemas, entry: string): Document {
  const known = folder.parsed.get(entry);
  if (known !== undefined) return known;
  const parsed = library.parseXml(entryText(schemas, entry), { nonet: true, baseUrl: join(folder.path, entry) });
  folder.parsed.set(entry, parsed);
  return parsed;
}

/** libxmljs2 compiles the schema each time; this can't be avoided. */
function validate(document: Document, schema: Document, entry: string): EngineResult {
  try {
    if (document.validate(schema)) return { kind: 'checked', errors: [] };
  } catch (error) {
    throw new Error(`schema ${entry} can't be compiled: ${messageOf(error)}`);
  }
  // Warnings of the parser are in the same list.
  const reported = document.validationErrors.filter(({ domain }) => domain === XML_FROM_SCHEMASV);
  const errors = reported.map(({ message, line }) => ({ message, line: line ?? 0 }));
  return {
    kind: 'checked',
    errors: errors.length > 0 ? errors : [{ message: 'invalid for no stated reason', line: 0 }],
  };
}

/** Of libxml2's xmlErrorDomain. */
const XML_FROM_SCHEMASV = 17;
