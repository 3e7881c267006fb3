import { grouped } from '../../base/group-by.ts';
import { fixes } from '../../rules/fixes.ts';
import { rules } from '../../rules/rules.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import type { Finding, RuleResult } from '../outcome.ts';
import { factsOf, isOwn, seenByOthers } from './seen-by-others.ts';

/** The rules on records and values: a server writes all of them in one place. */
export const ofRecords: ReadonlySet<string> = new Set(
  rules.flatMap(({ id, layer }) => (layer === 'record' || layer === 'value' ? [id] : [])),
);

/** Of these the problem is a text that the target wrote: in other records, the same one is the same mistake. */
const OF_TEXT = /^(?:wsdl\.types$|value\.|record\.(?:unknown-field|list-item|attribute|mixed-text|namespace|nil)$)/;

/** Of these the problem is how records are written, with other names in each: so many records have one mistake. */
const OF_WRITING = /^record\.(?:field-name|field-order|missing-value|shape|mixed-text)$/;
const SEVERAL_RECORDS = 3;

/** The end of the cause of a rule that all records break, and of one that several do. */
export const EVERYWHERE = ':everywhere';
export const IN_SEVERAL = ':in-several';

/**
 * The outcomes, where one mistake in what writes all records has one cause: every cell of a binding breaks the rule, or
 * several records hold the same text that breaks it, or break it by how they are written.
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
  const failed = judged.flatMap(({ finding }) => (finding !== null && isOwn(finding) ? [finding] : []));
  const texts = failed.filter(({ rule }) => OF_TEXT.test(rule));
  for (const [first, ...others] of grouped(texts, keyOfText)) {
    const cause = joined.get(first.cause) ?? first.cause;
    for (const other of others) if (!joined.has(other.cause)) joined.set(other.cause, cause);
  }
  const isApart = (cause: string): boolean => (joined.get(cause) ?? cause) === cause && !(cause in fixes);
  const written = failed.filter(({ rule, cause }) => OF_WRITING.test(rule) && isApart(cause));
  for (const some of grouped(written, ({ rule }) => rule)) {
    if (new Set(some.map(recordOf)).size < SEVERAL_RECORDS) continue;
    for (const { rule, cause } of some) joined.set(cause, `${rule}${IN_SEVERAL}`);
  }
  const seen = seenByOthers(judged.flatMap(({ finding }) => finding ?? []));
  return ruleResults.map((one) => {
    if (one.finding === null) return one;
    const cause = seen.get(one.finding) ?? joined.get(one.finding.cause) ?? one.finding.cause;
    return { ...one, finding: versionByAction({ ...one.finding, cause }) };
  });
}

/** The record at whose place a finding is: the first name of its code. */
const recordOf = ({ cause }: Finding): string => /:(\w*)/.exec(cause)?.[1] ?? '';

/** A description may lack several things, which differ in what is expected; records have one text for many fields. */
const keyOfText = (finding: Finding): string => {
  const { wanted, found } = factsOf(finding);
  return JSON.stringify([finding.rule, finding.rule.startsWith('wsdl.') ? wanted : [], found]);
};

const VERSION = 'soap.envelope-namespace:Envelope';

/**
 * A finding of the wrong SOAP version, which plain requests over SOAP 1.2 do not show and a variant with a SOAPAction
 * does, as one that names the SOAPAction; any other as it is.
 */
function versionByAction(finding: Finding): Finding {
  const { cause, binding, probe, message, exchange } = finding;
  const hasAction = headerValue(exchange.request.headers, 'soapaction') !== undefined;
  if (cause !== VERSION || binding !== 'soap12' || probe === undefined || !hasAction) return finding;
  const found = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return {
    ...finding,
    cause: 'request.soapaction:version',
    message: `The SOAPAction of the request decides the version: ${found}`,
  };
}
