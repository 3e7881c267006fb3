import { dayText } from '../../base/days.ts';
import { plural } from '../../base/words.ts';
import { changingFields } from '../../results/changing.ts';
import type { Results } from '../../results/results.ts';
import { suiteIdentity } from '../../results/suite-identity.ts';
import { unusedLines } from '../../results/unused.ts';
import { line } from '../../views/shown-text.ts';
import { endOf, exclusions, type Statement, waivers } from './statement.ts';

/** How the target was reached. */
export function reachedText({ target, options }: Pick<Results, 'target' | 'options'>): string {
  const { ca, cert, proxy, headers } = options;
  const isPlain = !target.startsWith('https://');
  return [
    isPlain ? 'no TLS' : ca ? 'TLS trust given by the user (--ca)' : "the system's TLS trust",
    ...(cert && !isPlain ? ['a client certificate'] : []),
    proxy ? 'over a proxy' : 'no proxy',
    headers.length === 0 ? 'no extra headers' : `extra headers ${headers.join(', ')}`,
  ].join(', ');
}

export function statementText(statement: Statement, results: Results, keyId: string): string {
  const { predicate } = statement;
  const end = endOf(statement);
  const { target, namespace, startedAt, suite, profile, ruleSet, options, cells, seed, seedDrawn } = results;
  const { result, passedTests, warnedTests } = predicate;
  const { node, filesDigest: files } = suite;
  return [
    `target: ${target}`,
    `namespace: ${namespace}`,
    `tested: ${dayText(startedAt.slice(0, 10))} by ${suite.name} ${suite.version}, profile ${profile}`,
    `suite: ${suite.validator}${node ? `, Node.js ${node}` : ''}${files ? `, files ${files}` : ''}`,
    ...(files === undefined || files === suiteIdentity().filesDigest
      ? []
      : [`! files: not those of this installation of ${suite.version}, so the code of one of the two was changed`]),
    `reached: ${reachedText(results)}`,
    ...(end === null ? [] : [`last day: ${end.day}, ${end.of}`]),
    seedDrawn === true
      ? `seed: ${seed}, drawn by the suite`
      : `! seed: ${seed}, not drawn by \`run --certify\`: the calls could be known in advance`,
    `result: ${result}: ${plural(passedTests.length, 'verdict')} of rules in ${plural(cells.length, 'cell')} are ` +
      `pass, ${warnedTests.length} carry a warning`,
    ...waivers(results).map(
      ({ test, owner, reason, expires, flaky }) =>
        `waived: ${test}${flaky === true ? ' (comes and goes)' : ''}, ${owner}: ` +
        `${reason}${expires === null ? '' : `, until ${expires}`}`,
    ),
    `rule set: ${ruleSet}`,
    ...exclusions(results).map(({ rule, challenge, reason }) => `excluded by ${challenge}: ${rule}: ${reason}`),
    ...unusedLines(options).map((text) => `declared unused: ${text}`),
    ...[...changingFields(cells)].map(([name, fields]) => `not compared: ${[...fields].join(', ')} of ${name}`),
    `key: ${keyId}`,
  ]
    .map(line)
    .join('');
}
