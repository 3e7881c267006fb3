import { expect, test } from 'vitest';
import { testJudge } from '../../judge/judge.fixture.ts';
import { cellOf, contract } from '../../reference/variations/target.fixture.ts';
import type { Exchange, Header } from '../../wire/http/exchange.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { isMediaType } from '../../wire/soap/media-type.ts';
import { checkOf } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import { ruleNamed } from '../request/parameters.fixture.ts';
import { rulesFor } from '../rules.ts';

const judge = await testJudge(contract);
const cell = cellOf('McatCodes', 'http-get');
const file = readHttpFile('exchanges/McatCodes/http-get.response.http');
const withoutLength = file.headers.filter(([name]) => name !== 'Content-Length');

const read = (exchange: Exchange): Evidence =>
  judge.read(
    { call: { operation: 'McatCodes', values: {}, header: null }, expectation: 'generated', exchange },
    cell,
    true,
  );

/** The outcome of a rule for an answer, and what its check of answers says. */
const outcomeOf = (id: string, all: readonly Evidence[]) => judge.judgeCell(ruleNamed(id), all, cell);
const saidOf = (id: string, one: Evidence) => checkOf(ruleNamed(id), 'answer')?.judge(one);

function evidence(...more: readonly Header[]) {
  return [read(exchangeOf({ ...file, headers: [...file.headers, ...more] }))];
}

const verdict = (...more: readonly Header[]) => outcomeOf('http.content-type', evidence(...more));

/** Rule → what it is, of all that are not 'pass', one exchange of the cell given. */
function objections(...more: readonly Header[]) {
  return rulesFor(cell, contract).flatMap((rule) => {
    const { verdict, broken } = judge.judgeCell(rule, evidence(...more), cell);
    return verdict === 'fail' ? [[rule.id, broken?.problems[0].actual]] : [];
  });
}

/** The outcome of http.content-type for an answer with this one. */
const judgedType = (type: string) =>
  outcomeOf('http.content-type', [read(exchangeOf({ ...file, headers: [['Content-Type', type]] }))]);

test('a second Content-Type breaks http.content-type, and both are named', () => {
  expect(verdict().verdict).toBe('pass');
  const { broken } = verdict(['content-type', 'text/html']);
  expect(broken?.problems[0].actual).toBe('text/xml; charset=utf-8 and text/html');
  const { broken: twice } = verdict(['content-type', 'text/xml; charset=utf-8']);
  expect(twice?.problems[0].actual).toBe('text/xml; charset=utf-8, in 2 lines');
});

test.each([
  ['text/xml; charset = utf-8', 'fail', 'recommended'],
  ['text/xml; charset=utf-8; x', 'fail', 'recommended'],
  ['text/xml; charset = latin1', 'fail', undefined],
  ['text/xml ;\tCHARSET="utf-8"; x="a = b"; ;', 'pass', undefined],
])('%s: the grammar of parameters is recommended, type and charset are required', (type, verdict, level) => {
  const outcome = judgedType(type);
  expect([outcome.verdict, outcome.broken?.problems[0].part && 'recommended']).toEqual([verdict, level]);
});

test.each([
  ['text/plain; charset=utf-8', 'http.content-type:text/plain'],
  ['application/xml', 'http.content-type:application/xml'],
  ['text/xml', undefined],
  ['text/xml; charset=latin1', undefined],
  [`text/${'x'.repeat(50)}`, undefined],
])('%s: another media type is a cause of its own', (type, cause) => {
  expect(judgedType(type).broken?.problems[0].cause).toBe(cause);
});

test('a long value of many spaces and parameters is read at once', () => {
  const started = performance.now();
  expect(isMediaType(`a/b${' ; '.repeat(5000)}${' '.repeat(5000)}x`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(200);
});

test.each([
  [[['Content-Encoding', 'gzip']], 'Content-Encoding: gzip'],
  [[['CONTENT-ENCODING', 'BR']], 'Content-Encoding: BR'],
  [[['Content-Encoding', 'identity, deflate']], 'Content-Encoding: identity, deflate'],
  [
    [
      ['Content-Encoding', 'gzip'],
      ['content-encoding', 'gzip'],
    ],
    'Content-Encoding: gzip, gzip',
  ],
] satisfies [Header[], string][])('a coding that was not requested is one finding: %j', (lines, actual) => {
  expect(objections(...lines)).toEqual([['xml.encoding', actual]]);
  expect(evidence(...lines)[0]?.reading).toMatchObject({ text: null, xml: null, success: true });
});

test('a byte that is not UTF-8 has a place', () => {
  const body = Buffer.concat([Buffer.from('\uFEFF<a>\r\n<b>é'), Buffer.from([0xe9]), Buffer.from('</b></a>')]);
  const exchange = exchangeOf({ ...file, headers: [['Content-Type', 'text/xml; charset=utf-8']], body });
  expect(judge.judge(ruleNamed('xml.encoding'), read(exchange))).toMatchObject([
    { code: 'invalid-utf8', location: 'line 2, column 5' },
  ]);
});

test('a missing Content-Length says where the answer is chunked, and who does so', () => {
  const said = (more: readonly Header[]) =>
    saidOf('http.content-length', read(exchangeOf({ ...file, headers: [...withoutLength, ...more] })));
  expect(said([['Transfer-Encoding', 'chunked']])).toMatchObject([
    { text: expect.stringMatching(/chunked, as JAX-WS, node-soap/), actual: 'Transfer-Encoding: chunked' },
  ]);
  expect(said([])).toMatchObject([{ text: 'The answer has no Content-Length', actual: 'no Content-Length' }]);
});

test('for a decoded answer the coded bytes are counted, and a missing length is recommended against only', () => {
  const said = (length: readonly Header[]) => {
    const coding: Header = ['Content-Encoding', 'gzip'];
    const exchange = exchangeOf({ ...file, headers: [...withoutLength, coding, ...length] });
    if (exchange.outcome.kind !== 'response') throw new Error('it is a response');
    const response = { ...exchange.outcome.response, codedBytes: 100 };
    const decoded = { ...exchange, outcome: { kind: 'response', response } } as const;
    const one = read(decoded);
    expect(one.reading.xml?.kind).toBe('document');
    return saidOf('http.content-length', one);
  };
  expect(said([['Content-Length', '100']])).toEqual([]);
  expect(said([['Content-Length', '99']])).toMatchObject([{ text: 'The Content-Length is 99, but 100 bytes came' }]);
  expect(said([])).toMatchObject([{ part: 'the header of an answer in a content coding that the request invited' }]);
});

test.each(['identity', 'Identity', '', ' identity , IDENTITY'])('Content-Encoding: %j is not a coding', (value) => {
  expect(objections(['Content-Encoding', value])).toEqual(objections());
  expect(evidence(['Content-Encoding', value])[0]?.reading.xml?.kind).toBe('document');
});

/** What is wrong with an answer of which so many bytes came, or were counted. */
function cutAt(bytes: number, cut: 'incomplete' | 'surplus', edit = (body: Uint8Array) => body) {
  const body = edit(file.body);
  const promised = cut === 'surplus' ? bytes : body.length;
  const exchange = exchangeOf({
    startLine: file.startLine,
    headers: [...withoutLength, ['Content-Length', `${promised}`]],
    body: body.subarray(0, bytes),
  });
  if (exchange.outcome.kind !== 'response') throw new Error('there is a response');
  const framed = cut === 'surplus' ? { surplus: body.length - bytes } : { complete: false };
  const response = { ...exchange.outcome.response, ...framed };
  const whole = { ...exchange, outcome: { kind: 'response', response } } as const;
  const all = [read(whole)];
  const failed = rulesFor(cell, contract).filter((rule) => judge.judgeCell(rule, all, cell).verdict === 'fail');
  return failed.map(({ id }) => id);
}

test.each(['incomplete', 'surplus'] as const)(
  'a body that is cut off (%s) is one finding, and hides no other',
  (cut) => {
    expect(cutAt(200, cut)).toEqual(['http.content-length']);
    const ampersand = (body: Uint8Array) => Buffer.from(Buffer.from(body).toString().replace('>', '>&'));
    expect(cutAt(200, cut, ampersand)).toContain('xml.well-formed');
    // Between the two bytes of a character.
    const accented = (body: Uint8Array) => Buffer.concat([body.subarray(0, 199), Buffer.from('é'), body.subarray(199)]);
    expect(cutAt(200, cut, accented)).toEqual(['http.content-length']);
    const latin = (body: Uint8Array) => Buffer.concat([body.subarray(0, 150), Buffer.from([0xe9]), body.subarray(150)]);
    expect(cutAt(200, cut, latin)).toContain('xml.encoding');
  },
);

test.each([
  ['<?xml version="1.0" encoding="utf-8"?><ArrayOfMcatCode', 'The Content-Type is text/html; charset=utf-8'],
  ['<p>Server Error<br>', 'The body is a web page: the Content-Type is text/html; charset=utf-8'],
  ['<?xml version="1.0"?><html><br></html>', 'The body is a web page: the Content-Type is text/html; charset=utf-8'],
])('what begins as XML and is cut off is no web page: %s', (body, text) => {
  const headers = [['Content-Type', 'text/html; charset=utf-8']] as const;
  const exchange = exchangeOf({ ...file, headers, body: Buffer.from(body) });
  expect(outcomeOf('http.content-type', [read(exchange)]).broken?.problems[0].text).toBe(text);
});

test('a document type declaration is named once', () => {
  const body = Buffer.from(Buffer.from(file.body).toString().replace('?>', '?><!DOCTYPE ArrayOfMcatCode>'));
  const { broken } = outcomeOf('xml.no-doctype', [read(exchangeOf({ ...file, body }))]);
  expect(broken?.problems[0].text).toBe('The body has a document type declaration');
});
