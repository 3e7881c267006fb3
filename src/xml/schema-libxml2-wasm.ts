import { type EngineResult, entryText, installedVersion, messageOf, type SchemaEngine } from './schema-engine.ts';

type Libxml2 = typeof import('libxml2-wasm');
type Provider = InstanceType<Libxml2['XmlBufferInputProvider']>;
type Validator = InstanceType<Libxml2['XsdValidator']>;
type SchemaTexts = ReadonlyMap<string, string>;

/** An invented place: includes are resolved against it and never leave memory. */
const BASE = 'getdata-schemas/';

/** libxml2-wasm: needs no compiler and works in any thread; compiles a schema once, and must be disposed by hand. */
export async function createLibxml2WasmEngine(): Promise<SchemaEngine> {
  const library = await import('libxml2-wasm');
  const provider = providerOf(library);
  let compiled = new WeakMap<SchemaTexts, Map<string, Validator>>();
  const validators = new Set<Validator>();

  function validatorOf(schemas: SchemaTexts, entry: string): Validator {
    const entries = compiled.get(schemas) ?? new Map<string, Validator>();
    compiled.set(schemas, entries);
    const known = entries.get(entry);
    if (known !== undefined) return known;
    // The files exist only while a schema is compiled, so a document can never reach them.
    for (const [path, text] of schemas) provider.addBuffer(BASE + path, new TextEncoder().encode(text));
    try {
      const validator = compile(library, entryText(schemas, entry), entry);
      entries.set(entry, validator);
      validators.add(validator);
      return validator;
    } finally {
      for (const path of schemas.keys()) provider.removeBuffer(BASE + path);
    }
  }

  return {
    library: 'libxml2-wasm',
    version: installedVersion('libxml2-wasm'),
    check: (text, schemas, entry) => check(library, text, validatorOf(schemas, entry)),
    dispose() {
      for (const validator of validators) validator.dispose();
      validators.clear();
      compiled = new WeakMap();
    },
  };
}

let registered: Provider | undefined;

/** libxml2 has few slots for providers and can't remove one, so all validators share one. */
function providerOf(library: Libxml2): Provider {
  if (registered === undefined) {
    registered = new library.XmlBufferInputProvider({});
    library.xmlRegisterInputProvider(registered);
  }
  return registered;
}

function compile(library: Libxml2, text: string, entry: string): Validator {
  try {
    const document = library.XmlDocument.fromString(text, {
      url: BASE + entry,
      option: library.ParseOption.XML_PARSE_NONET,
    });
    try {
      return library.XsdValidator.fromDoc(document);
    } finally {
      document.dispose();
    }
  } catch (error) {
    throw new Error(`schema ${entry} can't be compiled: ${messageOf(error)}`);
  }
}

function check(library: Libxml2, text: string, validator: Validator): EngineResult {
  const { XML_PARSE_NONET, XML_PARSE_NO_XXE } = library.ParseOption;
  let document: InstanceType<Libxml2['XmlDocument']>;
  try {
    document = library.XmlDocument.fromString(text, { option: XML_PARSE_NONET | XML_PARSE_NO_XXE });
  } catch (error) {
    return { kind: 'unreadable', message: messageOf(error) };
  }
  try {
    validator.validate(document);
    return { kind: 'checked', errors: [] };
  } catch (error) {
    if (!(error instanceof library.XmlValidateError)) throw error;
    return { kind: 'checked', errors: error.details.map(({ message, line }) => ({ message, line })) };
  } finally {
    document.dispose();
  }
}
