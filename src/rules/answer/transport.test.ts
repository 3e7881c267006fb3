import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import type { Exchange, ExchangeOutcome, Header, HttpResponse, NetworkError } from '../../wire/http/exchange.ts';
import { checkOf } from '../check.ts';
import type { Evidence, Expectation } from '../evidence.ts';
import { ruleNamed } from '../request/parameters.fixture.ts';
import { levelOf } from '../rule.ts';

const contract = loadContract('http://dealer.example/webservices/');
const judge = await testJudge(contract);
const cell = { operation: operationNamed(contract, 'McatCodes'), binding: 'http-get' } as const;

const body = new TextEncoder().encode('<Cart />');
const sha256 = createHash('sha256').update(body).digest('base64');

const rule = ruleNamed('http.answer');
const plain: HttpResponse = {
  ...{ status: 200, reason: 'OK', version: '1.1', headers: [], body, complete: true, surplus: 0 },
};

/** What came of a request. @param answers - whether its cell answers others with 200 */
function read(
  outcome: ExchangeOutcome,
  mark: Pick<Exchange, 'unansweredAfterMs'> = {},
  expectation: Expectation = 'known',
  answers = true,
): Evidence {
  const request = { method: 'GET', path: '/', headers: [], body: null };
  const call = { operation: 'McatCodes', values: {}, header: null };
  return judge.read({ call, expectation, exchange: { request, outcome, durationMs: 1, ...mark } }, cell, answers);
}

/** What http.answer says of answers whose connections ended before, so many milliseconds after their last answer. */
function judged(
  idle: readonly (number | null)[],
  late: readonly Evidence[] = [],
  statusLine?: string,
  headers: readonly Header[] = [],
) {
  const response = { ...plain, headers, ...(statusLine === undefined ? {} : { statusLine }) };
  const all = idle.map((ms) => read({ kind: 'response', response }, ms === null ? {} : { unansweredAfterMs: ms }));
  const { verdict, broken } = judge.judgeCell(rule, [...all, ...late], cell);
  return [verdict, broken?.problems[0]?.part && 'recommended', broken?.problems[0]?.actual];
}

test('connections in use that end without an answer count, also where sending again helped', () => {
  expect(judged([null, null])).toEqual(['pass', undefined, undefined]);
  const told = 'no answer to 2 of 3 requests; each was answered when it was sent again';
  expect(judged([4, null, 9])).toEqual(['fail', 'recommended', told]);
});

test('one such connection may be a restart, and one that was idle for long may be given up', () => {
  expect(judged([4, null])[0]).toBe('pass');
  expect(judged([4, 5000, 6000])[0]).toBe('pass');
});

/** What http.answer says where no answer came. */
const judgedTrouble = (trouble: NetworkError) => judge.judgeCell(rule, [read({ kind: 'trouble', trouble })], cell);

test.each<readonly [NetworkError, string]>([
  [{ kind: 'timeout', message: 'late' }, '--timeout raises it'],
  [{ kind: 'too-large', message: 'long' }, '--max-body raises it'],
  [{ kind: 'too-large', message: 'long', part: 'head' }, 'no option raises it'],
])('the limit %o is named with what raises it: %s', (trouble, raised) => {
  const { reason } = judgedTrouble(trouble);
  expect(reason?.text).toBe(`1 of 1 call ran into a limit of this run (${trouble.message}); ${raised}`);
});

test.each([
  ['length-list', 'http.content-length:list'],
  ['lengths', 'http.answer:lengths'],
  ['chunks', 'http.answer:chunks'],
  [undefined, undefined],
] as const)('broken framing of the part %s has the cause %s', (part, cause) => {
  const { broken } = judgedTrouble({ kind: 'framing', message: 'x', ...(part === undefined ? {} : { part }) });
  expect(broken?.problems[0]?.cause).toBe(cause);
});

test('a status line that breaks the grammar is recommended against', () => {
  expect(judged([null], [], 'HTTP/1.1 200')).toEqual(['fail', 'recommended', 'HTTP/1.1 200']);
});

test.each<readonly [string, string, string]>([
  ['Cache-Control', 'private, max-age=0, no-cache="Set-Cookie"', 'private, max-age=soon'],
  ['Content-Language', 'en-US, zh-Hant-TW', 'en_US'],
  ['Retry-After', '120', 'later'],
  ['Connection', 'keep-alive, Upgrade', 'keep alive'],
  ['Location', '/getData.asmx?op=McatCodes', '/get data.asmx'],
  ['Link', '</getData.asmx?wsdl>; rel=describedby', '/getData.asmx?wsdl'],
  ['Set-Cookie', 'ASP.NET_SessionId=a, "b" c; path=/', 'ASP.NET SessionId=a; path=/'],
])('a value of %s that breaks its grammar is recommended against', (name, right, wrong) => {
  expect(judged([null], [], undefined, [[name, right]])[0]).toBe('pass');
  expect(judged([null], [], undefined, [[name, wrong]])).toEqual(['fail', 'recommended', wrong]);
});

test.each<Header>([
  ['Cache-Control', 'max-age="60", x-max-age=none, community="a, max-age=unset"'],
  ['Strict-Transport-Security', 'max-age = 31536000; includeSubDomains'],
  ['Strict-Transport-Security', 'includeSubDomains; max-age= "0"'],
  ['Link', ''],
  ['Content-Language', ''],
  ['Vary', 'Accept-Encoding,, *'],
  ['Set-Cookie', 'basket[1]=a; path=/'],
  ['Set-Cookie', 'lang:site=; expires=Thu, 01-Jan-1970 00:00:00 GMT'],
  ['Via', 'kong/2.8.1'],
  ['Constructor', 'any'],
  ['__proto__', 'any'],
])('%s can have the value %j', (name, value) => {
  expect(judged([null], [], undefined, [[name, value]])[0]).toBe('pass');
});

test.each<readonly [string, string, string]>([
  ['Content-Digest', `sha-256=:${sha256}:`, 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'],
  ['Digest', `unixsum=30637, SHA-256=${sha256}`, 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
  ['Repr-Digest', 'constructor=:AAAA:, sha-512', `constructor=:AAAA:, sha-512=:${sha256}:`],
  ['Content-Range', 'bytes 0-7/8', 'bytes 0-7/1234'],
  ['Last-Modified', 'Wed, 25 Nov 2026 10:00:00 GMT', 'Wed, 25 Nov 2026 10:00:01 GMT'],
])('%s that the answer shows to be untrue is recommended against', (name, right, wrong) => {
  const date = ['Date', 'Wed, 25 Nov 2026 10:00:00 GMT'] as const;
  expect(judged([null], [], undefined, [date, [name, right]])[0]).toBe('pass');
  expect(judged([null], [], undefined, [date, [name, wrong]])).toEqual(['fail', 'recommended', wrong]);
});

test('a field that is no list is recommended against if it occurs twice', () => {
  const twice = (name: string) =>
    judged([null], [], undefined, [
      [name, '"a"'],
      [name.toLowerCase(), '"b"'],
    ]);
  expect(twice('ETag')).toEqual(['fail', 'recommended', '"a" and "b"']);
  expect(twice('Server')[0]).toBe('pass');
});

test('a call that ran into a limit still leaves the rule open', () => {
  const late = read({ kind: 'trouble', trouble: { kind: 'timeout', message: 'no response came' } });
  expect(judged([4, 9], [late])[0]).toBe('inconclusive');
});

test('a connection closed on a generated call is only recommended against, where other calls are answered', () => {
  const levelFor = (expectation: 'known' | 'generated', answers: boolean, begun: { readonly begun?: true } = {}) => {
    const outcome = { kind: 'trouble', trouble: { kind: 'closed', message: 'other side closed' }, ...begun } as const;
    const evidence = read(outcome, {}, expectation, answers);
    return levelOf(rule, judge.judgeCell(rule, [evidence], cell).broken?.problems ?? []);
  };
  expect(levelFor('generated', true)).toBe('recommended');
  expect(levelFor('known', true)).toBe('required');
  expect(levelFor('generated', false)).toBe('required');
  expect(levelFor('generated', true, { begun: true })).toBe('required');
});

test('a connection that is reset inside a body says so, and no length is judged', () => {
  const said = (status: number, level: string) => {
    const headers = [['Content-Length', '312']] as const;
    const response = { ...plain, status, headers, body: body.subarray(0, 4), complete: false, reset: true } as const;
    const evidence = read({ kind: 'response', response }, {}, 'generated');
    const judgedBy = (name: string) => checkOf(ruleNamed(name), 'answer')?.judge(evidence);
    expect(judgedBy('http.content-length')).toBe('not-reached');
    const [problem] = judgedBy('http.answer') ?? [];
    expect(problem).toMatchObject({ text: 'The connection was reset after 4 of the 312 bytes of the body' });
    expect(typeof problem === 'object' ? (problem.part ? 'recommended' : 'required') : problem).toBe(level);
  };
  said(200, 'required');
  said(414, 'recommended');
});
