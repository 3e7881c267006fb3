import { listed, plural } from '../base/words.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import { credentialSources } from '../options/credentials.ts';
import type { Reason } from '../rules/judgement.ts';
import { unescapedMarkup } from '../xml/references.ts';
import { type CellSummary, inCell, type RuleResult } from './outcome.ts';
import type { RunRecord } from './run-record.ts';

/** Why rules that need a success were not judged in a cell. */
const CREDENTIALS: Reason = {
  code: 'credentials',
  text: 'no call was answered with 200, and a credential of the operation was not given, or refused',
};

/** Rules of these layers judge any answer, refusals too. */
const ofAnyAnswer: ReadonlySet<string> = new Set(['transport', 'length']);

/** Statuses by which a server may refuse credentials: a redirect to a login, a bad request, an error. Not 404. */
const MAY_REFUSE = /^(?:204|3\d\d|400|401|403|407|422|500|503)$/;

/** Any of these statuses counts if the answer names a credential. */
const ANY_REFUSAL = /^(?:204|[345]\d\d)$/;

type RefusedParts = Pick<RunRecord, 'cells' | 'options' | 'summaries'>;

/**
 * The cells without a 200 because a credential was not given, or was refused: with 401 or 403, by name, or throughout
 * while others are answered, and no other binding accepts it.
 * @returns the cells, and the missing and the refused parameters
 */
function blockedCells({ cells, options, summaries }: RefusedParts) {
  // If every call is redirected, even those without credentials, the redirect's address is the cause.
  // So is the target's authentication, or an error that names no credential, where operations without one get it too.
  const isForAll = !cells.every(takesCredential);
  const isWithout = refusedWithout({ cells, summaries });
  const isNamed = summaries.some(({ credentialsNamed = [] }) => credentialsNamed.length > 0);
  const isOther = isAlways(summaries, /^40[137]$/) || (!isNamed && isAlways(summaries, /^5\d\d$/));
  const isEmpty = usualStatuses(summaries).join() === '204';
  if (isAlways(summaries, /^3\d\d$/) || (isForAll && (isOther || isEmpty)))
    return { cells: [], missing: [], refused: [] };
  const missing = new Set<string>();
  const refused = new Set<string>();
  const answered = summaries.filter((one) => has(one, ['200'])).map(({ operation }) => operation);
  const takes = ({ operation }: Cell, name: string): boolean =>
    operation.parameters.some((one) => one.credential && one.name === name);
  /** All operations with a credential fail, more than one, and others do not: so it is a refusal, not an error. */
  const isRefusedThroughout = (name: string): boolean => {
    const taking = new Set(cells.filter((cell) => takes(cell, name)).map(({ operation }) => operation.name));
    return answered.length > 0 && taking.size > 1 && !answered.some((one) => taking.has(one));
  };
  const blocked = cells.filter(({ operation, binding }) => {
    const all = summaries.filter((one) => one.operation === operation.name);
    const own = all.find((one) => one.binding === binding);
    const needed = operation.parameters.filter(({ credential }) => credential).map(({ name }) => name);
    if (options.target === null || own === undefined || needed.length === 0) return false;
    const named = (own.credentialsNamed ?? []).filter((name) => needed.includes(name));
    const statuses = Object.keys(own.statuses);
    const mayRefuse = named.length > 0 ? ANY_REFUSAL : MAY_REFUSE;
    // Another binding of the operation accepts the same credentials.
    const isTaken = all.some((one) => has(one, ['200']));
    if (isTaken || isWithout(own) || !statuses.some((status) => mayRefuse.test(status))) return false;
    const absent = needed.filter((name) => options.credentials[name] === undefined);
    const given = needed.filter((name) => !absent.includes(name));
    const throughout = given.filter(isRefusedThroughout);
    const accused = named.some((name) => given.includes(name))
      ? given.filter((name) => named.includes(name))
      : throughout;
    if (absent.length === 0 && accused.length === 0 && !has(own, ['401', '403'])) return false;
    for (const name of absent) missing.add(name);
    for (const name of absent.length === 0 && accused.length === 0 ? needed : accused) refused.add(name);
    return true;
  });
  return { cells: blocked, missing: [...missing], refused: [...refused] };
}

/** Where operations that take no credential are refused, and how: others that are refused so have the same reason. */
function refusedWithout({
  cells,
  summaries,
}: Pick<RefusedParts, 'cells' | 'summaries'>): (one: CellSummary) => boolean {
  const free = new Set(cells.filter((cell) => !takesCredential(cell)).map(({ operation }) => operation.name));
  const waysOf = ({ binding, statuses }: CellSummary) => Object.keys(statuses).map((status) => `${binding} ${status}`);
  const refused = summaries.filter((one) => free.has(one.operation) && !has(one, ['200']));
  const ways = new Set(refused.flatMap(waysOf));
  return (one) => isUnnamed(one) && waysOf(one).every((way) => ways.has(way));
}

const takesCredential = ({ operation }: Cell): boolean => operation.parameters.some(({ credential }) => credential);

/** Whether no answer wants credentials, or names one. Where others got 200, a firewall gives 403 for a text. */
const isUnnamed = (one: CellSummary): boolean =>
  !has(one, has(one, ['200']) ? ['401'] : ['401', '403']) && (one.credentialsNamed ?? []).length === 0;

/** Whether an answer may have refused a credential that was not given. */
export function mayHaveRefused({ cells, summaries }: Pick<RefusedParts, 'cells' | 'summaries'>): boolean {
  const taking = new Set(cells.filter(takesCredential).map(cellName));
  const isWithout = refusedWithout({ cells, summaries });
  const isOpen = (one: CellSummary): boolean =>
    taking.has(cellName(one)) &&
    !has(one, ['200']) &&
    Object.keys(one.statuses).some((status) => MAY_REFUSE.test(status));
  return summaries.some((one) => !isUnnamed(one) || (isOpen(one) && !isWithout(one)));
}

/** True if more than one cell was called and every answer had such a status. */
function isAlways(summaries: readonly CellSummary[], some: RegExp): boolean {
  const called = summaries.map(({ statuses }) => Object.keys(statuses)).filter(({ length }) => length > 0);
  return called.length > 1 && called.flat().every((status) => some.test(status));
}

/** The most frequent status of each cell that was called: odd calls may get others. */
export function usualStatuses(summaries: readonly Pick<CellSummary, 'statuses'>[]): readonly string[] {
  const all = summaries.flatMap(({ statuses }) =>
    Object.entries(statuses)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 1),
  );
  return [...new Set(all.map(([status]) => status))];
}

function has({ statuses }: CellSummary, wanted: readonly string[]): boolean {
  return wanted.some((status) => statuses[status] !== undefined);
}

/** The outcomes of a run, with rules that need a success inconclusive where credentials prevented it. */
export function withCredentialReason(
  record: RefusedParts & Pick<RunRecord, 'rules' | 'ruleResults'>,
): readonly RuleResult[] {
  const blocked = new Set(blockedCells(record).cells.map(cellName));
  const framing = new Set(record.rules.filter(({ layer }) => ofAnyAnswer.has(layer)).map(({ id }) => id));
  const open: ReadonlySet<string> = new Set(['fail', 'inconclusive', 'not-reached']);
  return record.ruleResults.map((one) => {
    if (!blocked.has(cellName(one)) || framing.has(one.rule) || !open.has(one.verdict)) return one;
    const level = record.rules.find(({ id }) => id === one.rule)?.level ?? one.level;
    return { ...one, level, verdict: 'inconclusive', judged: 0, reason: CREDENTIALS, finding: null };
  });
}

/** Most operations in one sentence. */
const NAMED = 20;

/** Which credentials are required, where, and how to give them; null if all was judged without them. */
export function credentialsWanted(record: RefusedParts): string | null {
  const { cells, missing, refused } = blockedCells(record);
  if (cells.length === 0) return null;
  const operations = [...new Set(cells.map(({ operation }) => operation.name))];
  const answer = answerIn(record.summaries.filter((one) => cells.some(inCell(one))));
  const why = [
    ...(missing.length === 0 ? [] : [`${missing.join(', ')} not given, a placeholder was sent`]),
    ...(refused.length === 0 ? [] : [`${refused.join(', ')} refused`]),
  ];
  const sources = credentialSources.filter(({ parameter }) => [...missing, ...refused].includes(parameter));
  const variables = `set ${sources.map(({ variable }) => variable).join(', ')} in the environment`;
  const keys = `or ${sources.map(({ key }) => `credentials.${key}`).join(', ')} in the config file`;
  const none = `no call got 200 in ${plural(cells.length, 'cell')}, which can't be judged`;
  const what = `Credentials are missing or refused (${why.join('; ')}), and ${none}`;
  return `${what}: ${variables}, ${keys}.${answer} Operations: ${listed(operations, NAMED)}.`;
}

/** Characters of a target's answer in a sentence. */
const MOST_TEXT = 120;

/** What the first of these cells was answered, in a sentence; recorded answers have no secrets. */
function answerIn(summaries: readonly CellSummary[]): string {
  const [first] = summaries.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ exchange: { response } }) => ('status' in response ? [response] : [])),
  );
  if (first === undefined) return '';
  const text = unescapedMarkup(first.body.slice(0, 10_000).replaceAll(/<[^<>]*>/g, ' '));
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  const said = line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT).replace(/\p{Surrogate}$/u, '')}…` : line;
  return ` The target answers ${first.status}${said === '' ? '' : `: '${said}'`}.`;
}
