import { createHash } from 'node:crypto';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { failureName } from '../../options/known-failures.ts';
import type { Finding, RecordedCall } from '../../results/outcome.ts';
import type { BaselineEntryResult, CellResult, Results } from '../../results/results.ts';
import { type CellRuleOutcome, outcomesByCell } from '../../results/rule-outcomes.ts';
import { requirementsOf } from '../../rules/cites.ts';
import { basisText, type Rule } from '../../rules/rule.ts';
import { rulesBy } from '../../rules/rules.ts';
import type { Call } from '../../wire/soap/call.ts';
import { shownLine, shownText } from '../shown-text.ts';

/** Characters that are kept of a target's text; attachments hold the whole exchange. */
const MOST = 2_000;

/**
 * A test for each rule of each cell. One that passed has no exchange, except the first of its cell.
 * @param onlyFindings - leave out tests of rules without a finding, and cells without any
 */
export function recordedCells(results: Results, contract: Contract, onlyFindings = false): readonly RecordedCell[] {
  const kept = new Map(results.exchanges.toReversed().map((one) => [`${one.operation}/${one.binding}`, one]));
  const cells = outcomesByCell(results).map(({ cell, outcomes }) => {
    const first = outcomes.find(({ status }) => status === 'passed');
    const tests = outcomes.map((outcome, index) => {
      const answered = outcome === first ? (kept.get(`${cell.operation}/${cell.binding}`) ?? null) : null;
      return recordedTest(outcome, cell.rules[index]?.judged ?? 0, answered, cell, results, contract);
    });
    return { operation: cell.operation, binding: cell.binding, tests };
  });
  if (!onlyFindings) return cells;
  return cells
    .map((cell) => ({ ...cell, tests: cell.tests.filter(({ broken }) => broken !== null) }))
    .filter(({ tests }) => tests.length > 0);
}

/** One rule of one cell, as Allure shows it: plain data, all of it from results.json and the contract. */
export type RecordedTest = Readonly<ReturnType<typeof recordedTest>>;

/** One cell with its tests, in the order they were judged. */
export interface RecordedCell extends Pick<CellResult, 'operation' | 'binding'> {
  readonly tests: readonly RecordedTest[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** A run for its worker; `problems`: what breaks it besides its rules, or cut it short, one sentence each. */
    recorded: { readonly cells: readonly RecordedCell[]; readonly problems: readonly string[] };
  }
}

function recordedTest(
  outcome: CellRuleOutcome,
  judged: number,
  kept: RecordedCall | null,
  cell: CellResult,
  results: Results,
  contract: Contract,
) {
  const { finding, status, level, why } = outcome;
  const shown = finding ?? kept;
  const fullName = `${cell.operation}/${cell.binding}/${outcome.rule}`;
  const rule = rulesBy(contract).find(({ id }) => id === outcome.rule);
  const clauses = finding?.requirements ?? clausesOf(rule, cell, contract);
  const isThis = (entry: BaselineEntryResult): boolean => failureName(entry) === failureName(outcome);
  const failure = status === 'known' ? (results.baseline?.entries.find(isThis) ?? null) : null;
  return {
    // Made only from operation, binding and rule, so that Allure recognises the test in every report.
    id: createHash('sha256').update(fullName).digest('hex').slice(0, 32),
    rule: outcome.rule,
    fullName,
    name: rule === undefined ? outcome.rule : `${outcome.rule}: ${rule.title}`,
    status,
    judged,
    // Markdown of our texts; nothing in it comes from the target.
    description: rule === undefined ? '' : descriptionOf(rule, clauses, contract),
    severity: severities[level] ?? 'normal',
    tags: [level, ...(rule === undefined ? [] : [rule.layer]), ...(status === 'known' ? ['known'] : [])],
    owner: failure === null ? null : shownLine(failure.owner, MOST),
    links: [
      // Where the HTML report shows a clause, relative to a report that Allure generated into a folder next to it (`-o
      // reports/allure-report`). Allure 2 follows it; Allure 3 follows absolute addresses only and shows the id.
      ...clauses.map((id) => ({ url: `../report.html#requirement-${id}`, name: id, type: 'tms' as const })),
      ...(finding?.docs === undefined ? [] : [{ url: finding.docs, name: outcome.rule, type: 'rule' as const }]),
      ...issuesIn(failure?.reason ?? ''),
    ],
    parameters: [
      { name: 'target', value: shownLine(results.target, MOST) },
      { name: 'seed', value: `${results.seed}` },
      { name: 'profile', value: results.profile },
      ...callParameters(shown?.call ?? null),
    ],
    // The categories use its first word.
    message: why === null ? null : shownText(status === 'failed' ? `${level}: ${why}` : why, MOST),
    broken: finding === null ? null : breakOf(finding),
    exchange: shown?.exchange ?? null,
  };
}

const severities: Readonly<Record<string, string>> = {
  required: 'critical',
  recommended: 'normal',
  observed: 'trivial',
};

function callParameters(call: Call | null) {
  const values = Object.entries({ ...call?.values, ...call?.header });
  return values.map(([name, value]) => ({
    name,
    value: shownLine(typeof value === 'string' ? value : value.join(', '), MOST),
  }));
}

function breakOf({ expected, actual, location, reproduce }: Finding) {
  const trace = [...(location === null ? [] : [`at ${location}`]), `again: ${reproduce.command}`];
  return {
    expected: shownText(expected, MOST),
    actual: shownText(actual, MOST),
    // Allure shows it in place of a stack.
    trace: shownText(trace.join('\n'), 2 * MOST),
    curl: shownText(reproduce.curl, 100 * MOST),
  };
}

/** The addresses in the reason of a known failure, as links to issues. */
function issuesIn(reason: string) {
  const addresses = reason.match(/https?:\/\/[^\s<>"'()\p{Cc}\p{Cf}]*[^\s<>"'()\p{Cc}\p{Cf}.,;:!?]/gu) ?? [];
  return addresses.map((url) => ({ url, name: url, type: 'issue' as const }));
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
