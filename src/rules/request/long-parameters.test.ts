import { expect, test } from 'vitest';
import { testJudge } from '../../judge/judge.fixture.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import type { Evidence, Expectation } from '../evidence.ts';
import { isBroken } from '../judgement.ts';
import { levelOf } from '../rule.ts';
import { cellOf, contract, ruleNamed } from './parameters.fixture.ts';

const judge = await testJudge(contract);
const rule = ruleNamed('request.long-parameters');
const NONE = '';
const WIDE = 2n ** 40n;
const UNKNOWN = 712345678n;

type Answered = readonly [number: bigint, said: string, expectation?: Expectation];

/** What the rule says of these answers, of GET: an URL of the one asset, none, or the words of a refusal. */
function levelFor(answers: readonly Answered[], operation = 'Get_Digital_Assets_recid') {
  const cell = cellOf(operation, 'http-get');
  const { httpRoot, record } = cell.operation.result;
  const [inside = ''] = record === 'DigitalAsset' ? ['Category'] : ['Name'];
  const all = answers.map(([number, said, expectation = 'generated']): Evidence => {
    const isRefusal = said.includes(' ');
    const filled = said === NONE ? '' : `<${record}><${inside}>${said}</${inside}></${record}>`;
    const body = isRefusal ? said : `<${httpRoot} xmlns="${contract.namespace}">${filled}</${httpRoot}>`;
    const name = operation === 'Get_Digital_Assets_recid' ? 'recid' : 'Basevehicle';
    const call = { operation, values: { [name]: `${number}` }, header: null };
    return judge.read({ call, expectation, exchange: xmlExchange(body, isRefusal ? 500 : 200) }, cell, true);
  });
  const { verdict, broken } = judge.judgeCell(rule, all, cell);
  return broken && isBroken(broken.problems) ? levelOf(rule, broken.problems) : verdict;
}

const KNOWN: Answered = [7n, 'a', 'known'];

test.each([
  ['a number 2^40 greater with the data of a known one', [KNOWN, [WIDE + 7n, 'a'], [UNKNOWN, NONE]], 'required'],
  ['the same with the sign lost', [KNOWN, [-7n, 'a'], [UNKNOWN, NONE]], 'required'],
  ['the same where unknown ones are refused', [KNOWN, [WIDE + 7n, 'a'], [UNKNOWN, 'no such id']], 'required'],
  ['no data of another', [KNOWN, [WIDE + 7n, NONE], [UNKNOWN, NONE]], 'pass'],
  ['what holds for all that have none of their own', [KNOWN, [WIDE + 7n, 'a'], [UNKNOWN, 'a']], 'pass'],
  ['data for all but 0, which means something else', [KNOWN, [WIDE + 7n, 'a'], [0n, NONE]], 'pass'],
  ['a number that is near, and may be known', [KNOWN, [7n + 2n ** 16n, 'a'], [UNKNOWN, NONE]], 'pass'],
  [
    'the next number, with one double for both',
    [
      [2n ** 53n, 'a', 'known'],
      [2n ** 53n + 1n, 'a'],
      [UNKNOWN, NONE],
    ],
    'recommended',
  ],
  [
    'other words for numbers beyond 32 bits',
    [KNOWN, [WIDE, 'not an Int32'], [WIDE + 9n, 'not an Int32'], [UNKNOWN, 'no such id']],
    'recommended',
  ],
  [
    'a refusal of numbers beyond 32 bits alone',
    [KNOWN, [WIDE, 'not an Int32'], [WIDE + 9n, 'not an Int32'], [UNKNOWN, NONE]],
    'recommended',
  ],
  [
    'words that repeat the number',
    [KNOWN, [WIDE, `no id ${WIDE}`], [WIDE + 9n, `no id ${WIDE + 9n}`], [UNKNOWN, 'no id 7']],
    'pass',
  ],
  ['words that change each time', [KNOWN, [WIDE, 'error q'], [WIDE + 9n, 'error w'], [UNKNOWN, 'error e']], 'pass'],
  ['a known number beyond 32 bits, refused', [KNOWN, [WIDE, 'not an Int32', 'known'], [UNKNOWN, NONE]], 'required'],
  [
    'a known number beyond 32 bits, refused as unknown ones are',
    [KNOWN, [WIDE, 'no such id', 'known'], [UNKNOWN, 'no such id']],
    'recommended',
  ],
  ['a known number beyond 32 bits without data', [KNOWN, [WIDE, NONE, 'known'], [UNKNOWN, NONE]], 'recommended'],
  [
    'known numbers of which some smaller one has no data either',
    [KNOWN, [8n, NONE, 'known'], [WIDE, NONE, 'known'], [UNKNOWN, NONE]],
    'pass',
  ],
] as const)('%s', (_what, answers, expected) => {
  expect(levelFor(answers)).toBe(expected);
});

test.each([7n + 100n * 2n ** 24n, 7n + 2n * 10n ** 9n])(
  'an int that is equal only in its end is another: %s',
  (far) => {
    const operation = 'Get_PartialProd_Resources_vehicle';
    expect(levelFor([KNOWN, [far, 'a'], [UNKNOWN, NONE]], operation)).toBe('required');
  },
);
