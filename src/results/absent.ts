import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import { groupBy } from '../rules/group-by.ts';
import type { Reason } from '../rules/judgement.ts';
import { absenceCause, bindingsGone, firstCause, isAnswered, ofAbsence, type RunParts } from './first-cause.ts';
import type { Finding, RuleResult } from './outcome.ts';

/**
 * The outcomes, with what one mistake explains, or a missing operation or binding, as one cause, and 'not-reached'
 * where nothing is left to judge, as a SOAPAction that is blamed for an unknown operation.
 */
export function withAbsenceAsOneCause(record: RunParts): readonly RuleResult[] {
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

function withAbsence({ cells, summaries, ruleResults }: RunParts): readonly RuleResult[] {
  const states = new Map(summaries.map((one) => [cellName(one), isAnswered(one)]));
  const called = cells.filter((cell) => states.get(cellName(cell)) != null);
  const isAbsent = (mine: (cell: Cell) => boolean): boolean => {
    const own = called.filter(mine);
    return own.length > 1 && own.every((cell) => states.get(cellName(cell)) === false);
  };
  const names = [...new Set(cells.map(({ operation }) => operation.name))];
  const operations = names.filter((name) => isAbsent(({ operation }) => operation.name === name));
  const bindings = bindingsGone({ cells, summaries });
  const takes = new Set(called.filter((cell) => states.get(cellName(cell)) === true).map(({ binding }) => binding));
  return ruleResults.map((one): RuleResult => {
    const { rule, operation, binding, finding } = one;
    const isGone = bindings.includes(binding);
    if (finding === null || states.get(cellName(one)) !== false) return one;
    if (!isGone && !operations.includes(operation)) {
      // A single cell that answers no call: that it does so in other bindings says no more.
      const status = ruleResults.find((other) => other.rule === 'http.status' && cellName(other) === cellName(one));
      const own = rule === 'binding.parity' ? status?.finding?.cause : undefined;
      return own === undefined ? one : { ...one, finding: { ...finding, cause: own } };
    }
    const cause = absenceCause(isGone ? bindings : [operation]);
    if (ofAbsence.has(rule)) return { ...one, finding: { ...finding, cause } };
    if (rule !== 'request.soapaction' || isGone || !takes.has(binding)) return one;
    return notReached(one, 'the operation does not exist');
  });
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

/** Cells in which a trait is refused before it explains the same refusal of clients in others. */
const SEVERAL = 3;

/**
 * The outcomes, where a client's request that is answered in a cell as one with a single trait has the cause of that: a
 * client has many traits. So has one that is refused as the one trait is that several cells refuse.
 */
export function withTraitsOfClients(ruleResults: readonly RuleResult[]): readonly RuleResult[] {
  const answered = ({ expected, actual, location, ...cell }: Finding): string =>
    JSON.stringify([cellName(cell), expected, actual, location]);
  const traits = ruleResults.flatMap(({ finding }) => (finding?.spelling?.length === 1 ? [finding] : []));
  const ofTraits = groupBy(traits, answered);
  const refused = groupBy(traits, ({ actual }) => actual);
  const everywhere = ({ actual }: Finding): Finding | undefined => {
    const [first, ...others] = refused.get(actual) ?? [];
    const isOne = actual.startsWith('status ') && others.every(({ cause }) => cause === first?.cause);
    return isOne && others.length + 1 >= SEVERAL ? first : undefined;
  };
  return ruleResults.map((one) => {
    if (one.rule !== 'request.personas' || one.finding === null) return one;
    const trait = ofTraits.get(answered(one.finding))?.[0] ?? everywhere(one.finding);
    return trait === undefined ? one : { ...one, finding: { ...one.finding, cause: trait.cause } };
  });
}
