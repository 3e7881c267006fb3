import { expect, test } from 'vitest';
import { testJudge } from '../../judge/judge.fixture.ts';
import { cellOf, contract } from '../../reference/variations/target.fixture.ts';
import type { Exchange, Header, HttpResponse } from '../../wire/http/exchange.ts';
import { continueProblems, judgeEnds, passedOver, persistenceProblems } from './persistence.ts';

const judge = await testJudge(contract);
const cell = cellOf('McatCodes', 'http-get');
const plain: HttpResponse = {
  ...{ status: 200, reason: 'OK', version: '1.1', headers: [], body: new Uint8Array(), complete: true, surplus: 0 },
};

const answer: Exchange['outcome'] = { kind: 'response', response: plain };

function read(path: string, outcome: Exchange['outcome'], more: Partial<Exchange> = {}) {
  const request = { method: 'GET', path, headers: [], body: null };
  const call = { operation: 'McatCodes', values: {}, header: null };
  const exchange = { request, outcome, durationMs: 1, ...more };
  return judge.read({ call, expectation: 'known', exchange, isPlanned: false }, cell, true);
}

/** What is said of a cell whose requests found that their connections had ended so many milliseconds after an answer. */
function saidOf(ends: readonly (number | null)[]): string {
  const judgement = judgeEnds(ends.map((ms) => read('/', answer, ms === null ? {} : { endedAfterMs: ms })));
  return judgement.kind === 'judged' ? (judgement.problem?.actual ?? 'nothing') : judgement.kind;
}

const times = (count: number, ms: number | null) => Array.from({ length: count }, () => ms);

test('connections that end after most answers count; a restart and those that were idle for long do not', () => {
  expect(saidOf([...times(8, null), ...times(12, 3)])).toBe('before 12 of 20 requests the connection had ended');
  expect(saidOf(times(9, 3))).toBe('not-applicable');
  expect(saidOf([...times(12, 3), ...times(13, null)])).toBe('not-applicable');
  expect(saidOf(times(20, 5_000))).toBe('not-applicable');
});

/** What is said of the requests of a cell, each with a path and, if it waited in vain, how many others were answered. */
function saidOfLate(all: readonly (readonly [path: string, others?: number])[]): string | null {
  const late: Exchange['outcome'] = { kind: 'trouble', trouble: { kind: 'timeout', message: 'no response came' } };
  const evidence = all.map(([path, others]) =>
    others === undefined ? read(path, answer) : read(path, late, { durationMs: 10_000, answeredMeanwhile: others }),
  );
  const judgement = passedOver(evidence);
  return judgement?.kind === 'judged' ? (judgement.problem?.actual ?? null) : null;
}

test('two requests that wait while others are answered count, if they are answered when they are sent again', () => {
  const answered = [['/a'], ['/b']] as const;
  const told = 'no answer to 2 of 4 requests; here in 10.0 s, while 30 others got an answer';
  expect(saidOfLate([...answered, ['/a', 30], ['/b', 3]])).toBe(told);
});

test.each<[string, Parameters<typeof saidOfLate>[0]]>([
  ['once', [['/a'], ['/a', 30]]],
  ['while no other was answered: the target was away or busy', [['/a'], ['/a', 0], ['/a', 2]]],
  ['each time: it may take long', [['/a'], ['/b', 30], ['/b', 30], ['/c', 30]]],
])('a request that waits in vain %s is no finding', (_how, all) => {
  expect(saidOfLate(all)).toBeNull();
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
  [{ uncontinued: true }, ['not-continued']],
  [{ uncontinued: true, version: '1.0' }, []],
])('of an answer with %o it says %j', (parts, codes) => {
  const response = { ...plain, ...parts };
  const problems = [...continueProblems(response), ...persistenceProblems(response)];
  expect(problems.map(({ code }) => code)).toEqual(codes);
});
