import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Status } from 'allure-js-commons';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import type { Contract } from '../../contract/model.ts';
import { staleEntries } from '../../results/baseline.ts';
import { errorText } from '../../results/causes/not-reached.ts';
import type { Results } from '../../results/results.ts';
import { shownLine } from '../shown-text.ts';
import { PROBLEM, removeOwn } from './own.ts';
import { testsByCell } from './tests.ts';

/**
 * Writes results as allure-results into a folder and removes our earlier ones from it: a test for each rule of each cell.
 * @param onlyFindings - leave out tests of rules without a finding @param late - ends it, with nothing written @returns
 * whether they are written
 */
export async function writeAllure(
  results: Results,
  contract: Contract,
  folder: string,
  onlyFindings: boolean,
  late: AbortSignal,
): Promise<boolean> {
  const resultsDir = resolve(folder);
  await removeOwn(resultsDir);
  const writer = new FileSystemWriter({ resultsDir });
  const attach = (text: string): string => {
    const file = `${randomUUID()}-attachment.txt`;
    writer.writeAttachment(file, Buffer.from(text));
    return file;
  };
  let written = 0;
  for (const tests of testsByCell(results, contract, onlyFindings, attach)) {
    for (const test of tests) writer.writeResult(test);
    written += tests.length;
    // All files take seconds: until then a signal must be heard.
    await setImmediate();
    if (late.aborted) {
      await removeOwn(resultsDir);
      return false;
    }
  }
  if (written === 0) return true;
  for (const problem of runProblems(results)) {
    const errors = [{ message: `${PROBLEM}${problem}`, timestamp: Date.now() }];
    writer.writeGlobals(`${randomUUID()}-globals.json`, { attachments: [], errors });
  }
  writer.writeCategoriesDefinitions(categories);
  writer.writeEnvironmentInfo(environmentOf(results));
  return true;
}

const categories = [
  category('Required rules broken', Status.FAILED, 'required: '),
  category('Recommended rules broken', Status.FAILED, 'recommended'),
  category('Known failures', Status.FAILED, 'known failure'),
  category('Inconclusive: evidence is missing', Status.SKIPPED, 'inconclusive'),
  category('Not reached: a broken layer comes first', Status.SKIPPED, 'not reached'),
  category('Not applicable: the target offers nothing to judge', Status.SKIPPED, 'not applicable'),
  category('Skipped: changes state at the target', Status.SKIPPED, 'skipped'),
];

/** A kind of tests that did not pass, by the start of their message (`[\s\S]*`: Allure 2 matches the whole). */
function category(name: string, status: Status, start: string): Category {
  return { name, matchedStatuses: [status], messageRegex: `^${start}[\\s\\S]*` };
}

/** What breaks a run besides its rules, or cut it short, so that a report of passed tests is not taken for a pass. */
function runProblems(results: Results): readonly string[] {
  const { verdict, incomplete, failure } = results;
  return [
    ...(verdict === 'error' ? [`${errorText(results)} ${failure?.message ?? ''}`] : []),
    ...(incomplete ? ['The run was cut short: what was not reached has no verdict.'] : []),
    ...staleEntries(results).map(({ sentence }) => sentence),
  ].map((text) => shownLine(text, 2_000));
}

/** environment.properties: what was tested, with which suite and options, and the verdict. */
function environmentOf(results: Results): EnvironmentInfo {
  const { suite, target, namespace, profile, seed, options, startedAt, verdict, requests } = results;
  return {
    target: shownLine(target, 2_000),
    namespace,
    verdict,
    ...Object.fromEntries(runProblems(results).map((text, index) => [`problem ${index + 1}`, text])),
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
