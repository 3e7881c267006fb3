import { grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { Reason } from '../../rules/judgement.ts';
import { CONTRACT_FILTER_CAUSE } from '../../rules/request/parameters.ts';
import type { Finding, RuleResult } from '../outcome.ts';
import { absenceCause, absenceOfOperations } from './causes.ts';
import { bindingsGone, type FoldedParts, firstCause, isAnswered, isOwnFault, ofAbsence } from './first-cause.ts';
import { statusIn } from './seen-by-others.ts';

/**
 * The outcomes, with what one mistake explains, or a missing operation or binding, as one cause, and 'not-reached'
 * where nothing is left to judge, as a SOAPAction that is blamed for an unknown operation.
 */
export function withAbsenceAsOneCause(record: FoldedParts): readonly RuleResult[] {
  const first = firstCause(record);
  return first === null ? withAbsence(record) : record.ruleResults.map((one) => explained(one, first));
}

function explained(one: RuleResult, { cause, makesOf }: NonNullable<ReturnType<typeof firstCause>>): RuleResult {
  const made = one.finding === null ? null : makesOf(one);
  if (made === null || one.finding === null) return one;
  return made === 'finding'
    ? { ...one, finding: { ...one.finding, cause } }
    : notReached(one, 'a problem of the whole run left nothing to judge');
}

function withAbsence({ cells, summaries, ruleResults }: FoldedParts): readonly RuleResult[] {
  const states = new Map(summaries.map((one) => [cellName(one), isAnswered(one)]));
  const called = cells.filter((cell) => states.get(cellName(cell)) != null);
  const isAbsent = (mine: (cell: Cell) => boolean): boolean => {
    const own = called.filter(mine);
    return own.length > 1 && own.every((cell) => states.get(cellName(cell)) === false);
  };
  const names = [...new Set(cells.map(({ operation }) => operation.name))];
  const operations = names.filter((name) => isAbsent(({ operation }) => operation.name === name));
  const absences = absencesOf(operations, ruleResults);
  const bindings = bindingsGone({ cells, summaries });
  const takes = new Set(called.filter((cell) => states.get(cellName(cell)) === true).map(({ binding }) => binding));
  // A server that says why it refuses every call of a cell.
  const byAction = new Map(
    ruleResults.flatMap(({ finding }) =>
      finding !== null && isForAction(finding, operations) ? [[cellName(finding), finding.cause] as const] : [],
    ),
  );
  return ruleResults.map((one): RuleResult => {
    const { rule, operation, binding, finding } = one;
    const isGone = bindings.includes(binding);
    if (finding === null || states.get(cellName(one)) !== false) return one;
    const action = byAction.get(cellName(one));
    if (action !== undefined)
      return ofAbsence.has(rule) || rule === ACTION ? { ...one, finding: { ...finding, cause: action } } : one;
    const absence = isGone ? absenceCause(bindings) : absences.get(operation);
    if (absence === undefined) {
      // A single cell that answers no call: that it does so in other bindings says no more.
      const status = ruleResults.find((other) => other.rule === 'http.status' && cellName(other) === cellName(one));
      const own = rule === 'binding.parity' ? status?.finding?.cause : undefined;
      return own === undefined ? one : { ...one, finding: { ...finding, cause: own } };
    }
    if (ofAbsence.has(rule)) return { ...one, finding: { ...finding, cause: absence } };
    if (rule !== ACTION || isGone || !takes.has(binding)) return one;
    return notReached(one, 'the operation does not exist');
  });
}

const ACTION = 'request.soapaction';

/** Whether a cell refuses every call for its action, and not because its operation or binding does not exist. */
function isForAction(finding: Finding, absent: readonly string[]): boolean {
  if (finding.cause === CONTRACT_FILTER_CAUSE) return true;
  return finding.rule === ACTION && !absent.includes(finding.operation) && isOwnFault(finding);
}

/** The cause of each absent operation: those that are refused by the same statuses are one mistake. */
function absencesOf(names: readonly string[], ruleResults: readonly RuleResult[]): ReadonlyMap<string, string> {
  const statuses = (name: string): string =>
    ruleResults
      .flatMap(({ rule, operation, binding, finding }) =>
        rule === 'http.status' && operation === name && finding !== null ? [`${binding} ${statusIn(finding)}`] : [],
      )
      .join();
  return new Map(
    grouped(names, statuses).flatMap((some) => some.map((name) => [name, absenceOfOperations(some)] as const)),
  );
}

function notReached(one: RuleResult, text: string): RuleResult {
  const reason: Reason = { code: 'earlier-layer', text };
  return { ...one, verdict: 'not-reached', judged: 0, reason, finding: null };
}

const OTHERS_VARY: Reason = {
  code: 'same-answers',
  text: 'all calls of this operation got the same answer, while calls of other operations did not',
};

/** The outcomes, where an operation may give all calls one answer if others vary: a canned server has none. */
export function withOneAnswer(ruleResults: readonly RuleResult[]): readonly RuleResult[] {
  const isVaries = ({ rule }: RuleResult): boolean => rule === 'data.varies';
  if (!ruleResults.some((one) => isVaries(one) && one.verdict === 'pass')) return ruleResults;
  return ruleResults.map((one) =>
    isVaries(one) && one.verdict === 'inconclusive' && one.reason?.code === 'same-answers'
      ? { ...one, verdict: 'not-applicable', reason: OTHERS_VARY }
      : one,
  );
}
