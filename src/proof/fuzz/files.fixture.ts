import fc from 'fast-check';
import { ConfigError } from '../../base/error.ts';
import { changedBytes, changedStructure } from '../../cli/mutate.fixture.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { wholeRun } from '../../features/certify/run.fixture.ts';
import { everyKey } from '../../options/every-key.fixture.ts';
import { parseConfig } from '../../options/parse-config.ts';
import { browserEntry, foreignHar } from '../../results/har/foreign-har.fixture.ts';
import { harRecordings, readHar } from '../../results/har/read.ts';
import { checkedResults } from '../../results/read.ts';
import { readOrRefused, type Subject } from './subject.fixture.ts';

const contract = loadContract(defaultNamespace());

/** Files made of a right one by changes of its structure or of its bytes. */
export function changed(document: unknown): fc.Arbitrary<string> {
  const bytes = changedBytes(JSON.stringify(document)).map((some) => some.toString('utf8'));
  return fc.oneof({ weight: 3, arbitrary: changedStructure(document) }, { weight: 1, arbitrary: bytes });
}

/** What a text says in JSON; undefined where it is none: each command says so before a reader gets it. */
export function parsed(text: string): unknown {
  return readOrRefused(() => JSON.parse(text), SyntaxError) ?? undefined;
}

const cells = [
  ['Get_Inventory', 'soap12'],
  ['McatCodes', 'http-get'],
  ['GetModel_VehicleType', 'soap11'],
] as const;

/** HARs of other tools, through to the recordings that are judged. */
export const harFiles: Subject = {
  name: 'har',
  inputs: changed(foreignHar(cells.map(([operation, binding]) => browserEntry(operation, binding)))),
  runs: 200,
  check: (text) => {
    const data = parsed(text);
    if (typeof data !== 'object' || data === null) return;
    const read = readOrRefused(() => readHar(data, 'a.har', contract), ConfigError);
    if (read === null) return;
    for (const { baseUrl } of read.calls) readOrRefused(() => harRecordings(read, baseUrl, contract), ConfigError);
  },
};

const run = wholeRun();

export const resultsFiles: Subject = {
  name: 'results',
  inputs: changed({ ...run, cells: run.cells.slice(0, 1), exchanges: run.exchanges?.slice(0, 1), coverage: {} }),
  runs: 100,
  check: (text) => {
    readOrRefused(() => checkedResults(parsed(text), 'results.json'), ConfigError);
  },
};

export const configFiles: Subject = {
  name: 'config',
  inputs: changed(everyKey),
  runs: 30,
  check: (text) => {
    readOrRefused(() => parseConfig({ file: 'getdata.config.json', text }), ConfigError);
  },
};
