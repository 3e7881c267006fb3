import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { legalShare, MOST_LEGAL } from './page.ts';
import { tryRequests } from './requests.ts';
import { openTally, total } from './tally.ts';

// As many as take about 20 seconds; `npm run mutants` tries all of them.
test('of a sample of misreadings none survives', async () => {
  const contract = loadContract(NAMESPACE);
  const validator = await createSchemaValidator();
  const tally = openTally();
  const cells = goldens(contract).map(({ cell }) => cell);
  await tryRequests(cells, { contract, validator, stride: 401 }, tally.note);
  validator.dispose();
  const { figures } = tally;
  expect(total(figures.kinds)).toBeGreaterThan(40);
  expect(legalShare(figures)).toBeLessThan(MOST_LEGAL);
  expect({ ...figures.survivors, ...figures.accused }).toEqual({});
});
