import { printable } from '../report/terminal/palette.ts';
import { changingFields } from '../results/changing.ts';
import type { Results } from '../results/results.ts';
import { unusedLines } from '../results/unused.ts';
import { type Statement, waivers } from './statement.ts';

/** Characters of a line that are shown: what stands in a file may be of any length. */
const LONGEST = 600;

/** Text from a file on one line of its own, so that it can't pass for another line of ours. */
export function line(text: string): string {
  const whole = printable(text.replaceAll(/\s+/g, ' '));
  return `${whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole}\n`;
}

/** What a statement says, in lines for a terminal. */
export function statementText({ predicate }: Statement, results: Results, keyId: string): string {
  const { target, startedAt, suite, profile, options, cells } = results;
  const { result, passedTests, warnedTests } = predicate;
  return [
    `target: ${target}`,
    `tested: ${startedAt.slice(0, 10)} by ${suite.name} ${suite.version}, profile ${profile}`,
    `result: ${result}: ${passedTests.length} verdicts of rules in ${cells.length} cells are pass, ${warnedTests.length} carry a warning`,
    ...waivers(results).map(
      ({ test, owner, reason, expires }) =>
        `waived: ${test}, ${owner}: ${reason}${expires === null ? '' : `, until ${expires}`}`,
    ),
    ...unusedLines(options).map((text) => `declared unused: ${text}`),
    ...[...changingFields(cells)].map(([name, fields]) => `not compared: ${[...fields].join(', ')} of ${name}`),
    `key: ${keyId}`,
  ]
    .map(line)
    .join('');
}
