import { cellName } from '../contract/cell-name.ts';
import { grouped } from '../rules/group-by.ts';
import { rules } from '../rules/rules.ts';
import type { Finding, RuleResult } from './outcome.ts';

/** The rules on records and values: a server writes all of them in one place. */
export const ofRecords: ReadonlySet<string> = new Set(
  rules.flatMap(({ id, layer }) => (layer === 'record' || layer === 'value' ? [id] : [])),
);

/** Of these the problem is a text that the target wrote: in other records, the same one is the same mistake. */
const OF_TEXT = /^(?:wsdl\.types$|value\.|record\.(?:unknown-field|list-item|attribute|mixed-text)$)/;

/** The end of the cause of a rule that all records break. */
export const EVERYWHERE = ':everywhere';

/** The rule that compares bindings, the start of the cause of one that differs in general, and the rule that sees why. */
const BETWEEN = 'binding.same-records';
export const OVER = `${BETWEEN}:over-`;
const OF_NUMBERS = 'request.text-parameters';
/** Operations that differ over one binding only before that is one mistake. */
const SEVERAL = 3;

/** The causes of differences between bindings: what another rule sees in the same answer, or one binding in several operations. */
function betweenBindings(judged: readonly RuleResult[]): ReadonlyMap<Finding, string> {
  const found = judged.flatMap(({ finding }) => (finding?.rule === BETWEEN && isOwn(finding) ? [finding] : []));
  const joined = new Map<Finding, string>();
  const bare = ({ actual }: Finding): string => actual.replaceAll("'", '');
  for (const one of found) {
    const same = judged.find(
      ({ finding }) =>
        finding?.rule === OF_NUMBERS && cellName(finding) === cellName(one) && bare(finding) === bare(one),
    );
    if (same?.finding) joined.set(one, same.finding.cause);
  }
  const alone = grouped(found, ({ operation }) => operation).filter(({ length }) => length === 1);
  for (const cells of grouped(alone.flat(), ({ binding }) => binding))
    if (cells.length >= SEVERAL) for (const one of cells) joined.set(one, joined.get(one) ?? `${OVER}${one.binding}`);
  return joined;
}

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
  const between = betweenBindings(judged);
  return ruleResults.map((one) => {
    const cause = one.finding === null ? undefined : (between.get(one.finding) ?? joined.get(one.finding.cause));
    return one.finding === null || cause === undefined ? one : { ...one, finding: { ...one.finding, cause } };
  });
}

/** False where another rule, or a mistake that is known, is the cause. */
const isOwn = ({ rule, cause }: Finding): boolean => cause.startsWith(`${rule}:`);

/** A description may lack several things, which differ in what is expected; records have one text for many fields. */
const keyOfText = ({ rule, expected, actual }: Finding): string =>
  `${rule} ${rule.startsWith('wsdl.') ? expected : ''} ${actual}`;
