import { expect, test } from 'vitest';
import { withWarnings } from '../../results/coded-warnings.ts';
import type { Results } from '../../results/results.ts';
import { shardWarnings } from '../../results/shards/merge.ts';
import { newestRuleSet } from '../../rules/rule-sets.ts';
import { objection } from './assess.ts';
import { readEvidence } from './evidence.ts';
import { bytesOf, program, wholeRun } from './run.fixture.ts';

type Loose<T> = T extends object ? { -readonly [K in keyof T]: Loose<T[K]> } : T;

const text = JSON.stringify(wholeRun());

/** What is said of a whole run after a change. */
function said(change: (results: Loose<Results>) => void): string | null {
  const results: Loose<Results> = JSON.parse(text);
  change(results);
  const evidence = readEvidence(bytesOf(results), program);
  return typeof evidence === 'string' ? evidence : objection(evidence, false);
}

/** The run with every address of it below another target. */
const movedTo = (target: string) => (results: Loose<Results>) => {
  for (const { exchange } of results.exchanges)
    exchange.request.url = exchange.request.url.replace('https://host.example/path', target);
  results.target = target;
};

function one<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('the list is empty');
  return first;
}

const cell = 'Get_Video_Links/soap11';

test('an unchanged run is not refused, nor is one below a name in one script, or with a secret in its path', () => {
  expect(said(() => {})).toBeNull();
  expect(said(movedTo('https://xn--e1aybc.xn--p1ai/a'))).toBeNull();
  expect(
    said((r) => {
      for (const { exchange } of r.exchanges)
        exchange.request.url = exchange.request.url.replace('/path', '/${GETDATA_DEALER_ID}');
    }),
  ).toBeNull();
});

const forged: readonly (readonly [string, (results: Loose<Results>) => void, string])[] = [
  [
    'exchanges with another server',
    (r) => (one(r.exchanges).exchange.request.url = 'https://other.example/path/getData.asmx'),
    `an exchange of ${cell} was not with https://host.example/path/getData.asmx, but with https://other.example/path/getData.asmx`,
  ],
  [
    'exchanges with another path',
    (r) => (one(r.exchanges).exchange.request.url = 'https://host.example/test/getData.asmx'),
    'but with https://host.example/test/getData.asmx',
  ],
  [
    'a body longer than those that are kept',
    (r) =>
      (one(r.exchanges).exchange.response = {
        ...one(r.exchanges).exchange.response,
        body: ' '.repeat(1_100_000),
      } as never),
    `an exchange of ${cell} has a body of 1100000 characters; run keeps 65536 bytes of one`,
  ],
  [
    'a user name in an exchange',
    (r) => (one(r.exchanges).exchange.request.url = 'https://host.example@evil.example/path/getData.asmx'),
    'but with https://host.example@evil.example/path/getData.asmx',
  ],
  [
    'a user name in the target',
    movedTo('https://host.example@evil.example'),
    'has a user name or password, which run never writes',
  ],
  ['a password in the target', movedTo('https://a:b@host.example'), 'has a user name or password'],
  [
    'a host that looks like another',
    movedTo('https://xn--pple-43d.example'),
    "the host of the target, аpple.example, mixes scripts in 'аpple', as names that imitate others do",
  ],
  [
    'a host as nobody spells it',
    movedTo('https://HOST.example/path'),
    'the target https://HOST.example/path is not written as run writes it',
  ],
  ['a target with a query', movedTo('https://host.example/path?a=b'), 'is not written as run writes it'],
  ['a time to come', (r) => (r.startedAt = '2026-12-15T12:05:00.000Z'), 'that is not over yet'],
  ['a run that is not over', (r) => (r.durationMs = 100 * 86_400_000), 'that is not over yet'],
  [
    'a time before the suite',
    (r) => (r.startedAt = '2026-10-31T23:59:59.000Z'),
    'before getdata-conformance 0.1.0 was released',
  ],
  [
    'more values than requests',
    (r) => (one(r.coverage.parameters).values = 13),
    'Get_Video_Links_by_Make/soap11 claims 13 values of Make, but 12 requests were sent',
  ],
  [
    'more exchanges than requests',
    (r) => (one(one(r.cells).rules).judged = 40_241),
    `${cell} claims 40241 exchanges, but 40240 requests were sent`,
  ],
  [
    'more kept than sent',
    (r) => r.exchanges.push(...Array.from({ length: 12 }, () => one(r.exchanges))),
    `${cell} claims 13 exchanges, but 12 requests were sent`,
  ],
  [
    'more spellings than requests',
    (r) =>
      (r.coverage.traits = [
        { binding: 'soap11', traits: [{ trait: 'cdata', times: 1e9 }], pairs: { sent: 1, possible: 1 } },
      ]),
    'the trait cdata claims 1000000000 requests, and 40240 were sent',
  ],
  [
    'a latency longer than the run',
    (r) => (one(r.cells).latencyMs.max = 2_000),
    `the latencies of ${cell} are not possible`,
  ],
  ['a median above the rest', (r) => (one(r.cells).latencyMs.p50 = 4), `the latencies of ${cell} are not possible`],
  [
    'a profile that was not run',
    (r) => Object.assign(r, { profile: 'thorough', requests: 29_000 }),
    '29000 requests are too few for 1500 random calls per cell (profile thorough): they need 30000 or more',
  ],
  [
    'more runs than requests',
    (r) => (r.options.runs = 100_000),
    '40240 requests are too few for 100000 random calls per cell (profile standard)',
  ],
  [
    'an impossible limit',
    (r) => (r.options.limits.concurrency = 65),
    'the option concurrency is 65; run accepts 1 to 64',
  ],
  ['an impossible seed', (r) => (r.seed = 2 ** 32), 'the option seed is 4294967296'],
  ['a limit that is not a whole number', (r) => (r.options.limits.timeoutMs = 0), 'the option timeoutMs is 0'],
  [
    'a credential of nobody',
    (r) => (r.options.credentials = ['DealerID', 'root']),
    "the credential 'root' is not one of the document's",
  ],
  [
    'a warning of nobody',
    (r) => r.warnings.push('Certified by the ministry.'),
    'warnings[1] is "Certified by the ministry.", should be missing',
  ],
  ['a warning taken out', (r) => (r.warnings = []), 'warnings[0] is missing, should be "A placeholder was sent'],
  ['another code', (r) => (r.warningCodes = ['no-data']), 'warningCodes[0] is "no-data", should be "placeholder-sent"'],
  [
    'a warning that is longer',
    (r) => {
      r.slowDowns = 1;
      r.warnings.push('The target asked 1 time to slow down, and is fine.');
    },
    'warnings[1] is "The target asked 1 time to slow down, and is fine.", should be "The target asked 1 time',
  ],
  ['another rule set', (r) => (r.ruleSet = '2031.01'), "the rule set 2031.01 is not one of this program's"],
  [
    'a rule said to be excluded',
    (r) => (r.uncounted = [{ rule: 'http.status', level: 'required', since: newestRuleSet, cells: [], findings: [] }]),
    'uncounted is [{"rule":"http.status"',
  ],
];

test.each(forged)('what no run writes is refused: %s', (_name, change, sentence) => {
  expect(said(change)).toContain(sentence);
});

test('warnings follow from what runs and merges count', () => {
  const [once, often] = [1, 3].map((times) => ({ ms: 0, why: 'gone', again: times, lost: times - 1 }));
  const merged = { certificates: 2, first: 'shards/a/results.json', last: 'shards/b/results.json', days: 19 };
  const outages = [once, often].flatMap((one) => one ?? []);
  const results = wholeRun({ record: { backedOffBefore: 3, outages } });
  const whole = withWarnings({ ...results, merged }, shardWarnings({ merged }));
  expect(whole.warningCodes).toEqual([
    ...['placeholder-sent', 'slow-down', 'outages', 'shard-certificates', 'shards-apart'],
  ]);
  const evidence = readEvidence(bytesOf(whole), program);
  expect(typeof evidence === 'string' ? evidence : objection(evidence, false)).toBeNull();
  expect(said((r) => Object.assign(r, { slowDowns: 3 }))).toContain(
    'warnings[1] is missing, should be "The target asked',
  );
});

test('a placeholder that was refused is no note', () => {
  const results = wholeRun({ refused: true });
  expect(results.warningCodes).toEqual(['placeholder-refused']);
  const evidence = readEvidence(bytesOf(results), program);
  expect(typeof evidence === 'string' ? evidence : objection(evidence, false)).toBeNull();
});
