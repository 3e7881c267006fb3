import { checkedResults, readJson } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { ConfigError } from '../schemas/error.ts';

/** A file of recorded exchanges; a HAR is checked where it is read. */
export type RecordedFile =
  | { readonly kind: 'results'; readonly results: Results }
  | { readonly kind: 'har'; readonly data: object };

/**
 * Reads a file of recorded exchanges and tells by its content what it is.
 * @throws ConfigError in one sentence where it can't be read, is too large, or is neither of the two
 */
export function readRecorded(folder: string, file: string): RecordedFile {
  const data = readJson(folder, file);
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) {
    if ('schemaVersion' in data) return { kind: 'results', results: checkedResults(data, file) };
    if ('log' in data) return { kind: 'har', data };
  }
  throw new ConfigError(
    `${file} is neither a results.json nor a HAR; expected an object with 'schemaVersion' or 'log' in it`,
  );
}
