import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { BindingName } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { exchangeOf } from '../../exchange/http-file.fixture.ts';
import { testJudge } from '../../judging/judge.fixture.ts';
import type { Evidence, Expectation } from '../rule.ts';
import { bindingRules } from './bindings.ts';

const contract = loadContract('http://dealer.example/webservices/');
const judge = await testJudge(contract);

function evidence(binding: BindingName, status: number, body: string, expectation: Expectation): Evidence {
  const cell = { operation: operationNamed(contract, 'Get_Video_Links'), binding };
  const headers = [['Content-Type', 'text/xml; charset=utf-8']] as const;
  const exchange = exchangeOf({ startLine: `HTTP/1.1 ${status} X`, headers, body: new TextEncoder().encode(body) });
  return judge.read(
    { call: { operation: cell.operation.name, values: {}, header: null }, expectation, exchange },
    cell,
    true,
  );
}

const list = (content: string): string => `<ArrayOfVideo xmlns="${contract.namespace}">${content}</ArrayOfVideo>`;
const video = '<Video><Link>a</Link><Title>b</Title></Video>';

test.each([
  ['known', list(video), undefined],
  ['known', list(''), 'recommended'],
  ['generated', list(video), 'recommended'],
  ['sample', list(''), undefined],
] as const)(
  'a %s call that GET refuses and POST answers with %s is broken at its level',
  (expectation, body, level) => {
    const parity = bindingRules.find(({ id }) => id === 'binding.parity');
    const own = evidence('http-get', 404, '', expectation);
    const peer = evidence('http-post', 200, body, expectation);
    const problems = parity?.comparing?.judge(own, [peer], new Set());
    expect(problems).toMatchObject([{ code: 'refused' }]);
    expect(Array.isArray(problems) ? problems[0]?.level : problems).toBe(level);
  },
);
