import { expect, test } from 'vitest';
import { refusal } from '../../reference/defects/edits/call.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { Results } from '../../results/results.ts';
import { everywhere, lists, over, runOf } from './run-operation.fixture.ts';

const OPERATION = 'GetModel_VehicleType';
const RULE = 'binding.same-without-header';

const verdicts = ({ cells }: Results) =>
  cells.flatMap(({ binding, rules }) =>
    rules.filter(({ rule }) => rule === RULE).map(({ verdict }) => [binding, verdict]),
  );

/** What SOAP answers without the header has other models than GET has. */
const other: Mutation = {
  applies: over('soap11', 'soap12'),
  result: (value, { header }) => (header === null ? lists(value, (list) => list.slice(1)) : value),
};

/** SOAP 1.1 needs the header, as a binding that claims WS-I conformance does in ASP.NET. */
const needed: Mutation = {
  applies: over('soap11'),
  failure: (failure, ctx) => (ctx.header === null ? (failure ?? refusal('No header.')(failure, ctx)) : failure),
};

test('SOAP without the header is compared with GET and POST where both versions answer it', async () => {
  const right = await runOf(OPERATION);
  expect([right.verdict, verdicts(right)]).toEqual([
    'conformant',
    [
      ['soap11', 'pass'],
      ['soap12', 'pass'],
    ],
  ]);
  const { findings } = await runOf(OPERATION, [other]);
  expect(findings.map(({ rule, binding, level, call }) => [rule, binding, level, call.header])).toEqual([
    [RULE, 'soap11', 'recommended', null],
    [RULE, 'soap12', 'recommended', null],
  ]);
});

test('where one version refuses a call without the header, nothing is compared', async () => {
  const results = await runOf(OPERATION, [other, needed]);
  expect([results.findings, verdicts(results)]).toEqual([
    [],
    [
      ['soap11', 'not-applicable'],
      ['soap12', 'not-applicable'],
    ],
  ]);
});

test('an answer without the header is judged by nothing else: the document does not show that call', async () => {
  const page: Mutation = {
    applies: everywhere,
    response: (response, { failure, header, binding }) =>
      failure === null && header === null && binding.startsWith('soap')
        ? {
            ...response,
            headers: [
              ['Content-Type', 'text/plain'],
              ['Content-Length', `${response.body.length}`],
            ],
          }
        : response,
  };
  expect((await runOf(OPERATION, [page])).findings).toEqual([]);
});
