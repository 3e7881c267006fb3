import { expect, test } from 'vitest';
import { checkedResults } from './read.ts';

test.each([
  ['client', { schemaVersion: 1, clients: [] }, 'it is a client.json'],
  ['league', { schemaVersion: 1, targets: [] }, 'it is a league.json'],
  ['baseline', { knownFailures: [] }, 'it is a baseline'],
  ['statement', { payloadType: 'application/vnd.in-toto+json' }, 'it is a statement'],
  ['HAR', { log: { version: '1.2', entries: [] } }, 'it is a HAR, which `judge` and `compare` take'],
])('the error names which other file was given: %s', (_, data, sentence) => {
  const file = 'a.json is not a results file of this version';
  expect(() => checkedResults(data, 'a.json')).toThrow(`${file}: ${sentence}; expected the results.json of a run`);
});
