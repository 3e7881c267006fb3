import { expect, test } from 'vitest';
import { unsupportedVerdict } from '../../features/certify/assess.ts';
import { evidenceOf, wholeRun } from '../../features/certify/run.fixture.ts';
import type { RecordedCall, RecordedResponse } from '../../results/outcome.ts';

const complete = wholeRun();

/** What is said of the complete run with what Get_Inventory was answered over SOAP 1.2 changed. */
function saidOf(change: (call: RecordedCall) => readonly RecordedCall[]): string | null {
  const exchanges = complete.exchanges.flatMap((one) =>
    one.operation === 'Get_Inventory' && one.binding === 'soap12' ? change(one) : [one],
  );
  return unsupportedVerdict(evidenceOf({ ...complete, exchanges }).evidence);
}

/** The call with another answer. */
function answered(one: RecordedCall, change: (response: RecordedResponse) => Partial<RecordedResponse>): RecordedCall {
  const { response } = one.exchange;
  if ('trouble' in response) throw new Error('a golden exchange has an answer');
  return { ...one, exchange: { ...one.exchange, response: { ...response, ...change(response) } } };
}

test('the golden exchanges support that every rule passes', () => {
  expect(saidOf((one) => [one])).toBeNull();
});

test('an exchange that breaks a rule does not support that it passed', () => {
  const renamed = ({ body }: RecordedResponse) => ({ body: body.replaceAll('Response_Code>', 'Response_code>') });
  expect(saidOf((one) => [answered(one, renamed)])).toBe(
    'the results say that record.field-name@Get_Inventory/soap12 is pass, but the exchanges kept in them break it',
  );
});

test('without an exchange nothing is supported', () => {
  expect(saidOf(() => [])).toMatch(
    /^the results say that http\.answer@Get_Inventory\/soap12 is pass, but .* can't tell/,
  );
});
