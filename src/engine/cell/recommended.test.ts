import { expect, test } from 'vitest';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { everywhere, runOf } from './run-operation.fixture.ts';

test.each([
  ['attribute-added', 'http-get', 'record.attribute'],
  ['envelope-trailer-qualified', 'soap11', 'soap.envelope-structure'],
  ['processing-instruction', 'http-post', 'soap.no-processing-instruction'],
  ['encoding-declared-latin1', 'soap12', 'xml.encoding'],
] as const)('what is only recommended against hides nothing: %s over %s', async (id, binding, rule) => {
  const defect = defectNamed(id);
  if (defect === undefined) throw new Error(`there is no ${id}`);
  const results = await runOf('Get_Inventory', [mutation(defect, { operation: null, binding }, contract)]);
  expect(results.findings.map((one) => [one.rule, one.level])).toEqual([[rule, 'recommended']]);
  const open = results.cells.flatMap(({ rules }) => rules.filter(({ verdict }) => verdict === 'not-reached'));
  expect([open, results.inconclusive]).toEqual([[], []]);
});

const TO_A_PAGE: readonly Header[] = [
  ['Location', '/error.aspx'],
  ['Content-Length', '0'],
];

test('a generated call that is redirected to a page for errors is recommended against only', async () => {
  const redirected: Mutation = {
    applies: everywhere,
    response: (response, { parameters }) =>
      Object.values(parameters).some((value) => `${value}`.includes("'"))
        ? { ...response, status: 302, headers: TO_A_PAGE, body: Buffer.alloc(0) }
        : response,
  };
  const results = await runOf('Get_Video_Links_by_Make', [redirected]);
  expect(results.findings.filter(({ level }) => level === 'required')).toEqual([]);
  expect(results.findings.map(({ rule }) => rule)).toContain('http.status-generated');
});
