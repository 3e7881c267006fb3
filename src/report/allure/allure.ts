import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Status } from 'allure-js-commons';
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { staleEntries, staleSentence } from '../../results/baseline.ts';
import { errorText } from '../../results/not-reached.ts';
import type { Results } from '../../results/results.ts';
import { outcomesByCell } from '../../results/rule-outcomes.ts';
import { shownLine } from '../shown-text.ts';
import { PROBLEM, removeOwn } from './own.ts';
import { testResult } from './test-result.ts';

/**
 * Writes results as allure-results into a folder and removes our earlier ones from it: a test for each rule of each
 * cell. @param onlyFindings - leave out tests of rules without a finding; without any, no file is written
 */
export async function writeAllure(
  results: Results,
  contract: Contract,
  folder: string,
  onlyFindings = false,
): Promise<void> {
  const resultsDir = resolve(folder);
  await removeOwn(resultsDir);
  const writer = new FileSystemWriter({ resultsDir });
  const attach = (text: string): string => {
    const source = `${randomUUID()}-attachment.txt`;
    writer.writeAttachment(source, Buffer.from(text));
    return source;
  };
  const kept = new Map(results.exchanges.toReversed().map((one) => [cellName(one), one]));
  let start = Date.parse(results.startedAt);
  for (const { cell, outcomes } of outcomesByCell(results)) {
    const first = outcomes.find(({ status }) => status === 'passed');
    for (const [index, outcome] of outcomes.entries()) {
      if (onlyFindings && outcome.finding === null) continue;
      // One that passed has no exchange, except the first of its cell.
      const shown = outcome.finding ?? (outcome === first ? (kept.get(cellName(cell)) ?? null) : null);
      const judged = cell.rules[index]?.judged ?? 0;
      writer.writeResult(testResult({ outcome, judged, shown, start, attach }, results, contract));
      // A millisecond apart: Allure sorts tests by start time.
      start += 1;
    }
  }
  if (start === Date.parse(results.startedAt)) return;
  writer.writeEnvironmentInfo(environmentOf(results));
  writer.writeCategoriesDefinitions(categories());
  const errors = problemsOf(results).map((text) => ({ message: `${PROBLEM}${text}`, timestamp: start }));
  if (errors.length > 0) writer.writeGlobals(`${randomUUID()}-globals.json`, { attachments: [], errors });
}

const kinds = [
  ['Required rules broken', Status.FAILED, 'required: '],
  ['Recommended rules broken', Status.FAILED, 'recommended'],
  ['Known failures', Status.FAILED, 'known failure'],
  ['Inconclusive: evidence is missing', Status.SKIPPED, 'inconclusive'],
  ['Not reached: a broken layer comes first', Status.SKIPPED, 'not reached'],
  ['Not applicable: the target offers nothing to judge', Status.SKIPPED, 'not applicable'],
  ['Skipped: changes state at the target', Status.SKIPPED, 'skipped'],
] as const;

/** Kinds of tests that did not pass, by the start of their message (`[\s\S]*`: Allure 2 matches the whole). */
function categories(): Category[] {
  return kinds.map(([name, status, start]) => {
    return { name, matchedStatuses: [status], messageRegex: `^${start}[\\s\\S]*` };
  });
}

/** What breaks a run besides its rules, or cut it short, so that a report of passed tests is not taken for a pass. */
function problemsOf(results: Results): readonly string[] {
  const { verdict, incomplete, warnings, baseline } = results;
  return [
    ...(verdict === 'error' ? [`${errorText(results)} ${warnings[0]}`] : []),
    ...(incomplete ? ['The run was cut short: what was not reached has no verdict.'] : []),
    ...staleEntries(baseline).map((entry) => staleSentence(entry, baseline?.file ?? '')),
  ].map((text) => shownLine(text, 2_000));
}

/** environment.properties: what was tested, with which suite and options, and the verdict. */
function environmentOf(results: Results): EnvironmentInfo {
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
