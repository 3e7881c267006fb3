import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { tryAnswers } from './answers.ts';
import { goldens, NAMESPACE } from './golden.ts';
import { predicates } from './legal.ts';
import { readMarkup, writeMarkup } from './markup.ts';
import { legalShare, MOST_LEGAL } from './page.ts';
import { THREE_WRITES, UNUSED, WRITTEN } from './requests.ts';
import { openTally, total } from './tally.ts';
import { openWire } from './wire.ts';

const contract = loadContract(NAMESPACE);
const all = goldens(contract);
const page = readFileSync(new URL('../../../docs/power.md', import.meta.url), 'utf8').replaceAll('\\', '');

test('a golden body is written as it was read', () => {
  for (const { answer } of all) {
    const text = answer.body.toString('utf8');
    const { prolog, root } = readMarkup(text);
    expect(prolog + writeMarkup([root])).toBe(text);
  }
});

test('docs/power.md has every predicate', () => {
  const named = [...page.matchAll(/^\| (\d+) \| `([\w.-]+)` \| .* \|$/gm)];
  expect(named.map(([, , id]) => id)).toEqual([...predicates, UNUSED, WRITTEN, THREE_WRITES].map(({ id }) => id));
  // Of all strides but the smallest, few misreadings are of a write.
  expect(named.filter(([, count, id]) => count === '0' && id !== THREE_WRITES.id)).toEqual([]);
  expect(predicates.length).toBeLessThanOrEqual(25);
});

// As many as take a few seconds; `npm run mutants` tries all of them.
test('of a sample of single edits every violation is found, and nothing legal is accused', async () => {
  const validator = await createSchemaValidator();
  const wire = await openWire();
  const tally = openTally();
  const some = all.filter(({ index }) => index % 11 === 0);
  await tryAnswers(all, some, { contract, validator, wire, stride: 20 }, tally.note);
  await wire.close();
  validator.dispose();
  const { figures } = tally;
  expect(total(figures.kinds)).toBeGreaterThan(1000);
  expect(legalShare(figures)).toBeLessThan(MOST_LEGAL);
  expect([figures.survivors, figures.accused]).toEqual([{}, {}]);
});
