import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askedOf } from '../results/asked.ts';
import { shownOptions } from '../results/fold.ts';
import { readResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { recordedOptions } from '../results/run-record.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { newestRuleSet } from '../rules/rule-sets.ts';
import { ConfigError } from '../schemas/error.ts';
import { judged } from './ended.ts';
import type { EndedTarget } from './fleet-report.ts';
import type { FleetTarget } from './options.ts';

/**
 * What a target came to in an earlier run, whose results are in the folder for reports; null if it is to be run again: it
 * did not pass, or was asked for something else, or by another version, or its results can't be read.
 */
export function passedBefore(target: FleetTarget, reportsDir: string): EndedTarget | null {
  const { name } = target;
  const results = resultsIn(reportsDir, name);
  if (results === null || results.exitCode !== 0 || !isSameRun(results, target)) return null;
  const report = existsSync(join(reportsDir, name, 'report.html')) ? `${name}/report.html` : null;
  return judged({ name, options: recordedOptions(results) }, results, { results: `${name}/results.json`, report });
}

function resultsIn(reportsDir: string, name: string): Results | null {
  try {
    return readResults(reportsDir, join(reportsDir, name, 'results.json'));
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function isSameRun({ suite, target, namespace, namespaceFrom, ...before }: Results, { options }: FleetTarget): boolean {
  const found = namespaceFrom === 'wsdl' ? namespace : options.namespace;
  const asked = askedOf({ ...options, ruleSet: options.ruleSet ?? newestRuleSet, options: shownOptions(options) });
  return (
    JSON.stringify([suite.version, target, namespace, before.options.failOn, ...askedOf(before)]) ===
    JSON.stringify([suiteVersion(), options.target, found, options.failOn, ...asked])
  );
}
