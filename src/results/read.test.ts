import { expect, test } from 'vitest';
import { checkedResults } from './read.ts';

test.each([
  ['client', { schemaVersion: 1, clients: [] }, 'it is the client.json of serve or proxy'],
  ['compare', { schemaVersion: 1, servers: {} }, 'it is the compare.json of compare'],
  ['diff', { schemaVersion: 1, old: {}, new: {} }, 'it is the JSON of diff'],
  ['league', { schemaVersion: 1, targets: [] }, 'it is a targets file or the league.json of a fleet'],
  ['baseline', { knownFailures: [] }, 'it is a baseline'],
  ['statement', { payloadType: 'application/vnd.in-toto+json' }, 'it is the signed statement of a certificate'],
])('another file of ours in place of results is named: %s', (_, data, sentence) => {
  const file = 'a.json is not a results file of this version';
  expect(() => checkedResults(data, 'a.json')).toThrow(`${file}: ${sentence}; expected the results.json of a run`);
});
