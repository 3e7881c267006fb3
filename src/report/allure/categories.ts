import { Status } from 'allure-js-commons';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import { staleEntries, staleSentence } from '../../results/baseline.ts';
import { errorText } from '../../results/not-reached.ts';
import type { Results } from '../../results/results.ts';
import { shownLine } from '../shown-text.ts';

const kinds = [
  ['Required rules broken', Status.FAILED, 'required: '],
  ['Recommended rules broken', Status.FAILED, 'recommended'],
  ['Known failures', Status.FAILED, 'known failure'],
  ['Inconclusive: evidence is missing', Status.SKIPPED, 'inconclusive'],
  ['Not reached: a broken layer comes first', Status.SKIPPED, 'not reached'],
  ['Skipped: changes state at the target', Status.SKIPPED, 'skipped'],
] as const;

/**
 * Kinds of tests that did not pass, by how their message begins. `[\s\S]*`: Allure 2 matches the whole message,
 * Allure 3 looks for the pattern in it.
 */
export function categories(): Category[] {
  return kinds.map(([name, status, start]) => ({
    name,
    matchedStatuses: [status],
    messageRegex: `^${start}[\\s\\S]*`,
  }));
}

/** What breaks a run apart from its rules, or cut it short, so that nobody takes a report of passed tests for a pass. */
export function problemsOf(results: Results): readonly string[] {
  const { verdict, incomplete, warnings, baseline } = results;
  return [
    ...(verdict === 'error' ? [`${errorText(results)} ${warnings[0]}`] : []),
    ...(incomplete ? ['The run was cut short: what was not reached has no verdict.'] : []),
    ...staleEntries(baseline).map((entry) => staleSentence(entry, baseline?.file ?? '')),
  ].map((text) => shownLine(text, 2_000));
}

/** environment.properties: what was tested, with which suite and options, and the verdict. */
export function environmentOf(results: Results): EnvironmentInfo {
  const { suite, target, namespace, profile, seed, options, startedAt, verdict, requests } = results;
  return {
    target: shownLine(target, 2_000),
    namespace,
    verdict,
    ...Object.fromEntries(problemsOf(results).map((text, index) => [`problem ${index + 1}`, text])),
    suite: `${suite.name} ${suite.version}`,
    contract: suite.contractDigest,
    validator: suite.validator,
    profile,
    seed: `${seed}`,
    writes: options.includeWrites ? 'included' : 'left out',
    requests: `${requests}`,
    started: startedAt,
  };
}
