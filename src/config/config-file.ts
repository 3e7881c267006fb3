import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { HeaderFields } from '../bindings/call.ts';
import type { BindingName } from '../contract/model.ts';
import type { ProfileName } from '../results/run-options.ts';
import { ConfigError } from '../schemas/error.ts';
import { jsonMistake } from '../schemas/json-mistake.ts';
import { schemaMistake } from '../schemas/schema-mistake.ts';

/** Parameter name → values. */
export type ValuePools = Readonly<Record<string, readonly string[]>>;

/** A call as the config file has it. */
export interface ConfigSample {
  readonly operation: string;
  readonly values: Readonly<Record<string, string>>;
  readonly header?: HeaderFields;
}

/** getdata.config.json, as specs/schemas/config.schema.json describes it. */
export interface ConfigFile {
  readonly target?: string;
  readonly namespace?: string;
  readonly credentials?: { readonly dealerId?: string; readonly apiKey?: string; readonly password?: string };
  readonly values?: ValuePools;
  readonly valuesByOperation?: Readonly<Record<string, ValuePools>>;
  readonly samples?: readonly ConfigSample[];
  readonly includeWrites?: boolean;
  readonly limits?: {
    readonly concurrency?: number;
    readonly rate?: number;
    readonly timeoutMs?: number;
    readonly maxBodyBytes?: number;
    readonly maxTimeSeconds?: number;
    readonly runs?: number;
  };
  readonly profile?: ProfileName;
  readonly seed?: number;
  readonly operations?: readonly string[];
  readonly bindings?: readonly BindingName[];
  readonly rules?: readonly string[];
  /** Relative to the folder of the config file. */
  readonly baseline?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly reporters?: readonly string[];
  /** PEM files, relative to the folder of the config file. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string; readonly insecure?: boolean };
  readonly proxy?: string;
}

/** A config file's name, as a user knows it, and its text. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
}

const schemaUrl = new URL('../../specs/schemas/config.schema.json', import.meta.url);

/**
 * Reads a config file's text and checks it against its JSON Schema.
 * @throws ConfigError in one sentence naming the file, the key, what was found and what is allowed
 */
export function parseConfig({ file, text }: ConfigText): ConfigFile {
  const data = parseJson(file, text.replace(/^\uFEFF/, ''));
  const ajv = new Ajv({ allowUnionTypes: true, verbose: true });
  const validate = ajv.compile<ConfigFile>(JSON.parse(readFileSync(schemaUrl, 'utf8')));
  if (validate(data)) return data;
  const [error] = validate.errors ?? [];
  throw new ConfigError(`${file}: ${error === undefined ? 'not as its schema says' : schemaMistake(error)}`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${jsonMistake(error, text)}`);
  }
}
