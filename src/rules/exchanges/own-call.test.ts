import { expect, test } from 'vitest';
import { runOf } from '../../engine/run-operation.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { FieldValue } from '../../reference/value.ts';

const isFilled = (value: FieldValue): boolean => Array.isArray(value) && value.length > 0;

/** Answers one of the calls that have data without any. */
const emptyOnce = (which: number): Mutation => {
  let filled = 0;
  return {
    applies: (operation, binding) => operation === 'Get_Video_Links_by_Make' && binding === 'http-get',
    result: (value) => {
      filled += isFilled(value) ? 1 : 0;
      return isFilled(value) && filled === which ? [] : value;
    },
  };
};

test('an answer without data, while data is loaded anew, is not the answer to another call', async () => {
  for (const which of [1, 2, 3, 4]) {
    const { findings } = await runOf('Get_Video_Links_by_Make', [emptyOnce(which)]);
    expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
  }
});
