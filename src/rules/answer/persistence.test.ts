import { expect, test } from 'vitest';
import { testJudge } from '../../judge/judge.fixture.ts';
import { cellOf, contract } from '../../reference/variations/target.fixture.ts';
import type { Exchange, Header, HttpResponse } from '../../wire/http/exchange.ts';
import { judgeEnds, persistenceProblems } from './persistence.ts';

const judge = await testJudge(contract);
const cell = cellOf('McatCodes', 'http-get');
const plain: HttpResponse = {
  ...{ status: 200, reason: 'OK', version: '1.1', headers: [], body: new Uint8Array(), complete: true, surplus: 0 },
};

/** What is said of a cell whose requests found that their connections had ended so many milliseconds after an answer. */
function saidOf(ends: readonly (number | null)[]): string {
  const all = ends.map((ms) => {
    const request = { method: 'GET', path: '/', headers: [], body: null };
    const outcome: Exchange['outcome'] = { kind: 'response', response: plain };
    const exchange: Exchange = { request, outcome, durationMs: 1, ...(ms === null ? {} : { endedAfterMs: ms }) };
    return judge.read(
      { call: { operation: 'McatCodes', values: {}, header: null }, expectation: 'known', exchange },
      cell,
      true,
    );
  });
  const judgement = judgeEnds(all);
  return judgement.kind === 'judged' ? (judgement.problem?.actual ?? 'nothing') : judgement.kind;
}

const times = (count: number, ms: number | null) => Array.from({ length: count }, () => ms);

test('connections that end after most answers count; a restart and those that were idle for long do not', () => {
  expect(saidOf([...times(8, null), ...times(12, 3)])).toBe('before 12 of 20 requests the connection had ended');
  expect(saidOf(times(9, 3))).toBe('not-applicable');
  expect(saidOf([...times(12, 3), ...times(13, null)])).toBe('not-applicable');
  expect(saidOf(times(20, 5_000))).toBe('not-applicable');
});

const CLOSE: Header = ['Connection', 'close'];
const CHUNKED: Header = ['Transfer-Encoding', 'chunked'];

test.each<[Partial<HttpResponse>, readonly string[]]>([
  [{}, []],
  [{ headers: [CHUNKED] }, []],
  [{ headers: [CHUNKED], requestVersion: '1.0' }, ['chunks-for-1.0']],
  [{ headers: [['Content-Length', '0']], requestVersion: '1.0' }, []],
  [{ afterClose: 'ended', headers: [CLOSE] }, []],
  [{ afterClose: 'ended', headers: [['connection', 'TE, Close']] }, []],
  [{ afterClose: 'ended', version: '1.0' }, []],
  [{ afterClose: 'ended' }, ['closing-unsaid']],
  [{ afterClose: 'ended', headers: [['Connection', 'keep-alive']] }, ['closing-unsaid']],
  [{ afterClose: 'open', headers: [CLOSE] }, ['closing-ignored']],
  [{ afterClose: 'open' }, ['closing-ignored']],
])('of an answer with %o it says %j', (parts, codes) => {
  expect(persistenceProblems({ ...plain, ...parts }).map(({ code }) => code)).toEqual(codes);
});
