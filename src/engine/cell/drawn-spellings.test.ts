import { expect, test } from 'vitest';
import type { Mutation } from '../../reference/mutation.ts';
import { cellOf, contract, quickRun } from '../../reference/variations/target.fixture.ts';
import type { InRequest } from '../../reference/wire/message.ts';
import { planCalls } from '../plan/plan-calls.ts';
import { everywhere, field, runOf } from './run-operation.fixture.ts';

const NONE = { values: {}, rows: [] };

/** All that a request of these servers says. */
const textOf = ({ path, headers, body }: InRequest): string =>
  [path, ...headers.map((line) => line.join(': ')), Buffer.from(body).toString('utf8')].join('\n');

/** A server that refuses some requests. */
const refusing = (isWrong: (text: string) => boolean): Mutation => ({
  applies: everywhere,
  response: (response, { request }) =>
    isWrong(textOf(request))
      ? { ...response, status: 500, body: Buffer.alloc(0), headers: [['Content-Length', '0']] }
      : response,
});

const planOf = (seed: number, binding: 'soap11' | 'http-get', runs = 15) => {
  const options = { ...quickRun('http://127.0.0.1:9'), profile: 'standard', runs, seed, samples: [] } as const;
  return planCalls(cellOf('Get_Video_Links_by_Make', binding), contract, { options, pools: NONE });
};

test.each(['soap11', 'http-get'] as const)(
  '%s: some of the random calls are sent in a drawn spelling too, equal seeds alike',
  (binding) => {
    const spelled = planOf(1, binding).filter(({ traits }) => traits !== undefined);
    expect(spelled).toHaveLength(1);
    const plain = planOf(1, binding).filter(({ traits }) => traits === undefined);
    for (const { call } of spelled) expect(plain.map((one) => one.call)).toContainEqual(call);
    expect(planOf(1, binding)).toEqual(planOf(1, binding));
    const sets = [1, 2, 3].map((seed) => planOf(seed, binding).map(({ traits = [] }) => traits.map(({ id }) => id)));
    expect(new Set(sets.map((one) => JSON.stringify(one))).size).toBe(3);
    expect(spelled.every(({ traits = [] }) => traits.length > 0)).toBe(true);
  },
);

test('two traits of different rules that matter only together are a finding that names both, of the lesser level', async () => {
  const both = (text: string): boolean => /user-agent: Mozilla.*Windows NT 10/i.test(text) && text.includes('CDATA');
  const { findings } = await runOf('Get_Video_Links_by_Make', [refusing(both)], { runs: 160 });
  const shown = findings.map(({ rule, level, spelling }) => [rule, level, spelling?.toSorted().join('+')]);
  expect(shown.length).toBeGreaterThan(0);
  for (const one of shown)
    expect(one).toEqual(['request.header-fields', 'recommended', expect.stringMatching(/^agent-browser\+cdata/)]);
});

test('a trait that matters only with some values is found with the smallest of them', async () => {
  const wrong = (text: string): boolean =>
    /-\d+<\/([\w-]+:)?Basevehicle/.test(text) && !text.includes('<soap:Envelope');
  const { findings } = await runOf('Get_Basevehicle_Images', [refusing(wrong)], { runs: 120 });
  const [found] = findings;
  expect([found?.rule, found?.level, found?.call.values.Basevehicle]).toEqual(['request.infoset', 'required', '-1']);
  expect(found?.spelling).toEqual([expect.stringMatching(/^envelope-/)]);
});

test('what a trait changes only in the data is found', async () => {
  const other: Mutation = {
    applies: everywhere,
    result: (value, { request }) =>
      /accept-language: fr/i.test(textOf(request)) ? field(value, 'Title', () => 'Titre') : value,
  };
  const { findings } = await runOf('Get_Video_Links', [other]);
  expect(new Set(findings.map(({ cause }) => cause))).toEqual(
    new Set(['request.header-fields:accept-language-french']),
  );
});

/** A server that answers some requests with a page. */
const page = (isWrong: (text: string) => boolean): Mutation => ({
  applies: everywhere,
  response: (response, { request }) => {
    if (!isWrong(textOf(request))) return response;
    const body = Buffer.from('<html><body>Welcome</body></html>');
    return {
      ...response,
      body,
      headers: [
        ['Content-Type', 'text/html'],
        ['Content-Length', `${body.length}`],
      ],
    };
  },
});

test('a page in place of an answer is not graver than the trait that it comes by', async () => {
  const agent = await runOf('Get_Video_Links', [page((text) => /user-agent: Apache-HttpClient/i.test(text))]);
  expect(new Set(agent.findings.map(({ level }) => level))).toEqual(new Set(['recommended']));
  const type = agent.findings.find(({ rule }) => rule === 'http.content-type');
  expect(type?.spelling).toEqual(['agent-java']);
  const levelFor = async (part: string) => {
    const { findings } = await runOf('Get_Video_Links', [page((text) => text.includes(part))]);
    return findings.find(({ rule }) => rule === 'http.content-type')?.level;
  };
  expect([await levelFor('<![CDATA['), await levelFor('xsi:type=')]).toEqual(['required', 'recommended']);
});
