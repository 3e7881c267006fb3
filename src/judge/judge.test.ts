import { afterAll, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import type { Evidence } from '../rules/evidence.ts';
import { rulesFor } from '../rules/rules.ts';
import type { Exchange } from '../wire/http/exchange.ts';
import { exchangeOf, readHttpFile } from '../wire/http/http-file.fixture.ts';
import { createSchemaValidator, type SchemaValidator } from '../xml/schema.ts';
import { type ExchangeJudge, type JudgeSource, openJudge } from './judge.ts';

const contract = loadContract('http://dealer.example/webservices/');
const validator = await createSchemaValidator();
afterAll(() => validator.dispose());

const cell: Cell = { operation: operationNamed(contract, 'Get_Video_Links'), binding: 'soap11' };
const call = { operation: 'Get_Video_Links', values: {}, header: null };
const golden = readHttpFile('exchanges/Get_Video_Links/soap11.response.http');
const rules = rulesFor(cell, contract);

/** The golden answer with an edited body. */
function answered(edit: (text: string) => string = (text) => text, status = 200) {
  const body = new TextEncoder().encode(edit(new TextDecoder().decode(golden.body)));
  const headers = golden.headers.map(
    ([name, value]) => [name, name === 'Content-Length' ? `${body.byteLength}` : value] as const,
  );
  const exchange: Exchange = exchangeOf({ startLine: `HTTP/1.1 ${status} X`, headers, body });
  return { call, expectation: 'generated', exchange } as const;
}

const yearRenamed = (text: string): string => text.replace('<YearTo>2021</YearTo>', '<yearTo>2021</yearTo>');
const judgeOf = (source: Partial<JudgeSource> = {}): ExchangeJudge => openJudge({ contract, validator, ...source });

/** The rules that an answer breaks. */
function brokenBy(judge: ExchangeJudge, evidence: Evidence): readonly string[] {
  return rules.filter((rule) => typeof judge.judge(rule, evidence)[0] === 'object').map(({ id }) => id);
}

/** A validator that counts its calls. */
function counted(): { readonly validator: SchemaValidator; readonly times: () => number } {
  let times = 0;
  const validate: SchemaValidator['validate'] = (...input) => {
    times += 1;
    return validator.validate(...input);
  };
  return { validator: { ...validator, validate }, times: () => times };
}

test('a right answer breaks no rule, and shows which fields had a value', () => {
  const judge = judgeOf();
  const evidence = judge.read(answered(), cell, null);
  expect(brokenBy(judge, evidence)).toEqual([]);
  expect(evidence.schema).toEqual({ kind: 'valid' });
  expect(evidence.inspection?.seen.has('Video.Title')).toBe(true);
});

test('a wrong answer breaks its rule, however often it comes', () => {
  const judge = judgeOf();
  const rule = rules.find(({ id }) => id === 'record.field-name');
  for (let time = 0; time < 4; time += 1) {
    const evidence = judge.read({ ...answered(yearRenamed), call: { ...call, values: { at: `${time}` } } }, cell, null);
    expect(brokenBy(judge, evidence)).toEqual(['record.field-name']);
    expect(rule && judge.judge(rule, evidence)).toMatchObject([
      { location: expect.stringMatching(/^\/Get_Video_LinksResponse\/.*\(line 1, column \d+\)$/) },
    ]);
    expect(evidence.call.values.at).toBe(`${time}`);
  }
  expect(brokenBy(judge, judge.read(answered(), cell, null))).toEqual([]);
});

test('an exchange that is read again is judged by what is expected of it then', () => {
  const judge = judgeOf();
  const answer = answered();
  const other = { ...call };
  expect(judge.read(answer, cell, true).expectation).toBe(answer.expectation);
  expect(judge.read({ ...answer, call: other }, cell, true).call).toBe(other);
  expect(judge.read({ ...answer, expectation: 'undescribed' }, cell, true).expectation).toBe('undescribed');
  expect(judge.read(answer, cell, false).cellAnswers200).toBe(false);
  expect(judge.read(answer, { ...cell, binding: 'soap12' }, true).reading.cell.binding).toBe('soap12');
});

test("a 200 to an observer's request of the described shape is judged as far as the root, any other by HTTP alone", () => {
  const judge = judgeOf();
  const broken = (edit: (text: string) => string, expectation: Evidence['expectation'], status = 200) =>
    brokenBy(judge, judge.read({ ...answered(edit, status), expectation }, cell, true));
  const page = () => '<html><body>An error occurred</body></html>';
  expect(broken(page, 'observed')).toEqual(['soap.envelope-structure']);
  expect(broken(() => 'Error', 'observed')).toEqual(['xml.well-formed']);
  expect(broken(yearRenamed, 'observed')).toEqual([]);
  expect(broken(page, 'observed', 500)).toEqual([]);
  expect(broken(page, 'undescribed')).toEqual([]);
});

test('what is not judged of an answer is still judged of an equal one to a call', () => {
  const judge = judgeOf();
  const encoded = answered((text) => text.replace(/Body/, 'Body soap:encodingStyle="urn:x"'));
  for (const expectation of ['undescribed', 'generated'] as const) {
    const answer = judge.read({ ...encoded, expectation }, cell, true);
    expect(brokenBy(judge, answer)).toEqual(expectation === 'generated' ? ['soap.encoding-style'] : []);
  }
});

test('equal bytes under another status are judged by it', () => {
  const judge = judgeOf();
  const broken = (status: number) => brokenBy(judge, judge.read(answered(undefined, status), cell, null));
  for (let time = 0; time < 3; time += 1) expect(broken(200)).toEqual([]);
  for (let time = 0; time < 3; time += 1) expect(broken(201)).toContain('http.status');
});

test('the validator is called once per shape, and once per body where each answer is judged', () => {
  const schemaOf = (judge: ExchangeJudge, title: string) =>
    judge.read(
      answered((text) => text.replace(/<Title>[^<]*/, `<Title>${title}`)),
      cell,
      null,
    ).schema;
  const once = counted();
  const judge = judgeOf({ validator: once.validator });
  for (const title of ['a', 'b', '12']) expect(schemaOf(judge, title)).toEqual({ kind: 'valid' });
  expect(once.times()).toBe(1);
  const all = counted();
  const judgeAll = judgeOf({ validator: all.validator, judgeEach: true });
  for (const title of ['c', 'd', 'c', 'd', 'c', 'c']) schemaOf(judgeAll, title);
  expect(all.times()).toBeGreaterThanOrEqual(2);
  expect(all.times()).toBeLessThanOrEqual(4);
});

test('the validator is not called for a body that a required rule objects to', () => {
  const { validator: counting, times } = counted();
  const judge = judgeOf({ validator: counting });
  expect(judge.read(answered(yearRenamed), cell, null).schema).toBeNull();
  expect(times()).toBe(0);
  judge.read(answered(), cell, null);
  expect(times()).toBe(1);
  const withoutRules = judgeOf({ validator: counting, rules: [] });
  expect(withoutRules.read(answered(yearRenamed), cell, null).schema).toMatchObject({ kind: 'invalid' });
  expect(times()).toBe(2);
});

test('what one judge remembers does not affect another', () => {
  const [first, second] = [counted(), counted()];
  for (const { validator: counting } of [first, second]) {
    const judge = judgeOf({ validator: counting });
    for (let time = 0; time < 4; time += 1) expect(judge.read(answered(), cell, null).schema?.kind).toBe('valid');
  }
  expect([first.times(), second.times()]).toEqual([1, 1]);
});
