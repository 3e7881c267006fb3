import { ConfigError } from '../base/error.ts';
import { parseJson } from '../base/json.ts';
import { valid } from '../base/schemas/validate.ts';
import type { ConfigFile, HookValues } from './config-file.ts';
import { credentialSources, sendable } from './credentials.ts';
import { sendableHeader } from './headers.ts';

/** Why a hook failed, in one sentence without any of its output; the end of its stderr is masked. */
export class HookError extends ConfigError {}

/** The output of a hook, as described by specs/schemas/hook-values.schema.json. */
type Printed = Pick<ConfigFile, 'credentials' | 'headers'>;

/**
 * The values that a hook printed, used literally. @param where - file and key of the hook, for the sentence
 * @throws HookError for anything but UTF-8 of such values, without any of it: it may hold secrets
 */
export function hookValues(output: Uint8Array, where: string): HookValues {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(output);
    const { credentials = {}, headers = {} } = valid<Printed>(
      'hook-values',
      parseJson(where, text),
      ({ sentence }) => new ConfigError(sentence),
    );
    return {
      credentials: Object.fromEntries(
        credentialSources.flatMap(({ parameter, key }) => {
          const value = credentials[key];
          return value === undefined ? [] : [[parameter, sendable(value, where)]];
        }),
      ),
      headers: Object.entries(headers).map(([name, value]) => sendableHeader(name, value, where)),
    };
  } catch {
    // Every other sentence names a part of the output.
    throw new HookError(
      `${where} did not print what is expected: one JSON object with credentials (dealerId, apiKey, password) ` +
        'and headers (name: value), both optional, with values that a request can carry; its output is not shown',
    );
  }
}
