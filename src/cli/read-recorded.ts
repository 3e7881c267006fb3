import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config/error.ts';
import { fileTrouble } from '../config/file-trouble.ts';
import type { Results } from '../report/results.ts';
import { checkedResults, parsedJson } from './read-results.ts';

/** Bytes of a file that is read; JavaScript can't hold a text of much more than twice this. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A file of recorded exchanges; a HAR is checked where it is read. */
export type RecordedFile =
  | { readonly kind: 'results'; readonly results: Results }
  | { readonly kind: 'har'; readonly data: object };

/**
 * Reads a file of recorded exchanges and tells by its content what it is.
 * @throws ConfigError in one sentence where it can't be read, is too large, or is neither of the two
 */
export function readRecorded(folder: string, file: string): RecordedFile {
  const data = parsedJson(file, boundedText(resolve(folder, file), file));
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) {
    if ('schemaVersion' in data) return { kind: 'results', results: checkedResults(data, file) };
    if ('log' in data) return { kind: 'har', data };
  }
  throw new ConfigError(
    `${file} is neither a results.json nor a HAR; expected an object with 'schemaVersion' or 'log' in it`,
  );
}

function boundedText(path: string, file: string): string {
  try {
    const { size } = regularFile(path, file);
    if (size > MOST_BYTES) {
      const found = Math.ceil(size / 1024 / 1024);
      throw new ConfigError(`${file} is ${found} MiB long; expected ${MOST_BYTES / 1024 / 1024} MiB at most`);
    }
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} can't be read: ${fileTrouble(error)}`);
  }
}

/** A device or a pipe has no end that is known before. */
function regularFile(path: string, file: string) {
  const stats = statSync(path);
  if (!stats.isFile() && !stats.isDirectory()) throw new ConfigError(`${file} can't be read: it is no regular file`);
  return stats;
}
