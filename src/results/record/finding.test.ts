import { expect, test } from 'vitest';
import { makeFinding } from '../../engine/cell/records.ts';
import { openSession } from '../../engine/cell/session.ts';
import { cellOf, quickRun } from '../../reference/variations/target.fixture.ts';
import { rules } from '../../rules/rules.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { messageOf } from './finding.ts';

const SECRET = 'zQ7-secret-PW9';

test('a secret that the target answered with, and that was sent on as a value, is nowhere in a finding', async () => {
  const options = { ...quickRun('http://127.0.0.1:9'), credentials: { Password: SECRET } };
  const session = await openSession({
    options,
    baseUrl: 'http://127.0.0.1:9',
    pools: { values: {}, rows: [] },
    resultsPath: 'r',
  });
  const cell = cellOf('Get_Model_MMSY', 'http-get');
  const call = { operation: 'Get_Model_MMSY', values: { Make: SECRET, ProductID: 'P' }, header: null };
  const [rule] = rules;
  if (rule === undefined) throw new Error('there are rules');
  const request = (context: Parameters<(typeof bindings)['http-get']['encode']>[1]) =>
    bindings['http-get'].encode(call, context);
  const headers = [[`X-${SECRET}`, SECRET]] as const;
  const response = {
    status: 201,
    reason: '',
    version: '1.1',
    headers,
    body: new TextEncoder().encode(SECRET),
    complete: true,
    surplus: 0,
  };
  const exchange = {
    request: request(session.client.context),
    outcome: { kind: 'response', response },
    durationMs: 1,
  } as const;
  const facts = { wanted: [SECRET], found: Array.from({ length: 300 }, () => SECRET) };
  const problem = { code: SECRET, text: SECRET, location: SECRET, expected: SECRET, actual: SECRET, facts };
  const finding = makeFinding(rule, cell, { call, request, exchange, problems: [problem] }, session);
  await session.close();
  expect(JSON.stringify(finding)).not.toContain(SECRET);
  expect(finding.call.values.Make).toBe('${GETDATA_PASSWORD}');
  expect(finding.facts?.found).toHaveLength(100);
});

test('a message says what is wrong, names some of the other places, and counts what has no name for users', () => {
  const problem = (code: string) => ({ code, text: `${code} is missing`, location: null, expected: '', actual: '' });
  expect(messageOf([problem('A.x')])).toBe('A.x is missing.');
  expect(messageOf([problem('A.x'), problem('A.x'), problem('A.y')])).toBe('A.x is missing; also: A.y.');
  const many = ['B', 'C', 'D', 'E', 'F', 'G'].map(problem);
  expect(messageOf([problem('A'), ...many])).toBe('A is missing; also: B, C, D, E and 2 more.');
  const drawn = ['block-drawn', 'block-drawn-flag'].map(problem);
  expect(messageOf([problem('A'), ...drawn])).toBe('A is missing; also with 2 other variants.');
  expect(messageOf([problem('block'), problem('A.x'), ...drawn.slice(1)])).toBe(
    'block is missing; also: A.x; also with 1 other variant.',
  );
});
