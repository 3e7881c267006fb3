import { expect, test } from 'vitest';
import { loadCatalog } from '../../reference/catalog.ts';
import { lookingUpTexts } from '../../reference/defects/edits/call.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import { everywhere, over, runOf } from './run-operation.fixture.ts';

const { vehicles } = loadCatalog();
const known = new Set(vehicles.flatMap(({ Make, Model, Year, Products }) => [Make, Model, Year, ...Products]));

/** Looks a text up as the first known one that it is taken for, and repeats it as it came. */
const looked = (bindings: typeof everywhere, isTaken: (text: string, known: string) => boolean) => ({
  applies: bindings,
  ...lookingUpTexts((text) => (known.has(text) ? text : ([...known].find((one) => isTaken(text, one)) ?? text))),
});

const trimmed = (text: string, one: string): boolean => text.trim() === one;
const inCapitals = (text: string, one: string): boolean => text.toUpperCase() === one.toUpperCase();
const begun = (text: string, one: string): boolean => text !== '' && one.startsWith(text);

test.each([
  ['GET and POST trimmed', looked(over('http-get', 'http-post'), trimmed)],
  ['SOAP trimmed', looked(over('soap11', 'soap12'), trimmed)],
  ['all in any case', looked(everywhere, inCapitals)],
  ['all by their beginning', looked(everywhere, begun)],
])('a server is right that looks texts up in %s', async (_how, mutation) => {
  expect((await runOf('GetModel_Restricted', [mutation], { pools: await harvested() })).findings).toEqual([]);
});

test.each([
  ['http-get', looked(over('http-get'), trimmed), ['http-post']],
  ['soap12', looked(over('soap12'), trimmed), ['soap12']],
  ['soap11', looked(over('soap11'), inCapitals), ['soap11']],
  ['GET and POST', looked(over('http-get', 'http-post'), begun), ['http-get', 'http-post']],
])('%s alone looks texts up otherwise, and repeats them as they came', async (_which, mutation, blamed) => {
  const { findings } = await runOf('GetModel_Restricted', [mutation], { pools: await harvested() });
  expect(new Set(findings.map(({ rule, level }) => `${rule} ${level}`))).toEqual(
    new Set(['binding.same-records required']),
  );
  expect(findings.map(({ binding }) => binding).toSorted()).toEqual(blamed);
});
