import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config/error.ts';
import { fileTrouble } from '../config/file-trouble.ts';
import { jsonMistake } from '../config/json-mistake.ts';
import { checkResults } from '../report/check.ts';
import type { Results } from '../report/results.ts';

/** The version of results files that this suite reads and writes. */
const READS = 1;

/**
 * Reads a results.json.
 * @throws ConfigError in one sentence where it can't be read or is not valid
 */
export function readResults(folder: string, file: string): Results {
  return checkedResults(parsedJson(file, textOf(folder, file)), file);
}

/**
 * What a file holds, as results.
 * @throws ConfigError in one sentence where it is no valid results.json
 */
export function checkedResults(data: unknown, file: string): Results {
  const version = schemaVersionOf(data);
  if (version !== undefined && version !== READS) {
    throw new ConfigError(`${file} has schemaVersion ${JSON.stringify(version)}; this version reads ${READS}`);
  }
  try {
    checkResults(data);
  } catch (error) {
    throw new ConfigError(`${file} is no results file of this version: ${message(error)}`);
  }
  return data;
}

function schemaVersionOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'schemaVersion' in data ? data.schemaVersion : undefined;
}

function textOf(folder: string, file: string): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new ConfigError(`${file} can't be read: ${fileTrouble(error)}`);
  }
}

/**
 * What a text says in JSON.
 * @throws ConfigError in one sentence where it is not JSON
 */
export function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${jsonMistake(error, text)}`);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
