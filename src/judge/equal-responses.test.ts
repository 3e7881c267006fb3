import { afterAll, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import { checkOf, ofAnswers } from '../rules/check.ts';
import type { Evidence } from '../rules/evidence.ts';
import { rules } from '../rules/rules.ts';
import type { Exchange, HttpResponse } from '../wire/http/exchange.ts';
import { exchangeOf, readHttpFile } from '../wire/http/http-file.fixture.ts';
import type { Call } from '../wire/soap/call.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { type ExchangeJudge, type JudgeSource, openJudge } from './judge.ts';

const contract = loadContract('http://dealer.example/webservices/');
const validator = await createSchemaValidator();
afterAll(() => validator.dispose());
const shared = openJudge({ contract, validator });
const cellOf = (binding: Cell['binding']): Cell => ({ operation: operationNamed(contract, 'Get_Inventory'), binding });
const soap = cellOf('soap11');
const call: Call = { operation: 'Get_Inventory', values: {}, header: null };

/** A golden answer, with something else about its head. */
function answer({ binding }: Cell, head: Partial<HttpResponse> = {}): Exchange {
  const exchange = exchangeOf(readHttpFile(`exchanges/Get_Inventory/${binding}.response.http`));
  if (exchange.outcome.kind === 'trouble') return exchange;
  return { ...exchange, outcome: { kind: 'response', response: { ...exchange.outcome.response, ...head } } };
}

function evidenceOf(exchange: Exchange, cell = soap): Evidence {
  return shared.read({ call, expectation: 'generated', exchange }, cell, null);
}

/** A copy that has what the original's prototype makes on use. */
function copied<T extends object>(original: T): T {
  const copy = { ...original };
  for (const name in original) copy[name] = original[name];
  return copy;
}

/** The evidence as a rule gets it, where whatever is not of the answer throws. */
function answerAlone(evidence: Evidence): Evidence {
  const guard = <T extends object>(of: T, ...names: readonly string[]): T =>
    names.reduce(
      (guarded, name) => {
        return Object.defineProperty(guarded, name, { get: () => expect.fail(`a rule looks at ${name}`) });
      },
      { ...of },
    );
  const exchange = guard(evidence.reading.exchange, 'request', 'durationMs');
  return guard({ ...copied(evidence), reading: { ...copied(evidence.reading), exchange } }, 'call');
}

test.each(bindingNames)('no rule looks at the call or the request of a %s exchange', (binding) => {
  const cell = cellOf(binding);
  const broken = { body: new TextEncoder().encode('<a/>') };
  const exchanges = [
    answer(cell),
    answer(cell, { status: 500, reason: 'Internal Server Error' }),
    answer(cell, broken),
    answer(cell, { ...broken, status: 404 }),
    { ...answer(cell), outcome: { kind: 'trouble', trouble: { kind: 'timeout', message: 'late' } } } as const,
  ];
  for (const exchange of exchanges) {
    const evidence = answerAlone(evidenceOf(exchange, cell));
    for (const rule of rules.filter(({ bindings }) => bindings?.includes(binding) !== false)) {
      expect(() => checkOf(rule, 'answer')?.judge(evidence), rule.id).not.toThrow();
    }
  }
});

/** A judge with one rule, that counts how often it judges. */
function counting(source: Partial<JudgeSource> = {}): { readonly judge: ExchangeJudge; readonly times: () => number } {
  const [any] = rules;
  if (any === undefined) throw new Error('there are rules');
  let times = 0;
  const checks = ofAnswers(() => {
    times += 1;
    return [];
  });
  const judge = openJudge({ contract, validator, ...source, rules: [{ ...any, checks }] });
  return { judge, times: () => times };
}

/** Reads an answer of the cell. That the cell answers 200 is the same for all, so that the head alone decides. */
function read(
  judge: ExchangeJudge,
  head: Partial<HttpResponse> = {},
  expectation: Evidence['expectation'] = 'generated',
) {
  return judge.read({ call, expectation, exchange: answer(soap, head) }, soap, true);
}

test('equal answers are judged once', () => {
  const { judge, times } = counting();
  for (let time = 0; time < 3; time += 1) read(judge);
  expect(times()).toBe(1);
});

const different: readonly (readonly [string, Partial<HttpResponse>])[] = [
  ['another status', { status: 201 }],
  ['another reason', { reason: 'Fine' }],
  ['another version', { version: '1.0' }],
  ['another header', { headers: [['Content-Type', 'text/xml']] }],
  [
    'one header more',
    { headers: [...readHttpFile('exchanges/Get_Inventory/soap11.response.http').headers, ['A', 'b']] },
  ],
  ['an end too early', { complete: false }],
  ['surplus bytes', { surplus: 1 }],
  ['another body', { body: new TextEncoder().encode('<a/>') }],
];

test('what may differ between two answers is all that an answer has', () => {
  const { outcome } = answer(soap);
  if (outcome.kind === 'trouble') throw new Error('a golden answer is one');
  const tried = new Set(different.flatMap(([, head]) => Object.keys(head)));
  expect([...tried].toSorted()).toEqual(Object.keys(outcome.response).toSorted());
});

test.each(different)('an answer with %s is judged by itself', (_name, head) => {
  const { judge, times } = counting();
  for (const each of [{}, head, {}, head]) read(judge, each);
  expect(times()).toBe(2);
});

test('a sample is judged by itself', () => {
  const { judge, times } = counting();
  for (const expectation of ['generated', 'sample', 'sample'] as const) read(judge, {}, expectation);
  expect(times()).toBe(2);
});

test('the same bytes in another cell are judged by themselves', () => {
  const { judge, times } = counting();
  const other = cellOf('http-get');
  for (const cell of [soap, other, other])
    judge.read({ call, expectation: 'generated', exchange: answer(soap) }, cell, true);
  expect(times()).toBe(2);
});

test('each answer is judged by itself where that is wanted', () => {
  const { judge, times } = counting({ judgeEach: true });
  for (let time = 0; time < 3; time += 1) read(judge);
  expect(times()).toBe(3);
});

test('only a few heads of one body are remembered', () => {
  const { judge, times } = counting();
  const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;
  const dated = (day: number) => read(judge, { headers: [type, ['Date', `${day}`]] });
  for (let day = 0; day < 10; day += 1) dated(day);
  dated(9);
  expect(times()).toBe(10);
  dated(0);
  expect(times()).toBe(11);
});
