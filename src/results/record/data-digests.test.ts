import { expect, test } from 'vitest';
import type { AnswerDigest } from '../../rules/same-answer.ts';
import type { Call } from '../../wire/soap/call.ts';
import { dataDigests } from './data-digests.ts';

const credentials = { DealerID: 'D1', APIKEY: 'k', Password: 'p' };
const digests = dataDigests(credentials);
const call = (part: string): Call => ({ operation: 'Get_Inventory', values: { partno: part }, header: null });
const answer = (...quantities: readonly string[]): AnswerDigest => {
  return { kind: 'records', records: quantities.map((Quantity) => ({ ItemNo: 'Ann Smith', Quantity, Notes: '' })) };
};

test('the digests of a cell name its calls and fields, and hold no value', () => {
  const kept = digests([
    { call: call('AB-1'), said: [answer('14')] },
    { call: call('AB-2'), said: [answer()] },
    { call: call('AB-3'), said: [{ kind: 'status', status: 500 }] },
  ]);
  expect(kept.fields).toEqual(['ItemNo', 'Quantity']);
  const pair = '[A-Za-z0-9+/]{2}';
  expect(kept.calls).toEqual([
    expect.stringMatching(RegExp(`^${pair.repeat(4)} ${pair.repeat(4)} ${pair.repeat(2)}$`)),
    expect.stringMatching(RegExp(`^${pair.repeat(4)} -$`)),
    expect.stringMatching(RegExp(`^${pair.repeat(4)} 500$`)),
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/Smith|"14"|AB-/);
});

test('answers with equal records in any order have equal digests, and no others', () => {
  const of = (...quantities: readonly string[]) => digests([{ call: call('AB-1'), said: [answer(...quantities)] }]);
  expect(of('2', '1')).toEqual(of('1', '2'));
  expect(of('1', '1')).not.toEqual(of('1', '2'));
  expect(of('1')).not.toEqual(of('1', '1'));
});

test('equal values of two calls have other digests, so that they do not show how often a value comes', () => {
  const kept = digests(['AB-1', 'AB-2'].map((part) => ({ call: call(part), said: [answer('14')] as const })));
  const [one, other] = kept.calls.map((text) => text.split(' ').slice(1));
  expect(one).not.toEqual(other);
});

test('other credentials make other digests: who does not have them can not guess a value', () => {
  const answered = [{ call: call('AB-1'), said: [answer('14')] as const }];
  const other = dataDigests({ ...credentials, Password: 'q' })(answered);
  expect(dataDigests({ Password: 'p', APIKEY: 'k', DealerID: 'D1' })(answered)).toEqual(digests(answered));
  expect([other.key, other.calls]).not.toEqual([digests(answered).key, digests(answered).calls]);
  expect(other.calls[0]?.split(' ')[2]).not.toBe(digests(answered).calls[0]?.split(' ')[2]);
});

test('what differs between the answers to equal requests is marked, by its field', () => {
  const [text = ''] = digests([{ call: call('AB-1'), said: [answer('14'), answer('14'), answer('15')] }]).calls;
  expect(text).toMatch(/^\S{8} ~ [A-Za-z0-9+/]{2}~~$/);
});
