import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../results/read.ts';
import type { ResultOptions } from '../results/results.ts';
import { recordedOptions } from '../results/run-record.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { judged } from './ended.ts';
import type { EndedTarget } from './fleet-report.ts';
import type { FleetTarget } from './options.ts';

/**
 * What a target came to in an earlier run, whose results are in the folder for reports; null if it is to be run again: it
 * did not pass, or was asked for something else, or by another version.
 */
export function passedBefore({ name, options }: FleetTarget, reportsDir: string): EndedTarget | null {
  try {
    const results = readResults(reportsDir, join(reportsDir, name, 'results.json'));
    const { target, profile, namespace, namespaceFrom } = results;
    const before = [target, profile, namespace, suiteVersion(), ...askedOf(results.options), null];
    const found = namespaceFrom === 'wsdl' ? namespace : options.namespace;
    const now = [
      options.target,
      options.profile,
      found,
      results.suite.version,
      ...askedOf(options),
      results.options.cells,
    ];
    if (results.exitCode !== 0 || JSON.stringify(before) !== JSON.stringify(now)) return null;
    const report = existsSync(join(reportsDir, name, 'report.html')) ? `${name}/report.html` : null;
    return judged({ name, options: recordedOptions(results) }, results, { results: `${name}/results.json`, report });
  } catch {
    // Without results that can be read.
    return null;
  }
}

type Asked = Pick<ResultOptions, 'operations' | 'bindings' | 'rules' | 'runs' | 'includeWrites' | 'failOn'>;

function askedOf({ operations, bindings, rules, runs, includeWrites, failOn }: Asked): readonly unknown[] {
  return [operations, bindings, rules, runs, includeWrites, failOn];
}
