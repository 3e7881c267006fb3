import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Trait } from '../../calls/spelling/trait.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import { cellOf, contract } from '../../reference/variations/target.fixture.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { probingOf } from '../check.ts';
import type { Probe } from '../probe.ts';
import { rules } from '../rules.ts';
import { REFUSED_CALL } from './same-answer-rule.ts';
import { traitsNamed } from './trait-registry.ts';

const judge = await testJudge(contract);
const cell = cellOf('Get_Inventory', 'soap11');
const file = readHttpFile('exchanges/Get_Inventory/soap11.response.http');
const call = { operation: 'Get_Inventory', values: {}, header: null };
const right = judge.parse(exchangeOf(file), cell);

/** What a rule says of the answers to a call and to its variant. */
function saysOf(base: ParsedResponse, answer: ParsedResponse, id = 'request.infoset', own: Partial<Probe> = {}) {
  const request = () => expect.fail('nothing is sent');
  const probe = { code: 'typed', variant: 'xsi:type', call, request, ...own };
  return probingOf(rules.find((rule) => rule.id === id))?.judge(base, answer, probe, contract, new Set(), null);
}

function unanswered(kind: 'closed' | 'unavailable', begun: { readonly begun?: true } = {}): ParsedResponse {
  const request = { method: 'POST', path: '/', headers: [], body: null };
  const outcome = { kind: 'trouble', trouble: { kind, message: 'x' }, ...begun } as const;
  return judge.parse({ request, outcome, durationMs: 1 }, cell);
}

/** What the rule says of an answer whose text was changed, beside the right one. @param head - of the answer */
function judged(
  change: (text: string) => string,
  { startLine, headers }: Pick<typeof file, 'startLine' | 'headers'> = file,
  traits: readonly Trait[] = [],
) {
  const body = Buffer.from(change(Buffer.from(file.body ?? []).toString('utf8')));
  const answer = judge.parse(exchangeOf({ ...file, startLine, headers, body }), cell);
  return saysOf(right, answer, 'request.infoset', { traits });
}

test('an answer that is malformed is of the cause of xml.well-formed, one with other data is not', () => {
  const cause = 'xml.well-formed:prefix';
  expect(judged((text) => text.replace('<ItemNo>', '<ItemNo a:b="">'))).toEqual([expect.objectContaining({ cause })]);
  const [other] = [judged((text) => text.replace('SC-1001', 'SC-1'))].flat();
  expect(other).toMatchObject({ code: 'typed' });
  expect(other).not.toHaveProperty('cause');
  expect(judged((text) => text)).toEqual([]);
});

test('a block for another role may get a MustUnderstand fault, as from ASP.NET, and no other refusal', () => {
  const faulty = (code: string) => (text: string) =>
    text.replace(
      /<(\w+:)?Get_InventoryResponse.*Response>/s,
      `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>no</faultstring></soap:Fault>`,
    );
  const [trait] = traitsNamed(['blocks-for-another']) ?? [];
  const refused = (code: string, traits: readonly Trait[]) =>
    judged(faulty(code), { ...file, startLine: 'HTTP/1.1 500 Internal Server Error' }, traits);
  expect(trait).toBeDefined();
  expect(refused('MustUnderstand', trait ? [trait] : [])).toBe('not-applicable');
  expect(refused('Client', trait ? [trait] : [])).toHaveLength(1);
  expect(refused('MustUnderstand', [])).toHaveLength(1);
});

test('texts may be in another language if the answer says so', () => {
  const translated = (...headers: typeof file.headers) =>
    judged((text) => text.replace('SC-1001', 'SC-1'), { ...file, headers: [...file.headers, ...headers] });
  expect(translated()).toMatchObject([{ code: 'typed' }]);
  expect(translated(['Content-Language', 'fr'])).toBe('not-applicable');
});

test('a refusal with the status of firewalls says so', () => {
  const actualOf = (startLine: string) => judged(() => '', { ...file, startLine });
  expect(actualOf('HTTP/1.1 403 Forbidden')).toMatchObject([
    { actual: 'status 403 without a result, perhaps from a firewall before the target', part: REFUSED_CALL },
  ]);
  expect(actualOf('HTTP/1.1 406 Not Acceptable')).toMatchObject([{ part: REFUSED_CALL }]);
  const [refused] = [actualOf('HTTP/1.1 400 Bad Request')].flat();
  expect(refused).toMatchObject({ actual: 'status 400 without a result' });
  expect(refused).not.toHaveProperty('part');
});

test.each([
  ['closed', {}, [{ part: REFUSED_CALL }]],
  ['closed', { begun: true }, [{ code: 'typed' }]],
  ['unavailable', {}, 'not-reached'],
] as const)('no answer to another spelling (%s, %o) may be a firewall or a wait', (kind, begun, expected) => {
  const found = saysOf(right, unanswered(kind, begun));
  if (typeof expected === 'string') expect(found).toBe(expected);
  else expect(found).toMatchObject(expected);
});

test('a call without an answer has nothing to compare with', () => {
  expect(saysOf(unanswered('closed'), right)).toBe('not-reached');
});

test('a server may refuse a version of HTTP', () => {
  const refused = (startLine: string) => judged(() => '', { ...file, startLine });
  expect(refused('HTTP/1.1 426 Upgrade Required')).toBe('not-applicable');
  expect(refused('HTTP/1.1 400 Bad Request')).toMatchObject([{ code: 'typed' }]);
});

test('limits of size are not shown: a refusal that names one is only recommended against', () => {
  const refused = (startLine: string) => judged(() => '', { ...file, startLine });
  expect(refused('HTTP/1.1 413 Content Too Large')).toMatchObject([{ part: REFUSED_CALL }]);
  expect(refused('HTTP/1.1 400 Bad Request')).not.toMatchObject([{ part: REFUSED_CALL }]);
});

test('a firewall may refuse a text in one form and not in another', () => {
  const says = (startLine: string) =>
    saysOf(judge.parse(exchangeOf({ ...file, startLine, body: Buffer.from('') }), cell), right);
  expect(says('HTTP/1.1 403 Forbidden')).toBe('not-applicable');
  expect(says('HTTP/1.1 500 Internal Server Error')).toMatchObject([{ part: REFUSED_CALL }]);
});

test('an answer that no rule could read is not compared', () => {
  const says = (headers: readonly Header[], body: Uint8Array) => {
    const base = judge.parse(exchangeOf({ ...file, headers: [...file.headers, ...headers], body }), cell);
    return saysOf(base, right, 'request.header-fields');
  };
  expect(says([['Content-Encoding', 'gzip']], gzipSync(file.body))).toBe('not-reached');
  expect(says([], gzipSync(file.body))).toBe('not-reached');
});

test('the plain form is misread where only the variant repeats a text as it was sent, and has no result where only that has', () => {
  const [submodels, values] = [cellOf('Get_Submodel_Restricted', 'http-post'), { ProductID: 'a b' }];
  const answer = (body: string, startLine = 'HTTP/1.1 200 OK') =>
    judge.parse(exchangeOf({ startLine, headers: [['Content-Type', 'text/xml']], body: Buffer.from(body) }), submodels);
  const echo = (text: string) =>
    answer(`<Submodel_table xmlns="${contract.namespace}"><ProductID>${text}</ProductID></Submodel_table>`);
  const asked = { operation: 'Get_Submodel_Restricted', values, header: null };
  const says = (base: ParsedResponse, other: ParsedResponse) =>
    saysOf(base, other, 'request.url-encoding', { variant: 'spaces as %20', call: asked });
  const text = 'A request is misread in its plain form; with spaces as %20, as below, it is read well';
  const noResult = 'A request gets no result in its plain form; with spaces as %20, as below, it gets one';
  expect(says(echo('a+b'), echo('a b'))).toMatchObject([
    { text, location: '[1].ProductID', expected: "'a b'", actual: "'a+b', in its plain form" },
  ]);
  expect(says(answer('', 'HTTP/1.1 500 No'), echo('a b'))).toMatchObject([
    { text: noResult, expected: '1 record', actual: 'status 500 without a result, in its plain form' },
  ]);
  expect(says(echo('a b'), echo('a+b'))).toMatchObject([
    { text: 'A request is answered differently with spaces as %20', expected: "'a b'", actual: "'a+b'" },
  ]);
});
