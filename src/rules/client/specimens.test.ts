import { expect, test } from 'vitest';
import { contract, goldenRequest } from './golden-requests.fixture.ts';
import { judgeRequest } from './judge-request.ts';
import { clientRules } from './rules.ts';
import { specimens } from './specimens.fixture.ts';

const NAMES = { required: '', recommended: ' (recommended)', observed: ' (hint)' } as const;

test.each(specimens.map(([cell, edit, ...said]) => [said[0] ?? '', cell, edit, said] as const))(
  '%s',
  (_first, [operation, binding], edit, said) => {
    const golden = goldenRequest(operation, binding);
    // What is judged is the edit, not the length that it leaves behind.
    const request = edit({ ...golden, headers: golden.headers.filter(([name]) => name !== 'Content-Length') });
    const { isCall, problems } = judgeRequest(request, contract);
    expect(isCall).toBe(true);
    expect(problems.map(({ rule, level, message }) => `${rule}${NAMES[level]}: ${message}`)).toEqual(said);
    expect(problems.map(({ location }) => location).join()).not.toContain('undefined');
    for (const { bytes } of problems) if (bytes !== null) expect(bytes.end).toBeGreaterThan(bytes.start);
  },
);

test('each rule has a specimen that breaks it', () => {
  const broken = new Set(specimens.flatMap(([, , ...said]) => said.map((one) => one.split(/[ :]/)[0])));
  expect(clientRules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});
