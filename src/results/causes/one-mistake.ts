import { grouped } from '../../base/group-by.ts';
import { rules } from '../../rules/rules.ts';
import type { Finding, RuleResult } from '../outcome.ts';
import { factsOf, isOwn, seenByOthers } from './seen-by-others.ts';
import { versionByAction } from './version-by-action.ts';

/** The rules on records and values: a server writes all of them in one place. */
export const ofRecords: ReadonlySet<string> = new Set(
  rules.flatMap(({ id, layer }) => (layer === 'record' || layer === 'value' ? [id] : [])),
);

/** Of these the problem is a text that the target wrote: in other records, the same one is the same mistake. */
const OF_TEXT = /^(?:wsdl\.types$|value\.|record\.(?:unknown-field|list-item|attribute|mixed-text)$)/;

/** The end of the cause of a rule that all records break. */
export const EVERYWHERE = ':everywhere';

/**
 * The outcomes, where one mistake in what writes all records has one cause: every cell of a binding breaks the rule, or
 * several records hold the same text that breaks it.
 */
export function withOneMistake(ruleResults: readonly RuleResult[]): readonly RuleResult[] {
  const judged = ruleResults.filter(({ verdict }) => /^(?:pass|fail)$/.test(verdict));
  const joined = new Map<string, string>();
  const onRecords = judged.filter(({ rule }) => ofRecords.has(rule));
  for (const cells of grouped(onRecords, ({ rule, binding }) => `${rule} ${binding}`)) {
    const causes = new Set(cells.map(({ rule, finding }) => (finding && isOwn(finding) ? finding.cause : rule)));
    const [{ rule }] = cells;
    if (causes.size < 2 || causes.has(rule)) continue;
    for (const cause of causes) joined.set(cause, `${rule}${EVERYWHERE}`);
  }
  const texts = judged.flatMap(({ rule, finding }) =>
    finding && OF_TEXT.test(rule) && isOwn(finding) ? [finding] : [],
  );
  for (const [first, ...others] of grouped(texts, keyOfText)) {
    const cause = joined.get(first.cause) ?? first.cause;
    for (const other of others) if (!joined.has(other.cause)) joined.set(other.cause, cause);
  }
  const seen = seenByOthers(judged.flatMap(({ finding }) => finding ?? []));
  return ruleResults.map((one) => {
    if (one.finding === null) return one;
    const cause = seen.get(one.finding) ?? joined.get(one.finding.cause) ?? one.finding.cause;
    return { ...one, finding: versionByAction({ ...one.finding, cause }) };
  });
}

/** A description may lack several things, which differ in what is expected; records have one text for many fields. */
const keyOfText = (finding: Finding): string => {
  const { wanted, found } = factsOf(finding);
  return JSON.stringify([finding.rule, finding.rule.startsWith('wsdl.') ? wanted : [], found]);
};
