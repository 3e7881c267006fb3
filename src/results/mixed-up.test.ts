import { expect, test } from 'vitest';
import { byCause } from './causes.ts';
import { folded } from './folded.fixture.ts';

test('answers to other calls come before what may follow from them, with a warning that says what to do', () => {
  const { findings, warnings } = folded({
    verdicts: {
      'http.content-type@Get_Inventory/soap11': 'fail',
      'http.content-type@Get_Inventory/soap12': 'fail',
      'response.own-call@Get_Inventory/soap12': 'fail',
    },
  });
  const [first] = byCause(findings);
  expect(first?.smallest.rule).toBe('response.own-call');
  expect(warnings[0]).toMatch(/^In 1 cell a call got the answer to another one .* --concurrency 1 /);
});

test('credentials that are missing are named in one sentence', () => {
  const { warnings } = folded({});
  expect(warnings).toEqual([
    "No value was given for DealerID, Password, so a placeholder was sent: set GETDATA_DEALER_ID, GETDATA_PASSWORD in the environment, or 'credentials' in the config file.",
  ]);
});
