import { expect, test } from 'vitest';
import { selectedCells } from '../../options/selected-cells.ts';
import { defects } from '../../reference/defects/defects.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { judgeOffline } from './judge-offline.ts';
import { foldJudged, resultsSource } from './judge-source.ts';
import { contract, recordedRun } from './recorded-run.fixture.ts';

const operations = ['Get_Inventory'];
const cells = selectedCells(contract, { operations, bindings: null, cells: null });
const gzipped = defects.find(({ id }) => id === 'body-gzipped');

test.each([
  ['gzip, deflate', 'conformant', []],
  ['identity', 'non-conformant', ['xml.encoding']],
] as const)(
  'a server that compresses is judged, in a run and offline, where the request says %s',
  async (value, verdict, broken) => {
    if (gzipped === undefined) throw new Error('the defect is there');
    const options = { operations, headers: [['Accept-Encoding', value]] } as const;
    const results = await recordedRun({ cells, options, defect: gzipped });
    const validator = await createSchemaValidator();
    const source = resultsSource(results, 'results.json', {}, (text) => text);
    const plan = { ...source, bindings: null, validator, command: () => '' };
    const again = foldJudged(judgeOffline(source.recordings, plan), plan, source.origin, '0.0.0');
    validator.dispose();
    for (const one of [results, again]) {
      expect([one.verdict, [...new Set(one.findings.map(({ rule }) => rule))]]).toEqual([verdict, broken]);
    }
  },
);
