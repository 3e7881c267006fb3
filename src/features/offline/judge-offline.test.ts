import { expect, test } from 'vitest';
import { operationNamed } from '../../contract/operations.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import type { Recording } from '../../results/record/recordings.ts';
import { checkOf } from '../../rules/check.ts';
import { rules } from '../../rules/rules.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { offlineRules } from './judge-offline.ts';
import { contract } from './recorded-run.fixture.ts';

const judge = await testJudge(contract);
const cell = { operation: operationNamed(contract, 'McatCodes'), binding: 'http-get' } as const;
const call = { operation: 'McatCodes', values: {}, header: null };
const golden = readHttpFile('exchanges/McatCodes/http-get.response.http');

/** What a rule says of the golden answer with its text changed. */
function said(
  rule: string,
  change: (text: string) => string,
  silent: Recording['silent'] = new Map(),
  added: typeof golden.headers = [],
) {
  const body = new TextEncoder().encode(change(new TextDecoder().decode(golden.body)));
  const exchange = exchangeOf({ ...golden, headers: [...golden.headers, ...added], body });
  const expectation = 'generated' as const;
  const recording: Recording = { cell, call, expectation, exchange, shown: () => expect.fail(), silent, proved: [] };
  const evidence = judge.read(recording, cell, null);
  const found = offlineRules(rules, [recording]).find(({ id }) => id === rule);
  return checkOf(found, 'answer')?.judge(evidence);
}

test('an int where a secret was taken out is not judged, another one next to it is', () => {
  const masked = (text: string) => text.replace('>210<', '>${GETDATA_DEALER_ID}<');
  expect(said('value.int', (text) => text.replace('>210<', '>x<'))).toHaveLength(1);
  expect(said('value.int', masked)).toBe('not-applicable');
  expect(said('value.int', (text) => masked(text).replace('>-211<', '>x<'))).toMatchObject([
    { actual: expect.stringContaining('x') },
  ]);
});

test('a rule for which the recording is not enough gives no verdict', () => {
  const longer = (text: string) => `${text}\n`;
  expect(said('http.content-length', longer)).toHaveLength(1);
  expect(said('http.content-length', longer, new Map([['http.content-length', 'why']]))).toBe('not-applicable');
});

test('a digest is not compared with bytes that are not those that came', () => {
  const other = [['Content-Digest', 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:']] as const;
  const masked = (text: string) => text.replace('>210<', '>${GETDATA_DEALER_ID}<');
  const decoded = new Map([['xml.encoding', 'why']]);
  expect(said('http.answer', (text) => text, new Map(), other)).toMatchObject([{ code: 'untrue-content-digest' }]);
  expect(said('http.answer', masked, new Map(), other)).toEqual([]);
  expect(said('http.answer', (text) => text, decoded, other)).toEqual([]);
});
