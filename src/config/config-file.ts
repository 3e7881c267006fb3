import type { HeaderFields } from '../bindings/call.ts';
import type { BindingName } from '../contract/model.ts';
import type { ProfileName } from '../results/run-options.ts';
import type { UnusedField } from '../rules/fields.ts';
import { ConfigError } from '../schemas/error.ts';
import { parseJson } from '../schemas/json.ts';
import { valid } from '../schemas/validate.ts';

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
  readonly unused?: readonly UnusedField[];
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

/**
 * Reads a config file's text and checks it against its JSON Schema.
 * @throws ConfigError in one sentence naming the file, the key, what was found and what is allowed
 */
export function parseConfig({ file, text }: ConfigText): ConfigFile {
  return valid<ConfigFile>('config', parseJson(file, text), ({ sentence }) => new ConfigError(`${file}: ${sentence}`));
}
