import { expect, test } from 'vitest';
import { maskingOf } from '../../../results/har/secrets.ts';
import { exchangeOf } from '../traffic.fixture.ts';
import { recordOf } from './recorder.ts';

test('what is recorded holds no control characters', () => {
  const { request, outcome, durationMs } = exchangeOf('/getData.asmx/McatCodes?A=\x7f', {
    answer: '<r>\x9b31m\x85</r>',
  });
  const passed = {
    request,
    outcome,
    durationMs,
    at: 0,
    unjudged: null,
    lost: null,
    address: undefined,
    readdressed: false,
  };
  const { content } = recordOf(passed, { clientCall: null, masking: maskingOf(passed), broken: [] }, 'http://h');
  expect(content.toString()).not.toMatch(/\p{Cc}/u);
  expect(content.toString()).toContain('<r>\\u009b31m\\u0085</r>');
});
