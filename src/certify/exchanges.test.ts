import { expect, test } from 'vitest';
import type { RecordedCall, RecordedResponse } from '../results/outcome.ts';
import { readEvidence } from './evidence.ts';
import { unborneVerdict } from './exchanges.ts';
import { bytesOf, program, wholeRun } from './run.fixture.ts';

const whole = wholeRun();

/** What is said of the whole run with what Get_Inventory was answered over SOAP 1.2 changed. */
function saidOf(change: (call: RecordedCall) => readonly RecordedCall[]): string | null {
  const exchanges = whole.exchanges.flatMap((one) =>
    one.operation === 'Get_Inventory' && one.binding === 'soap12' ? change(one) : [one],
  );
  const evidence = readEvidence(bytesOf({ ...whole, exchanges }), program);
  if (typeof evidence === 'string') throw new Error(evidence);
  return unborneVerdict(evidence);
}

/** The call with another answer. */
function answered(one: RecordedCall, change: (response: RecordedResponse) => Partial<RecordedResponse>): RecordedCall {
  const { response } = one.exchange;
  if ('trouble' in response) throw new Error('a golden exchange has an answer');
  return { ...one, exchange: { ...one.exchange, response: { ...response, ...change(response) } } };
}

test('the golden exchanges bear that every rule passes', () => {
  expect(saidOf((one) => [one])).toBeNull();
});

test('an exchange that breaks a rule does not bear that it passed', () => {
  const renamed = ({ body }: RecordedResponse) => ({ body: body.replaceAll('Response_Code>', 'Response_code>') });
  expect(saidOf((one) => [answered(one, renamed)])).toBe(
    'the results say that record.field-name@Get_Inventory/soap12 is pass, but the exchanges kept in them break it',
  );
});

test('without an exchange nothing is borne', () => {
  expect(saidOf(() => [])).toMatch(
    /^the results say that http\.answer@Get_Inventory\/soap12 is pass, but .* can't tell/,
  );
});

test('exchanges with another server bear nothing', () => {
  const elsewhere = ({ exchange, ...one }: RecordedCall): RecordedCall => ({
    ...one,
    exchange: { ...exchange, request: { ...exchange.request, url: 'https://other.example/path/getData.asmx' } },
  });
  expect(saidOf((one) => [elsewhere(one)])).toBe(
    'an exchange of Get_Inventory/soap12 was not with https://host.example/path, but with https://other.example/path/getData.asmx',
  );
});
