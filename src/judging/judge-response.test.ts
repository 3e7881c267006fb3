import { afterAll, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { exchangeOf, readHttpFile } from '../exchange/http-file.fixture.ts';
import { createSchemaValidator, type SchemaValidator } from '../xml/schema.ts';
import { responseJudge } from './judge-response.ts';

const contract = loadContract('http://dealer.example/webservices/');
const validator = await createSchemaValidator();
afterAll(() => validator.dispose());

const cell: Cell = { operation: operationNamed(contract, 'Get_Video_Links'), binding: 'soap11' };
const call = { operation: 'Get_Video_Links', values: {}, header: null };
const golden = readHttpFile('exchanges/Get_Video_Links/soap11.response.http');

/** The golden answer with an edited body. */
function answered(edit: (text: string) => string = (text) => text, status = 200) {
  const body = new TextEncoder().encode(edit(new TextDecoder().decode(golden.body)));
  const headers = golden.headers.map(
    ([name, value]) => [name, name === 'Content-Length' ? `${body.byteLength}` : value] as const,
  );
  const exchange: Exchange = exchangeOf({ startLine: `HTTP/1.1 ${status} X`, headers, body });
  return { call, expectation: 'generated', exchange } as const;
}

/** A validator that counts how often it is asked. */
function counted(): { readonly validator: SchemaValidator; readonly times: () => number } {
  let times = 0;
  const validate: SchemaValidator['validate'] = (...asked) => {
    times += 1;
    return validator.validate(...asked);
  };
  return { validator: { ...validator, validate }, times: () => times };
}

test('a right answer breaks no rule, and shows which fields had a value', () => {
  const { broken, judgements, evidence } = responseJudge(cell, { contract, validator })(answered());
  expect(broken).toEqual([]);
  expect(judgements.map(({ rule }) => rule.id)).toContain('record.field-order');
  expect(judgements.find(({ rule }) => rule.id === 'xsd.valid')?.judgement).toEqual([]);
  expect(evidence.inspection?.seen.has('Video.Title')).toBe(true);
});

test('a wrong one breaks the rule in question, however often it comes', () => {
  const judge = responseJudge(cell, { contract, validator });
  const wrong = answered((text) => text.replace('<YearTo>2021</YearTo>', '<yearTo>2021</yearTo>'));
  for (let time = 0; time < 4; time += 1) {
    const { broken, evidence } = judge({ ...wrong, call: { ...call, values: { at: `${time}` } } });
    expect(broken.map(({ rule }) => rule.id)).toEqual(['record.field-name']);
    expect(broken[0]?.problems[0].location).toMatch(/^\/Get_Video_LinksResponse\/.*\(line 1, column \d+\)$/);
    expect(evidence.call.values.at).toBe(`${time}`);
  }
  expect(judge(answered()).broken).toEqual([]);
});

test('equal bytes under another status are judged by it', () => {
  const judge = responseJudge(cell, { contract, validator });
  for (let time = 0; time < 3; time += 1) expect(judge(answered()).broken).toEqual([]);
  for (let time = 0; time < 3; time += 1) {
    expect(judge(answered(undefined, 201)).broken.map(({ rule }) => rule.id)).toContain('http.status');
  }
});

test('the validator is asked once per shape, and about equal bytes once even where it is asked about all', () => {
  const titled = (title: string) => answered((text) => text.replace(/<Title>[^<]*/, `<Title>${title}`));
  const once = counted();
  const judge = responseJudge(cell, { contract, validator: once.validator });
  for (const title of ['a', 'b', '12']) judge(titled(title));
  expect(once.times()).toBe(1);
  const all = counted();
  const judgeAll = responseJudge(cell, { contract, validator: all.validator, validateAll: true });
  for (const title of ['c', 'd', 'c', 'd', 'c', 'c']) judgeAll(titled(title));
  expect(all.times()).toBeGreaterThanOrEqual(2);
  expect(all.times()).toBeLessThanOrEqual(4);
});

test('rules that send or relate exchanges are left out, and others by choice', () => {
  const every = responseJudge(cell, { contract, validator })(answered()).judgements.map(({ rule }) => rule);
  expect(every.filter(({ probing, comparing }) => probing !== undefined || comparing !== undefined)).toEqual([]);
  const rules = every.filter(({ id }) => id === 'http.status');
  const { judgements } = responseJudge(cell, { contract, validator, rules })(answered());
  expect(judgements.map(({ rule }) => rule.id)).toEqual(['http.status']);
});
