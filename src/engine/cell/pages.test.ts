import { expect, test } from 'vitest';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import { everywhere, runOf } from './run-operation.fixture.ts';

const html = new TextEncoder().encode('<html><head><title>Log in</title></head><body/></html>');

/** A page in the place of every n-th answer. */
function pageEvery(count: number): Mutation {
  let answers = 0;
  return {
    applies: everywhere,
    response: (response) => {
      answers += 1;
      if (answers % count > 0) return response;
      const headers = [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Length', `${html.byteLength}`],
      ] as const;
      return { ...response, headers, body: html };
    },
  };
}

const swapped = defectNamed('fields-swapped');

test.each([
  ['if there are only pages, they are the one cause', 1, false],
  ['pages now and then hide no other fault', 7, true],
])('%s', async (_name, count, isShown) => {
  if (swapped === undefined) throw new Error('there is no such defect');
  const faulty = mutation(swapped, { operation: null, binding: null }, contract);
  const { findings } = await runOf('Get_Inventory', [faulty, pageEvery(count)]);
  expect(findings.map(({ rule }) => rule)).toContain('http.content-type');
  expect(new Set(findings.map(({ cause }) => cause)).size > 1).toBe(isShown);
  expect(findings.some(({ rule }) => rule === 'record.field-order')).toBe(isShown);
});
