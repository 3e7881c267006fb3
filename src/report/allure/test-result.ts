import { createHash, randomUUID } from 'node:crypto';
import { Stage, Status, type StepResult, type TestResult } from 'allure-js-commons';
import { createStepResult, createTestResult } from 'allure-js-commons/sdk/reporter';
import type { Call } from '../../bindings/call.ts';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { type Finding, failureName, type RecordedCall } from '../../results/outcome.ts';
import type { BaselineEntryResult, Results } from '../../results/results.ts';
import type { RuleOutcome } from '../../results/rule-outcomes.ts';
import { requirementsOf } from '../../rules/cites.ts';
import { basisText, type Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { shownLine, shownText } from '../shown-text.ts';
import { requestText, responseText } from './evidence.ts';
import { FRAMEWORK } from './own.ts';

/** Characters that are kept of a target's text; attachments hold the whole exchange. */
const MOST = 2_000;

/** Characters of a step's name that a target may fill. */
const NAME = 200;

interface Judged {
  readonly outcome: RuleOutcome;
  /** How many answers it judged. */
  readonly judged: number;
  /** The exchange to show, if any. */
  readonly shown: Finding | RecordedCall | null;
  /** Milliseconds, as Date has them. */
  readonly start: number;
  /** Keeps a text as a file and returns its name. */
  readonly attach: (text: string) => string;
}

const UNJUDGED: ReadonlySet<string> = new Set(['inconclusive', 'not-applicable', 'not-reached', 'skipped']);

/** One rule of one cell as Allure shows it, made only from results.json and the contract. */
export function testResult(one: Judged, results: Results, contract: Contract): TestResult {
  const { outcome, shown, start } = one;
  const { operation, binding, finding, status, level, why } = outcome;
  const fullName = `${operation}/${binding}/${outcome.rule}`;
  // Made only from operation, binding and rule, so that Allure recognises the test in every report.
  const id = createHash('sha256').update(fullName).digest('hex').slice(0, 32);
  const rule = rules.find((one) => one.id === outcome.rule);
  const clauses = finding?.requirements ?? clausesOf(rule, outcome, contract);
  const isThis = (entry: BaselineEntryResult): boolean => failureName(entry) === failureName(outcome);
  const known = status === 'known' ? (results.baseline?.entries.find(isThis) ?? null) : null;
  const verdict = status === 'passed' ? Status.PASSED : UNJUDGED.has(status) ? Status.SKIPPED : Status.FAILED;
  const stop = start + Math.round(shown?.exchange.durationMs ?? 0);
  return {
    ...createTestResult(randomUUID(), id),
    testCaseId: id,
    fullName,
    titlePath: [operation, binding],
    name: rule === undefined ? outcome.rule : `${outcome.rule}: ${rule.title}`,
    status: verdict,
    statusDetails: why === null ? {} : detailsOf(outcome, why),
    stage: verdict === Status.SKIPPED ? Stage.PENDING : Stage.FINISHED,
    // Markdown of our texts; nothing in it comes from the target.
    description: rule === undefined ? '' : descriptionOf(rule, clauses, contract),
    steps: stepsOf(one, verdict, stop),
    labels: [
      { name: 'parentSuite', value: operation },
      { name: 'suite', value: binding },
      { name: 'epic', value: binding },
      { name: 'feature', value: operation },
      { name: 'story', value: outcome.rule },
      { name: 'severity', value: severities[level] ?? 'normal' },
      ...[level, rule?.layer ?? [], status === 'known' ? status : []].flat().map((value) => ({ name: 'tag', value })),
      { name: 'verdict', value: status },
      ...(known === null ? [] : [{ name: 'owner', value: shownLine(known.owner, MOST) }]),
      { name: 'framework', value: FRAMEWORK },
    ],
    links: [
      // Where the HTML report shows a clause, relative to a report that Allure generated into a folder next to it (`-o
      // reports/allure-report`). Allure 2 follows it; Allure 3 follows absolute addresses only and shows the id.
      ...clauses.map((clause) => ({ url: `../report.html#requirement-${clause}`, name: clause, type: 'tms' })),
      ...issuesIn(known?.reason ?? ''),
    ],
    parameters: parametersOf(shown?.call ?? null, results),
    start,
    stop,
  };
}

/** The request is sent at the start; the answer is received and judged at the end. */
function stepsOf({ outcome, judged, shown, start, attach }: Judged, verdict: Status, stop: number): StepResult[] {
  const step = (name: string, from: number, more: Partial<StepResult>): StepResult => {
    return { ...createStepResult(), name, stage: Stage.FINISHED, start: from, stop, ...more };
  };
  // Plain text, whatever type the target declares: an attachment opened in a tab must not run.
  const attached = (name: string, text: string): StepResult =>
    step(name, stop, { attachments: [{ name, source: attach(text), type: 'text/plain' }] });
  const steps: StepResult[] = [];
  if (shown !== null) {
    const { request, response } = shown.exchange;
    const came = 'trouble' in response ? response.trouble.message : `${response.status} ${response.reason}`;
    const sent = `${request.method} ${shownLine(request.url, NAME)}`;
    const [inner, answer] = [attached('request', requestText(request)), attached('response', responseText(response))];
    steps.push(step(`send ${sent}`, start, { status: Status.PASSED, steps: [inner] }));
    steps.push(step(`receive ${shownLine(came, NAME)}`, stop, { status: Status.PASSED, steps: [answer] }));
  }
  if (outcome.finding !== null) steps.push(attached('curl', shownText(outcome.finding.reproduce.curl, 100 * MOST)));
  if (verdict !== Status.SKIPPED)
    steps.push(step(`judge ${outcome.rule}: ${judged} answers`, stop, { status: verdict }));
  return steps;
}

const severities: Readonly<Record<string, string>> = {
  required: 'critical',
  recommended: 'normal',
  observed: 'trivial',
};

/** @param why - the categories use its first word */
function detailsOf({ status, level, finding }: RuleOutcome, why: string): TestResult['statusDetails'] {
  const message = shownText(status === 'failed' ? `${level}: ${why}` : why, MOST);
  const flags = status === 'known' ? { known: true, muted: true } : {};
  if (finding === null) return { message, ...flags };
  const { expected, actual, location, reproduce } = finding;
  // Allure shows it in place of a stack.
  const trace = [...(location === null ? [] : [`at ${location}`]), `again: ${reproduce.command}`].join('\n');
  const shown = { expected: shownText(expected, MOST), actual: shownText(actual, MOST) };
  return { message, trace: shownText(trace, 2 * MOST), ...shown, ...flags };
}

/** Excluded: Allure builds its history id from the others, and another seed must not start a new history. */
function parametersOf(call: Call | null, { target, seed, profile }: Results): TestResult['parameters'] {
  const all = { target, seed: `${seed}`, profile, ...call?.values, ...call?.header };
  const text = (value: string | readonly string[]): string => shownLine([value].flat().join(', '), MOST);
  return Object.entries(all).map(([name, value]) => ({ name, value: text(value), excluded: true }));
}

/** The addresses in the reason of a known failure, as links to issues. */
function issuesIn(reason: string) {
  const addresses = reason.match(/https?:\/\/[^\s<>"'()\p{Cc}\p{Cf}]*[^\s<>"'()\p{Cc}\p{Cf}.,;:!?]/gu) ?? [];
  return addresses.map((url) => ({ url, name: url, type: 'issue' }));
}

/** The clauses behind a rule in a cell; none if this version has no such rule. */
function clausesOf(rule: Rule | undefined, { operation, binding }: RuleOutcome, contract: Contract): readonly string[] {
  if (rule === undefined) return [];
  return requirementsOf(rule, { operation: operationNamed(contract, operation), binding }, contract);
}

function descriptionOf(rule: Rule, clauses: readonly string[], contract: Contract): string {
  const texts = clauses.map((id) => {
    const text = contract.requirements.find((one) => one.id === id)?.text ?? '';
    return `- \`${id}\` ${plain(text)}`;
  });
  return [
    plain(rule.title),
    '',
    '**Clauses of the document**',
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
