import { ConfigError } from '../base/error.ts';
import { parseJson } from '../base/json.ts';
import { valid } from '../base/schemas/validate.ts';
import type { ConfigFile, ConfigText } from './config-file.ts';
import { variablesIn } from './environment.ts';

/**
 * Keys that do not count in a folder's file that nobody named: where secrets go, what is written at the target, and
 * what is started. Of its credentials those do that hold no variable but GETDATA_…. The tests name the keys that count.
 */
const ONLY_NAMED: readonly (keyof ConfigFile)[] = ['includeWrites', 'headers', 'tls', 'proxy', 'hooks'];

/** What counts of a config file, checked against its JSON Schema. @throws ConfigError */
export function parseConfig(config: ConfigText): ConfigFile {
  return parted(config).counts;
}

/** The keys of a config file that do not count, because the user did not name it. @throws ConfigError */
export function keysLeftOut(config: ConfigText): readonly string[] {
  return parted(config).leftOut;
}

function parted({ file, text, named }: ConfigText) {
  const whole = valid<ConfigFile>(
    'config',
    parseJson(file, text),
    ({ sentence }) => new ConfigError(`${file}: ${sentence}`),
  );
  if (named === true) return { counts: whole, leftOut: [] };
  const given = Object.entries(whole) as [keyof ConfigFile, unknown][];
  const counts = given.filter(([key, value]) => !ONLY_NAMED.includes(key) || value === false);
  const leftOut = given.filter((one) => !counts.includes(one)).map(([key]) => key);
  const credentials = withoutVariables(whole.credentials, (name) => !isForTargets(name));
  return {
    counts: { ...Object.fromEntries(counts), credentials: credentials.own } satisfies ConfigFile,
    leftOut: [...leftOut, ...credentials.leftOut],
  };
}

/** The passphrases of keys are for no target. */
const isForTargets = (name: string): boolean => name.startsWith('GETDATA_') && !name.endsWith('_PASSPHRASE');

/** Credentials of a file without those that refer to some variables, and the keys of these. */
export function withoutVariables(credentials: ConfigFile['credentials'] = {}, isLeftOut = (_name: string) => true) {
  const all = Object.entries(credentials);
  const own = all.filter(([, value]) => !variablesIn(value).some(isLeftOut));
  const leftOut = all.filter((one) => !own.includes(one)).map(([key]) => `credentials.${key}`);
  return { own: Object.fromEntries(own), leftOut };
}
