import { expect, test } from 'vitest';
import { present } from './present.ts';

test('members without a value are left out, and all others stay in their order', () => {
  const members = present({ a: null, b: 0, c: undefined, d: '', e: false });
  expect(JSON.stringify(members)).toBe('{"b":0,"d":"","e":false}');
});
