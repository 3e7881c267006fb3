import { expect, test } from 'vitest';
import { suggestion } from './nearest.ts';

const ids = ['record.field-order', 'record.field-name', 'http.status', 'soap.fault'];

test.each([
  ['record.field-ordr', "did you mean 'record.field-order'?"],
  ['field-order', "did you mean 'record.field-order'?"],
  ['Status', "did you mean 'http.status'?"],
  ['nothing-like-it-at-all', `expected one of ${ids.join(', ')}`],
])('an unknown name %s', (found, expected) => {
  expect(suggestion(found, ids)).toBe(expected);
});
