import { createHash, randomUUID } from 'node:crypto';
import { Stage, Status, type TestResult } from 'allure-js-commons';
import { createTestResult, getEnvironmentLabels, getSuiteLabels } from 'allure-js-commons/sdk/reporter';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { failureName } from '../../options/known-failures.ts';
import type { Finding, RecordedCall } from '../../results/outcome.ts';
import type { BaselineEntryResult, CellResult, Results } from '../../results/results.ts';
import { type CellRuleOutcome, outcomesByCell } from '../../results/rule-outcomes.ts';
import { requirementsOf } from '../../rules/cites.ts';
import { basisText, type Rule } from '../../rules/rule.ts';
import { rulesBy } from '../../rules/rules.ts';
import { shownLine, shownText } from '../shown-text.ts';
import { FRAMEWORK } from './own.ts';
import { type Attach, stepsOf } from './steps.ts';

/** Characters that are kept of a target's text; attachments hold the whole exchange. */
const MOST = 2_000;

/**
 * A test for each rule of each cell, cell by cell. One that passed has no exchange, except the first of its cell.
 * @param onlyFindings - leave out tests of rules without a finding
 */
export function* testsByCell(results: Results, contract: Contract, onlyFindings: boolean, attach: Attach) {
  const kept = new Map(results.exchanges.toReversed().map((one) => [cellName(one), one]));
  // A millisecond apart: Allure sorts tests by start time.
  let start = Date.parse(results.startedAt);
  for (const { cell, outcomes } of outcomesByCell(results)) {
    const first = outcomes.find(({ status }) => status === 'passed');
    yield outcomes.flatMap((outcome, index): TestResult | readonly TestResult[] => {
      if (onlyFindings && outcome.finding === null) return [];
      const shown = outcome.finding ?? (outcome === first ? kept.get(cellName(cell)) : undefined);
      const time = { start, stop: start + Math.round(shown?.exchange.durationMs ?? 0) };
      start += 1;
      const test = testOf(outcome, shown?.call, cell, results, contract);
      const steps = stepsOf(outcome, test.status, cell.rules[index]?.judged ?? 0, shown?.exchange, time, attach);
      return { ...test, ...time, steps };
    });
  }
}

const BROKEN: ReadonlySet<CellRuleOutcome['status']> = new Set(['failed', 'known', 'tolerated']);

const severities: Readonly<Record<string, string>> = {
  required: 'critical',
  recommended: 'normal',
  observed: 'trivial',
};

/** One rule of one cell, without its steps: all of it is from results.json and the contract. */
function testOf(
  outcome: CellRuleOutcome,
  call: RecordedCall['call'] | undefined,
  cell: CellResult,
  results: Results,
  contract: Contract,
) {
  const { finding, status, level, why, operation, binding } = outcome;
  const shown = status === 'passed' ? Status.PASSED : BROKEN.has(status) ? Status.FAILED : Status.SKIPPED;
  const fullName = `${operation}/${binding}/${outcome.rule}`;
  // Made only from operation, binding and rule, so that Allure recognises the test in every report.
  const id = createHash('sha256').update(fullName).digest('hex').slice(0, 32);
  const rule = rulesBy(contract).find((one) => one.id === outcome.rule);
  const clauses = finding?.requirements ?? clausesOf(rule, cell, contract);
  const isThis = (entry: BaselineEntryResult): boolean => failureName(entry) === failureName(outcome);
  const failure = status === 'known' ? results.baseline?.entries.find(isThis) : undefined;
  const labels = [
    ['epic', binding],
    ['feature', operation],
    ['story', outcome.rule],
    ['severity', severities[level] ?? 'normal'],
    ['tag', level],
    ...(rule === undefined ? [] : [['tag', rule.layer]]),
    ...(status === 'known' ? [['tag', 'known']] : []),
    ['verdict', status],
    ...(failure === undefined ? [] : [['owner', shownLine(failure.owner, MOST)]]),
    ['framework', FRAMEWORK],
  ].map(([name = '', value = '']) => ({ name, value }));
  const parameters = [
    ['target', results.target],
    ['seed', `${results.seed}`],
    ['profile', results.profile],
    ...Object.entries({ ...call?.values, ...call?.header }),
  ] as const;
  return {
    ...createTestResult(randomUUID(), id),
    testCaseId: id,
    fullName,
    name: rule === undefined ? outcome.rule : `${outcome.rule}: ${rule.title}`,
    titlePath: [operation, binding],
    status: shown,
    stage: shown === Status.SKIPPED ? Stage.PENDING : Stage.FINISHED,
    statusDetails: {
      // The categories use its first word.
      ...(why === null ? {} : { message: shownText(status === 'failed' ? `${level}: ${why}` : why, MOST) }),
      ...(finding === null ? {} : breakOf(finding)),
      ...(status === 'known' ? { known: true, muted: true } : {}),
    },
    // Markdown of our texts; nothing in it comes from the target.
    description: rule === undefined ? '' : descriptionOf(rule, clauses, contract),
    labels: [...getSuiteLabels([operation, binding]), ...getEnvironmentLabels(), ...labels],
    links: [
      // Where the HTML report shows a clause, relative to a report that Allure generated into a folder next to it (`-o
      // reports/allure-report`). Allure 2 follows it; Allure 3 follows absolute addresses only and shows the id.
      ...clauses.map((name) => ({ url: `../report.html#requirement-${name}`, name, type: 'tms' })),
      ...(finding?.docs === undefined ? [] : [{ url: finding.docs, name: outcome.rule, type: 'rule' }]),
      ...issuesIn(failure?.reason ?? ''),
    ],
    // Excluded: Allure builds its history id from the others, and another seed must not start a new history.
    parameters: parameters.map(([name, value]) => {
      return { name, value: shownLine([value].flat().join(', '), MOST), excluded: true };
    }),
  };
}

function breakOf({ expected, actual, location, reproduce }: Finding) {
  const trace = [...(location === null ? [] : [`at ${location}`]), `again: ${reproduce.command}`];
  // Allure shows the trace in place of a stack.
  return {
    expected: shownText(expected, MOST),
    actual: shownText(actual, MOST),
    trace: shownText(trace.join('\n'), 2 * MOST),
  };
}

/** The addresses in the reason of a known failure, as links to issues. */
function issuesIn(reason: string) {
  const addresses = reason.match(/https?:\/\/[^\s<>"'()\p{Cc}\p{Cf}]*[^\s<>"'()\p{Cc}\p{Cf}.,;:!?]/gu) ?? [];
  return addresses.map((url) => ({ url, name: url, type: 'issue' }));
}

/** The clauses behind a rule in a cell; none if this version has no such rule. */
function clausesOf(rule: Rule | undefined, cell: CellResult, contract: Contract): readonly string[] {
  if (rule === undefined) return [];
  const operation = operationNamed(contract, cell.operation);
  return requirementsOf(rule, { operation, binding: cell.binding }, contract);
}

function descriptionOf(rule: Rule, clauses: readonly string[], contract: Contract): string {
  const texts = clauses.map((id) => {
    const text = contract.requirements.find((one) => one.id === id)?.text ?? '';
    return `- \`${id}\` ${plain(text)}`;
  });
  return [
    plain(rule.title),
    '',
    contract.by === 'wsdl' ? '**Parts of the WSDL**' : '**Clauses of the document**',
    '',
    ...texts,
    ...(rule.standard === undefined ? [] : ['', `**Standard** ${plain(rule.standard)}`]),
    '',
    `**Basis** ${plain(rule.basis.map(basisText).join('; '))}`,
    '',
    `**Why clients break** ${plain(rule.breaks)}`,
  ].join('\n');
}

/** Text that Markdown leaves as it is (CommonMark 0.31, section 2.5: a character reference is never markup). */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>&~|#]/g, (character) => `&#${character.charCodeAt(0)};`);
}
