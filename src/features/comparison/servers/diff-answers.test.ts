import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testJudge } from '../../../judge/judge.fixture.ts';
import { type Answer, exchangeOf, goldens, withBody } from '../../../proof/mutants/golden.ts';
import { contract } from '../../../reference/client.fixture.ts';
import { respelled, someWays } from '../writing/respell.fixture.ts';
import { diffAnswers } from './diff-answers.ts';
import { keyOf, kinds } from './difference.ts';

interface HeadWay {
  /** The subject by which it is named. */
  readonly subject: string;
  readonly write: (answer: Answer) => Answer;
}

const named = (write: (line: string) => string): HeadWay => ({
  subject: 'letters of header names',
  write: (answer) => ({ ...answer, lines: answer.lines.map((line) => line.replace(/^[^:]+/, write)) }),
});

function valued(name: string, write: (value: string) => string): HeadWay {
  const lineOf = (line: string): string =>
    line.toLowerCase().startsWith(`${name.toLowerCase()}:`)
      ? line.replace(/: .*/, (value) => `: ${write(value.slice(2))}`)
      : line;
  const subject = `header ${name.toLowerCase()} as written`;
  return { subject, write: (answer) => ({ ...answer, lines: answer.lines.map(lineOf) }) };
}

/** Ways to write a head again that leave what it says. */
const headWays: readonly HeadWay[] = [
  named((name) => name.toLowerCase()),
  named((name) => name.toUpperCase()),
  valued('Content-Type', (value) => value.replace('utf-8', 'UTF-8')),
  valued('Content-Type', (value) => value.replace('utf-8', '"utf-8"')),
  valued('Content-Type', (value) => value.replace('; ', ';')),
  valued('Content-Type', (value) => value.replace('charset', 'Charset')),
  valued('Content-Type', (value) => value.replace(/^\w/, (letter) => letter.toUpperCase())),
  valued('Content-Type', (value) => value.replace(/; (charset=utf-8); (profile=a)/, '; $2; $1')),
  { subject: 'reason phrase', write: (answer) => ({ ...answer, statusLine: `${answer.statusLine}ay` }) },
];

/** The golden answers, with a second parameter of the media type. */
const answers = goldens(contract()).map((golden) => {
  const { lines } = golden.answer;
  const all = lines.map((line) => line.replace('charset=utf-8', 'charset=utf-8; profile=a'));
  return { ...golden, answer: { ...golden.answer, lines: all } };
});
const judge = await testJudge(contract());

/** Kind and subject of each difference, and whether each is told once. */
function told({ cell, call, answer }: (typeof answers)[number], other: Answer) {
  const read = (one: Answer) => judge.read({ call, expectation: 'sample', exchange: exchangeOf(one) }, cell, true);
  const found = diffAnswers({ a: read(answer), b: read(other) }, { kinds, rules: [], judge, redact: String });
  expect(new Set(found.map(keyOf)).size).toBe(found.length);
  return found.map(({ kind, subject }) => `${kind} ${subject}`);
}

test.each(headWays.map((way, at) => [`${at} ${way.subject}`, way] as const))('%s is named, alone', (_, way) => {
  for (const golden of answers) expect(told(golden, way.write(golden.answer))).toEqual([`spelling ${way.subject}`]);
});

test('an answer written in other ways, head and body, differs in spelling alone, each difference once', () => {
  const someHead = fc.subarray([...headWays], { maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...answers), someWays, someHead, (golden, ways, head) => {
      const body = Buffer.from(respelled(golden.answer.body.toString('utf8'), ways));
      const other = head.reduce((before, way) => way.write(before), withBody(golden.answer, body));
      const subjects = told(golden, other);
      expect(subjects.filter((subject) => !subject.startsWith('spelling '))).toEqual([]);
      expect(subjects).toEqual(expect.arrayContaining(head.map(({ subject }) => `spelling ${subject}`)));
      expect(subjects).not.toContain('spelling other bytes');
    }),
    { numRuns: 300, seed: 11 },
  );
});
