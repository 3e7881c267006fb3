import { isMoment } from '../base/days.ts';
import { ConfigError } from '../base/error.ts';
import { parseJson } from '../base/json.ts';
import { suggestion } from '../base/nearest.ts';
import { mostMiB, readNamed, textOfFile, unpacked } from '../base/read-file.ts';
import { valid } from '../base/schemas/validate.ts';
import { contractBy } from '../options/described.ts';
import type { Results } from './results.ts';

/** The version of results files that this suite writes and reads. */
const SCHEMA_VERSION: Results['schemaVersion'] = 1;

/** Reads a results.json. @throws ConfigError in one sentence if it can't be read or is not valid */
export function readResults(folder: string, file: string): Results {
  return checkedResults(readJson(folder, file), file);
}

/** The data of a file as results. @throws ConfigError in one sentence if it is not a valid results.json */
export function checkedResults(data: unknown, file: string): Results {
  const version = typeof data === 'object' && data !== null && 'schemaVersion' in data ? data.schemaVersion : undefined;
  if (version !== undefined && version !== SCHEMA_VERSION) {
    const shown = typeof version === 'object' ? 'that is not a number' : JSON.stringify(version).slice(0, 20);
    throw new ConfigError(`${file} has schemaVersion ${shown}; this version reads ${SCHEMA_VERSION}`);
  }
  checkResults(data, (mistake) => new ConfigError(`${file} is not a results file of this version: ${mistake}`));
  if (data.cells.length === 0 && data.options?.shard === undefined)
    throw new ConfigError(`${file} has no cells; expected the results of a run`);
  if (!isMoment(data.startedAt))
    throw new ConfigError(`${file}: startedAt is not a date; expected one like 2026-01-31T12:00:00.000Z`);
  const { operations } = contractBy(data, `${file}: namespace`);
  const names = operations.map(({ name }) => name);
  // Of a WSDL, the reads of a rerun may be fewer than those of the cells.
  const all = data.wsdl === undefined ? [...data.cells, ...data.findings, ...data.exchanges] : [];
  const odd = all.find(({ operation }) => !names.includes(operation));
  if (odd !== undefined)
    throw new ConfigError(`${file} has the operation '${odd.operation}'; ${suggestion(odd.operation, names)}`);
  return data;
}

/** The JSON data of a file that a tool wrote, gzipped or not. @throws ConfigError if it can't be read or is not JSON */
export function readJson(folder: string, file: string): unknown {
  const named = { folder, file, mostMiB: mostMiB.recorded };
  return parseJson(file, textOfFile({ file }, unpacked(named, readNamed(named).bytes)));
}

/** Checks that a value is a results.json this version reads. @param refuse - gets the first mistake, a sentence */
export function checkResults(
  value: unknown,
  refuse = (mistake: string) => new Error(`results.json is not valid: ${mistake}`),
): asserts value is Results {
  const other = Object.entries(others).find(([key]) => typeof value === 'object' && value !== null && key in value);
  if (other !== undefined) throw refuse(`it is ${other[1]}; expected the results.json of a run`);
  valid<Results>('results', value, ({ sentence }) => refuse(sentence));
}

/** Other files, each by a key that only it has. */
const others = {
  clients: 'a client.json',
  servers: 'a compare.json',
  targets: 'a league.json',
  knownFailures: 'a baseline',
  payloadType: 'a statement',
  log: 'a HAR, which `judge` and `compare` take',
};
