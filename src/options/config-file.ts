import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mostMiB, readIfThere, readNamed, textOfFile } from '../base/read-file.ts';
import { addressOf } from '../base/schemas/validate.ts';
import type { BindingName } from '../contract/model.ts';
import type { UnusedField } from '../rules/fields.ts';
import type { Header } from '../wire/http/exchange.ts';
import type { Credentials, HeaderFields } from '../wire/soap/call.ts';
import type { ConfigFlags } from './flags.ts';
import type { Limits, ProfileName } from './model.ts';

/** Parameter name → values. */
export type ValuePools = Readonly<Record<string, readonly string[]>>;

export interface ConfigSample {
  readonly operation: string;
  readonly values: Readonly<Record<string, string>>;
  readonly header?: HeaderFields;
}

/** getdata.config.json, as described by specs/schemas/config.schema.json. */
export interface ConfigFile {
  readonly target?: string;
  readonly namespace?: string;
  readonly credentials?: { readonly dealerId?: string; readonly apiKey?: string; readonly password?: string };
  readonly values?: ValuePools;
  readonly valuesByOperation?: Readonly<Record<string, ValuePools>>;
  readonly samples?: readonly ConfigSample[];
  readonly masked?: readonly string[];
  readonly unused?: readonly UnusedField[];
  readonly includeWrites?: boolean;
  readonly limits?: { readonly [key in keyof Limits | 'runs']?: number };
  readonly profile?: ProfileName;
  readonly seed?: number;
  /** With `--wsdl`: the operations that change no state, or `*`. */
  readonly reads?: readonly string[];
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
  readonly hooks?: HookCommands;
}

/** Commands, as lists of words without a shell, to execute before and after a run. */
export interface HookCommands {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly timeoutSeconds?: number;
}

/** The output of a hook: credentials by parameter, and headers. All values are secrets. */
export interface HookValues {
  readonly credentials: Credentials;
  readonly headers: readonly Header[];
}

/** A config file's name as a user knows it, and its text. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
  /** The user named it; otherwise it was only found in the folder, and `parseConfig` leaves out what it may not say. */
  readonly named?: boolean;
  /** The output of its hook `before`; it overrides the file. */
  readonly printed?: HookValues;
}

/** The config file that is read if none is named and the folder has it. */
export const CONFIG_FILE = 'getdata.config.json';

/** A file that the config file names, from the folder of the config file. */
export function fileBeside(config: string, named: string): string {
  return isAbsolute(named) ? named : join(dirname(config), named);
}

/** The config file: that of --config, else getdata.config.json of the folder if present. @throws ConfigError */
export function readConfigText(folder: string, { config: named, trustConfig }: ConfigFlags): ConfigText | null {
  const configFile = { folder, file: named ?? CONFIG_FILE, kind: 'the config file', mostMiB: mostMiB.written };
  const found = named === undefined ? readIfThere(configFile) : readNamed(configFile);
  if (found === null) return null;
  const isNamed = named !== undefined || trustConfig === true;
  return { file: configFile.file, text: textOfFile(configFile, found.bytes), named: isNamed };
}

/** The `$schema` of a file, for editors: of this package if it is below its folder (node_modules), else on the web. */
export function schemaAddress(name: 'config' | 'baseline', folder: string): string {
  const url = new URL(`../../specs/schemas/${name}.schema.json`, import.meta.url);
  const path = relative(folder, fileURLToPath(url));
  if (isAbsolute(path) || path.startsWith('..')) return addressOf(name);
  return `./${path.split(sep).join('/')}`;
}
