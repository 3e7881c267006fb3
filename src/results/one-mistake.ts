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

/** The rule that compares bindings, and the start of the cause of one that differs in general. */
const BETWEEN = 'binding.same-records';
export const OVER = `${BETWEEN}:over-`;
/** Operations that differ over one binding only before that is one mistake. */
const SEVERAL = 3;

const bare = ({ actual }: Finding): string => actual.replaceAll("'", '');
const statusIn = ({ exchange: { response } }: Finding): number => ('status' in response ? response.status : 0);

/** A rule, another one that sees the same mistake in a cell, and what tells that it is the same. */
const SEEN_BY: readonly (readonly [rule: string, by: string, isSame: (one: Finding, other: Finding) => boolean])[] = [
  [BETWEEN, 'request.text-parameters', (one, other) => bare(one) === bare(other)],
  // A header that is refused as such, and so with any value.
  [
    'request.header-values',
    'http.status-generated',
    (one, other) => other.call.header !== null && statusIn(one) === statusIn(other),
  ],
];

/** The findings that another rule sees in the same cell, with its cause, and those of a binding that alone differs in several operations. */
function seenByOthers(judged: readonly RuleResult[]): ReadonlyMap<Finding, string> {
  const found = judged.flatMap(({ finding }) => finding ?? []);
  const joined = new Map<Finding, string>();
  for (const [rule, by, isSame] of SEEN_BY) {
    const others = found.filter((other) => other.rule === by);
    for (const one of found.filter((finding) => finding.rule === rule && isOwn(finding))) {
      const same = others.find((other) => cellName(other) === cellName(one) && isSame(one, other));
      if (same !== undefined) joined.set(one, same.cause);
    }
  }
  const between = found.filter((one) => one.rule === BETWEEN && isOwn(one));
  const alone = grouped(between, ({ operation }) => operation).filter(({ length }) => length === 1);
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
  const seen = seenByOthers(judged);
  return ruleResults.map((one) => {
    const cause = one.finding === null ? undefined : (seen.get(one.finding) ?? joined.get(one.finding.cause));
    return one.finding === null || cause === undefined ? one : { ...one, finding: { ...one.finding, cause } };
  });
}

/** False where another rule, or a mistake that is known, is the cause. */
const isOwn = ({ rule, cause }: Finding): boolean => cause.startsWith(`${rule}:`);

/** A description may lack several things, which differ in what is expected; records have one text for many fields. */
const keyOfText = ({ rule, expected, actual }: Finding): string =>
  `${rule} ${rule.startsWith('wsdl.') ? expected : ''} ${actual}`;
