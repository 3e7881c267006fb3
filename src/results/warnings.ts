import { listed, plural } from '../base/words.ts';
import { cellName } from '../contract/cell-name.ts';
import type { BindingName } from '../contract/model.ts';
import type { LeftOut } from '../contract/wsdl/read-wsdl.ts';
import { credentialSources } from '../options/credentials.ts';
import { leftOutOf } from '../options/described.ts';
import { newestRuleSet } from '../rules/rule-sets.ts';
import { headerValue } from '../wire/http/exchange.ts';
import { isSoap } from '../wire/soap/binding.ts';
import { MIXED_UP } from './causes/causes.ts';
import { bindingsGone, firstCause, isOwnFault } from './causes/first-cause.ts';
import { changingWarnings } from './changing.ts';
import type { Warnings } from './coded-warnings.ts';
import { credentialsWanted, mayHaveRefused } from './credentials.ts';
import type { CellSummary, Finding, Outage, RuleResult } from './outcome.ts';
import { outagesOf, type RunRecord, requestsOf, slowDownsOf, targetDown } from './run-record.ts';
import { staleUnused } from './unused.ts';

/** What a user should know before reading the findings. */
export function warningsOf(record: RunRecord): Warnings {
  const { wsdl } = record.options;
  const called = record.summaries.filter(({ requests }) => requests > 0);
  const answered = called.filter((cell) => cell.statuses['200'] !== undefined);
  const wanted = credentialsWanted(record);
  const readable = answered.filter((cell) => !isUnreadable(cell, record));
  const isEmpty = readable.length > 0 && readable.every(({ withData }) => withData === 0);
  const first = firstCause(record);
  const isUnexplained = first === null && wanted === null && answered.length === 0 && isRefusing(called, record);
  // Where nothing is sent, a placeholder matters only if it was refused.
  const isSent = wanted === null && record.recordedNotes === undefined;
  return {
    'suite-failed': record.errors.map(suiteFailed),
    'target-down': downWarning(record),
    'credentials-wanted': wanted,
    'judged-offline': record.recordedNotes ?? null,
    'first-cause': first?.sentence ?? null,
    'mixed-up': mixedUp(record),
    'certificate-unchecked': insecure(record),
    unanswered: isUnexplained ? UNANSWERED : null,
    'no-data': first === null && isEmpty ? EMPTY : null,
    'nothing-selected': nothingSelected(record),
    'calls-refused': first === null ? callsRefused(record) : null,
    'bindings-off': first === null ? bindingsOff(record) : null,
    ...(isSent ? credentials(record, mayHaveRefused(record), answered.length === called.length) : {}),
    'slow-down': slowDown(slowDownsOf(record)),
    outages: away(outagesOf(record)),
    'cells-given-up': givenUp(record),
    'changing-fields': changingWarnings(
      record.summaries,
      record.ruleResults.flatMap(({ finding }) => finding ?? []),
    ),
    'other-rule-set': otherSet(record),
    'wsdl-part': [unreadDescription(record), ...leftOutTexts(wsdl === undefined ? [] : leftOutOf(wsdl), 'judged')],
    'unused-seen': staleUnused(record.options, record.summaries),
    'cut-short': record.interrupted
      ? `${record.endedBy ?? 'The run was cut short'}: what was not reached has no verdict.`
      : null,
  };
}

export function suiteFailed(error: string): string {
  return `The suite itself failed: ${error}`;
}

/** Whether cells got whole answers: of others a finding says why none came. */
function isRefusing(called: readonly CellSummary[], { ruleResults }: RunRecord): boolean {
  const broken = ruleResults.filter(({ rule, finding }) => rule === 'http.answer' && finding?.level === 'required');
  const cells = new Set(broken.map(cellName));
  return called.some((cell) => !cells.has(cellName(cell)));
}

const UNANSWERED =
  'No call at all was answered with 200: is the address right, and does the target want credentials or a login?';
const EMPTY =
  'No answer held any data, so records could not be judged: ' +
  "give values that the target knows in 'values' or 'samples' of the config file.";
/** Their elements in <webServices><protocols> of web.config. */
const protocols = { soap11: 'HttpSoap', soap12: 'HttpSoap12', 'http-get': 'HttpGet', 'http-post': 'HttpPost' } as const;

/** The bindings as sentences name them. */
const spoken = { soap11: 'SOAP 1.1', soap12: 'SOAP 1.2', 'http-get': 'GET', 'http-post': 'POST' } as const;

/** That calls got answers to others, from which most other findings may follow; null if none did. */
function mixedUp({ ruleResults }: RunRecord): string | null {
  const broken = ruleResults.filter(({ finding }) => finding?.rule === MIXED_UP && finding.level === 'required');
  const cells = new Set(broken.map(cellName));
  if (cells.size === 0) return null;
  const shared = 'calls share something at the target, such as a global variable or a cache';
  const first = 'Fix that first: other findings may follow from it. --concurrency 1 sends one request at a time.';
  return `In ${plural(cells.size, 'cell')} a call got the answer to another one (${MIXED_UP}): ${shared}. ${first}`;
}

const names = (bindings: readonly BindingName[]): string => bindings.map((one) => spoken[one]).join(', ');

/** What a binding answers in place of 200. */
const refusals = ({ ruleResults }: RunRecord, binding: BindingName): readonly Finding[] =>
  ruleResults.flatMap(({ rule, finding }) =>
    finding !== null && rule === 'http.status' && finding.binding === binding ? [finding] : [],
  );

/** The bindings without an answer that are there: some cell refuses its calls with a Fault of the binding's own. */
function refusing(record: RunRecord): readonly BindingName[] {
  return bindingsGone(record).filter((binding) => refusals(record, binding).some(isOwnFault));
}

/** What to fix first where a binding is there and refuses every call; null if there is no such binding. */
function callsRefused(record: RunRecord): string | null {
  const some = refusing(record);
  const [first] = some.flatMap((binding) => refusals(record, binding)).filter(isOwnFault);
  if (first === undefined) return null;
  const isAction = record.ruleResults.some(
    ({ rule, finding, binding }) => rule === 'request.soapaction' && finding !== null && some.includes(binding),
  );
  const refused = `Every call over ${names(some)} is refused${isAction ? ' for its action (request.soapaction)' : ''}`;
  const there = `the binding is there: it answers with Faults of its SOAP version (${first.actual})`;
  return `${refused}, but ${there}. Fix that first, its other findings follow from it.`;
}

/** How to turn on the bindings that answer no call, or to leave them out; null if there are none. */
function bindingsOff(record: RunRecord): string | null {
  const all = bindingsGone(record);
  const refused = refusing(record);
  const gone = all.filter((one) => !refused.includes(one));
  if (gone.length === 0) return null;
  const there = [...new Set(record.cells.map(({ binding }) => binding))].filter((one) => !all.includes(one));
  const off = gone.some((one) => !isSoap(one)) ? ' (GET and POST are off by default)' : '';
  const added = `add ${gone.map((one) => protocols[one]).join(', ')} to <webServices><protocols> of web.config${off}`;
  const rest = `other stacks as explain binding.reachable says; --bindings ${there.join(',')} tests what is there`;
  return `No call over ${names(gone)} is answered, while calls over ${names(there)} are: in ASP.NET ${added}, ${rest}.`;
}

/** That it is not known who answered; null if the certificate was checked, or there is none. */
export function insecure({ options }: Pick<RunRecord, 'options'>): string | null {
  if (options.route.tls.insecure !== true) return null;
  const unchecked = `The TLS certificate of ${options.target} was not checked (--insecure)`;
  const means = "anyone on the network path could have answered in its place, and the run can't be certified";
  return `${unchecked}: ${means}. --ca trusts an issuer of your own.`;
}

/**
 * What to do if a credential was not given, for a target that is not ours. @param refused - whether something was
 * refused; otherwise it is a note @param allAnswered - each cell had an answer with 200
 */
export function credentials(
  { options, cells }: Pick<RunRecord, 'options' | 'cells'>,
  refused: boolean,
  allAnswered = true,
): Warnings {
  if (options.target === null) return {};
  const parameters = cells.flatMap(({ operation }) => operation.parameters).filter(({ credential }) => credential);
  const needed = new Set(parameters.map(({ name }) => name));
  const missing = [...needed].filter((name) => options.credentials[name] === undefined);
  if (missing.length === 0) return {};
  const sources = credentialSources.filter(({ parameter }) => missing.includes(parameter));
  const variables = sources.map(({ variable }) => variable).join(', ');
  const how = `set ${variables} in the environment, or 'credentials' in the config file.`;
  const names = missing.join(', ');
  const sign = allAnswered ? 'nothing was refused' : 'no answer shows that it was refused';
  return refused
    ? { 'placeholder-refused': `No value was given for ${names}, so a placeholder was sent: ${how}` }
    : {
        'placeholder-sent': `A placeholder was sent for ${names}, and ${sign}. To give a value, ${how}`,
      };
}

/** An answer that is unreadable, or whose records break a rule, may show no data, and its finding says so. */
function isUnreadable(cell: CellSummary, { ruleResults, rules }: RunRecord): boolean {
  const ofXml = new Set(rules.filter(({ layer }) => layer === 'XML' || layer === 'record').map(({ id }) => id));
  // A content coding or undecodable bytes; a mere declaration (recommended against) does not prevent reading.
  const isOne = ({ rule, finding }: RuleResult): boolean =>
    finding !== null &&
    (ofXml.has(rule) || (rule === 'xml.encoding' && finding.level === 'required') || isMiscounted(finding));
  return ruleResults.some((one) => isOne(one) && cellName(one) === cellName(cell));
}

/** A body read to the wrong length has no end. */
function isMiscounted({ rule, exchange: { response } }: Finding): boolean {
  if (rule !== 'http.content-length' || !('headers' in response)) return false;
  return headerValue(response.headers, 'content-length') !== undefined;
}

/** That the selection holds nothing that can be judged; null if it does. */
function nothingSelected({ ruleResults, interrupted, options: { shard } }: RunRecord): string | null {
  const isLeftOut = ({ verdict, reason }: RuleResult): boolean =>
    verdict === 'not-applicable' || reason?.code === 'not-selected';
  if (interrupted || shard !== undefined || !ruleResults.every(isLeftOut)) return null;
  const none = 'no selected rule is about anything that these operations show over only these bindings';
  const more = 'Select more with --rules, --operations or --bindings.';
  return `Nothing that was selected could be judged: ${none}. ${more}`;
}

/** That the target can't be reached, or stopped answering; null if it answered to the end. */
export function downWarning(record: RunRecord): string | null {
  const why = targetDown(record);
  if (why === null || record.unreachable !== undefined) return record.unreachable ?? null;
  const when = `after ${plural(requestsOf(record), 'request')} (${why})`;
  return `The target stopped answering ${when}: what was not reached has no verdict.`;
}

function slowDown(times: number): string | null {
  const asked = `The target asked ${plural(times, 'time')} to slow down (429, or 503 with Retry-After)`;
  return times === 0 ? null : `${asked}: lower the load with --rate.`;
}

/** From so many on, outages may be the doing of a run that sends too much at once. */
const MANY_OUTAGES = 3;

/** Requests that the target did not take at first, and when it answered nothing at all; null if it took all. */
export function away(all: readonly Outage[], target = 'The target'): string | null {
  if (all.length === 0) return null;
  const [again, lost] = (['again', 'lost'] as const).map((of) => all.reduce((sum, one) => sum + one[of], 0));
  const why = listed([...new Set(all.map((one) => one.why))], NAMED);
  const times = all.flatMap(({ ms }) => (ms === 0 ? [] : [`${(ms / 1000).toFixed(1)} s`]));
  const none = times.length === 0 ? '' : `, and answered nothing at all for ${listed(times, NAMED)}`;
  const how = all.length < MANY_OUTAGES ? '' : ' If it takes few requests at once, lower --concurrency or give --rate.';
  return `${target} did not take some requests (${why})${none}. Sent again: ${again}; not sent again: ${lost}.${how}`;
}

/** That a part of the WSDL was not read, and so not judged: no client can be generated without it. */
function unreadDescription({ ruleResults }: RunRecord): string | null {
  const unread = ruleResults.find(({ reason }) => reason?.code === 'wsdl-part')?.reason;
  if (!unread) return null;
  return `The WSDL was judged only in part, and no client can be generated without the rest: ${unread.text}.`;
}

const MOST_LEFT_OUT = 40;

/** What of the WSDL of `--wsdl` is left out, and why, in a sentence each. */
export function leftOutTexts(leftOut: readonly LeftOut[], what: 'compared' | 'judged'): readonly string[] {
  const texts = leftOut.slice(0, MOST_LEFT_OUT).map(({ operation, reason }) => {
    return operation === null ? `Not read: ${reason}.` : `Not ${what}: ${operation}, since ${reason}.`;
  });
  const more = leftOut.length - texts.length;
  return more === 0 ? texts : [...texts, `Not ${what}: ${plural(more, 'more operation')}.`];
}

/** That the known failures were taken from a run by another rule set; null if they were not. */
function otherSet({ options }: Pick<RunRecord, 'options'>): string | null {
  const { baseline, ruleSet = newestRuleSet } = options;
  if (baseline?.ruleSet === undefined || baseline.ruleSet === ruleSet) return null;
  const own = `The known failures are of the rule set ${baseline.ruleSet}, this run is judged by ${ruleSet}`;
  return `${own}: --rule-set ${baseline.ruleSet} judges by the same rules.`;
}

/** Most cells named in one sentence. */
const NAMED = 4;

function givenUp({ ruleResults }: RunRecord): string | null {
  const cells = new Set(ruleResults.filter(({ reason }) => reason?.code === 'given-up').map(cellName));
  if (cells.size === 0) return null;
  const given = `${plural(cells.size, 'cell')} ${cells.size === 1 ? 'was' : 'were'} given up`;
  const why = 'with no answer, none within the limits, or only refusals of what was answered before';
  return `${given}, ${why}: ${listed([...cells], NAMED)}.`;
}
