import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config/error.ts';
import { fileTrouble } from '../config/file-trouble.ts';
import { jsonMistake } from '../config/json-mistake.ts';
import { checkResults } from '../report/check.ts';
import type { Results } from '../report/results.ts';

/**
 * Reads a results.json.
 * @throws ConfigError in one sentence where it can't be read or is not valid
 */
export function readResults(folder: string, file: string): Results {
  const data = parsed(file, textOf(folder, file));
  try {
    checkResults(data);
  } catch (error) {
    throw new ConfigError(`${file} is no results file of this version: ${message(error)}`);
  }
  return data;
}

function textOf(folder: string, file: string): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new ConfigError(`${file} can't be read: ${fileTrouble(error)}`);
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${jsonMistake(error, text)}`);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
