import { expect, test } from 'vitest';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { contract } from '../../features/offline/recorded-run.fixture.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import { rulesFor } from '../../rules/rules.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { chosenEvidence } from './records.ts';

const judge = await testJudge(contract);
const cell: Cell = { operation: operationNamed(contract, 'McatCodes'), binding: 'http-get' };
const golden = readHttpFile('exchanges/McatCodes/http-get.response.http');
const whole = new TextDecoder().decode(golden.body);
const root = whole.slice(0, whole.indexOf('>', whole.indexOf('<ArrayOf')) + 1);
const empty = `${root}</ArrayOfMcatCode>`;
const record = (inside: string) => `${root}<McatCode>${inside}</McatCode></ArrayOfMcatCode>`;

/** Which of these answers are kept, by their place; a number is a status without a body. */
function kept(answers: readonly (string | number)[], sample = -1): readonly number[] {
  const calls = answers.map((answer, index) => {
    const body = new TextEncoder().encode(typeof answer === 'string' ? answer : 'no');
    const headers = [
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['Content-Length', `${body.byteLength}`],
    ] as const;
    const startLine = `HTTP/1.1 ${typeof answer === 'number' ? answer : 200} X`;
    const call = { operation: 'McatCodes', values: { at: `${index}` }, header: null };
    const expectation = index === sample ? ('sample' as const) : ('generated' as const);
    return { call, expectation, exchange: exchangeOf({ startLine, headers, body }) };
  });
  const chosen = chosenEvidence(judge.readAll(calls, cell, null), rulesFor(cell, contract), judge);
  return chosen.map(({ call }) => Number(call.values.at));
}

test('one answer that shows everything is enough', () => {
  expect(kept([whole, whole, whole])).toEqual([0]);
});

test('the first answer and the first with data stay, so that bindings can be compared', () => {
  expect(kept([empty, record('<Mcat>1</Mcat>'), whole, empty])).toEqual([0, 1, 2]);
});

test('of those that show parts, the one that shows most comes before many that show little', () => {
  const parts = ['Mcat', 'Description', 'Prod'].map((name) => record(`<${name}>1</${name}>`));
  expect(kept([...parts, whole])).toEqual([0, 3]);
});

test('a field that was nil is shown by what had it nil', () => {
  const nil = record('<Mcat>1</Mcat><Prod xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>');
  expect(kept([whole, whole, nil])).toEqual([0, 2]);
});

test('a sample that was refused stays with its expectation', () => {
  expect(kept([whole, 500, 500], 2)).toContain(2);
});

test('that a cell was answered stays known where the answer is too long to be kept whole', () => {
  const long = record(`<Description>${'x'.repeat(70_000)}</Description>`);
  expect(kept([500, long, 500])).toEqual([0, 1]);
});
