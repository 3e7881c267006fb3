import { cellName } from '../../contract/cell-name.ts';
import type { BindingName } from '../../contract/model.ts';
import { bodyCauses } from '../../rules/body/recognised.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { ENVELOPE_NAMESPACES } from '../../wire/soap/envelope.ts';
import { credentialsWanted, usualStatuses } from '../credentials.ts';
import type { CellSummary, Finding, RuleResult } from '../outcome.ts';
import type { Results } from '../results.ts';
import { type RunRecord, targetName } from '../run-record.ts';
import { byCause, cellCount, NO_200 } from './causes.ts';

/** One cause that explains why most cells of a run could not be judged. */
interface FirstCause {
  readonly cause: string;
  readonly sentence: string;
  /** How it changes an outcome: a finding of this cause, nothing to judge, or null if it does not explain it. */
  readonly makesOf: (one: RuleResult) => 'finding' | 'not-reached' | null;
}

const PAGE = bodyCauses['web-page'];
const NAMESPACE = 'soap.response-element:namespace';

/** The rules that a cell without answers breaks, all by one cause. */
export const ofAbsence: ReadonlySet<string> = new Set(['http.status', 'binding.reachable', 'binding.parity']);

/** The rules that tell in which namespace an answer is. */
export const ofNamespace: ReadonlySet<string> = new Set(['soap.response-element', 'http.root-element']);

/** Namespaces of SOAP, XML Schema and XHTML: an element in one is not an answer of a service. */
const OF_A_STANDARD = /^$|^http:\/\/(?:www\.w3\.org|schemas\.xmlsoap\.org)\//;

export type FoldedParts = Pick<RunRecord, 'cells' | 'options' | 'contract' | 'summaries' | 'ruleResults'>;

/** True for a status that is not an answer: ASP.NET redirects to a page for errors. */
export const isRefusal = (status: string): boolean => /^(?:204|[345]\d\d)$/.test(status);

/** Whether a cell had an answer with 200; null if there was no answer at all. */
export function isAnswered({ statuses }: Pick<CellSummary, 'statuses'>): boolean | null {
  if (statuses['200'] !== undefined) return true;
  return Object.keys(statuses).some(isRefusal) ? false : null;
}

/** The first mistake that explains most of a run; null if there is none, or the run has only one cell. */
export function firstCause(record: FoldedParts): FirstCause | null {
  const called = record.summaries.filter((one) => isAnswered(one) !== null);
  if (called.length < 2) return null;
  const answered = called.filter((one) => isAnswered(one) === true);
  return webPages(record, called) ?? unanswered(record, called, answered) ?? namespace(record, called, answered);
}

/** Every cell answers with web pages: they are not the service's, and nothing else in them counts. */
function webPages({ ruleResults }: FoldedParts, called: readonly CellSummary[]): FirstCause | null {
  const shown = ruleResults.flatMap(({ finding }) => (finding?.cause === PAGE ? [finding] : []));
  const cells = new Set(shown.map(cellName));
  const [first] = shown;
  // Occasional pages among answers of the service hide none of its faults.
  if (first === undefined || !called.every((cell) => cells.has(cellName(cell)) && cell.withData === 0)) return null;
  const [, title] = /<title[^<>]*>\s*([^<]{1,80})/i.exec(bodyOf(first)) ?? [];
  const named = title === undefined ? '' : ` ('${title.trim()}')`;
  const why =
    ERROR_TITLE.test(title ?? '') || ERROR_TEXT.test(bodyOf(first))
      ? "that tells of an error: see the server's log, and answer with the XML of the operation, or a fault"
      : `not by the service: a log-in page, a proxy or a portal is in front of it. ` +
        `Give what it requires with --header 'Cookie: …' or 'Authorization: …', or name the address behind it`;
  return {
    cause: PAGE,
    sentence: `Every call was answered with an HTML page${named}, ${why}.`,
    makesOf: ({ finding }) => (finding?.cause === PAGE ? 'finding' : 'not-reached'),
  };
}

/** What titles of error pages say, and their texts; the scripts of a log-in page name errors, too. */
const ERROR_TITLE = /\berror\b|exception\b/i;
const ERROR_TEXT = /traceback \(most recent|object reference not set|\bstack ?trace:|unhandled exception/i;

/** No call got 200, and not because of credentials. */
function unanswered(record: FoldedParts, called: readonly CellSummary[], answered: readonly CellSummary[]) {
  if (answered.length > 0 || credentialsWanted(record) !== null) return null;
  return { cause: NO_200, sentence: whyUnanswered(record, usualStatuses(called)), makesOf: absentIn(called) };
}

function whyUnanswered({ options, contract, ruleResults }: FoldedParts, statuses: readonly string[]): string {
  const findings = ruleResults.flatMap(({ finding }) => finding ?? []);
  const every = (some: RegExp): boolean => statuses.every((status) => some.test(status));
  const code = statuses.join(', ');
  const served = `name it by the host that it serves. ${PASS_HOST}`;
  if (every(/^[45]\d\d$/) && findings.some((finding) => OTHER_HOST.test(bodyOf(finding))))
    return `The target refuses the Host header of the requests (${code}): ${served}`;
  if (every(/^40[13]$/))
    return 'Every answer was 401 or 403: the target requires authentication that was not given; add it with --header.';
  const overTls = targetName(options).replace(/^http:/, 'https:');
  if (every(/^400$/) && findings.some((finding) => WANTS_TLS.test(bodyOf(finding))))
    return `The target wants TLS on this port: its address begins with https://, as ${overTls} does.`;
  const path = contract.endpointPath;
  const nothing = `Nothing is at ${targetName(options)}${path}: every call was answered with 404. Is the path right?`;
  const front = `A front answers so too where it does not know the Host header. ${PASS_HOST}`;
  if (every(/^404$/)) return `${nothing} The target is the document's {base_url}, the address before ${path}. ${front}`;
  if (every(/^204$/)) return 'Every call was answered with 204, which has no body: send the result with status 200.';
  if (every(/^3\d\d$/)) {
    const [place = 'an unnamed place'] = findings.flatMap((finding) => locationOf(finding) ?? []);
    const logIn = 'if that is a log-in page, give what it requires with --header';
    return `Every call was redirected (${code}) to ${place}: name the address that answers as the target; ${logIn}.`;
  }
  // Calls that were not selected may have been answered: then the address is right.
  const called = options.operations?.join(', ');
  if (called !== undefined)
    return `No call to ${called} was answered with 200, but with ${code}: the finding shows what the target answers.`;
  const named = options.namespaceFrom === 'wsdl' ? '' : `, and the namespace ${options.namespace}`;
  const right = `is the address right${named}, and does the target want credentials or a login?`;
  const host = every(FROM_A_FRONT) ? ` Check the Host header too. ${PASS_HOST}` : '';
  return `No call at all was answered with 200, but with ${code}: ${right}${host}`;
}

/** What nginx, Apache and Go answer to plain HTTP on a port that takes TLS. */
const WANTS_TLS =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL|HTTP request to an HTTPS server/;

/** What IIS, HttpListener, Django, Vite and others answer to a Host header of another server. */
const OTHER_HOST = /invalid (?:host|http_host)|unknown host|host\b.{0,80}\bnot allowed|misdirected request/i;

/**
 * What fronts and servers answer where no site has the name in Host (RFC 9112, section 3.2; RFC 9110, section 15.5.20).
 */
const FROM_A_FRONT = /^(?:400|404|421)$/;

const PASS_HOST = 'A proxy before it has to pass Host on (nginx: proxy_set_header Host $host).';

function bodyOf({ exchange: { response } }: Pick<Finding, 'exchange'>): string {
  return 'body' in response ? response.body : '';
}

function locationOf({ exchange: { response } }: Finding): string | null {
  const place = 'headers' in response ? headerValue(response.headers, 'location') : undefined;
  return place?.slice(0, 200) ?? null;
}

/** The answers are right except for their namespace: that points to a wrong --namespace, not to a faulty server. */
function namespace(
  { options, ruleResults }: FoldedParts,
  called: readonly CellSummary[],
  answered: readonly CellSummary[],
): FirstCause | null {
  const found = ruleResults.flatMap(({ rule, finding }) =>
    ofNamespace.has(rule) && finding?.namespace ? [finding] : [],
  );
  const other = otherNamespace(found, answered.length, options);
  if (other === null) return null;
  const refused = absentIn(called.filter((one) => isAnswered(one) === false));
  return {
    cause: NAMESPACE,
    sentence: other.sentence,
    makesOf: (one) => {
      // A WSDL in the target's own namespace has the same cause.
      if (one.rule.startsWith('wsdl.')) return 'not-reached';
      return ofNamespace.has(one.rule) && one.finding?.namespace === other.namespace ? 'finding' : refused(one);
    },
  };
}

/**
 * The one other namespace in which most cells are answered, and what to do; null if there is none.
 * @param found - answers in another namespace @param answered - how many cells have an answer with 200
 */
export function otherNamespace(
  found: readonly Readonly<{ operation: string; binding: string; namespace?: string }>[],
  answered: number,
  { namespace, namespaceFrom }: Pick<FoldedParts['options'], 'namespace' | 'namespaceFrom'>,
  who = 'The target answers',
) {
  const [first, ...others] = [...new Set(found.map((one) => one.namespace ?? ''))];
  if (first === undefined || others.length > 0 || OF_A_STANDARD.test(first)) return null;
  // A fault of only some bindings is the server's.
  if (cellCount(found) * 2 <= answered) return null;
  const sentence =
    namespaceFrom === 'wsdl'
      ? `${who} in the namespace ${first}, and its own WSDL has ${namespace}: its answers or its WSDL are wrong.`
      : `${who} in the namespace ${first}, not in ${namespace}: did you mean --namespace ${first} instead?`;
  return { namespace: first, sentence };
}

/** For cells without an answer: a server that blames the SOAPAction for an unknown operation gets no own finding. */
function absentIn(cells: readonly CellSummary[]): FirstCause['makesOf'] {
  const absent = new Set(cells.map(cellName));
  return (one) => {
    if (one.finding === null || !absent.has(cellName(one))) return null;
    return ofAbsence.has(one.rule) ? 'finding' : one.rule === 'request.soapaction' ? 'not-reached' : null;
  };
}

/** The bindings that answer no call while others do; none if each got only one call. */
export function bindingsGone({ cells, summaries }: Pick<FoldedParts, 'cells' | 'summaries'>): readonly BindingName[] {
  const called = summaries.filter((one) => isAnswered(one) !== null);
  const of = (binding: BindingName) => called.filter((one) => one.binding === binding);
  const all = [...new Set(cells.map(({ binding }) => binding))].filter((binding) => of(binding).length > 1);
  const gone = all.filter((binding) => of(binding).every((one) => isAnswered(one) === false));
  return called.some((one) => isAnswered(one) === true) ? gone : [];
}

/** True for a Fault in the SOAP version of its binding: then the binding is there, and refuses the call. */
export function isOwnFault(finding: Pick<Finding, 'binding' | 'exchange'>): boolean {
  const { binding } = finding;
  const body = bodyOf(finding);
  const isFault = /<(?:[\w.-]+:)?Fault[\s>]/.test(body) && !body.includes('VersionMismatch');
  const isSoap = binding === 'soap11' || binding === 'soap12';
  return isFault && isSoap && body.includes(`"${ENVELOPE_NAMESPACES[binding]}"`);
}

/** True if most of a run's cells show only one such cause: the advice on it then comes first. */
export function isFirst(results: Pick<Results, 'findings' | 'cells' | 'inconclusive'>): boolean {
  if (results.inconclusive.some(({ reasonCode }) => reasonCode === 'credentials')) return true;
  const judged = results.cells.filter(({ verdict }) => verdict !== 'skipped').length;
  return byCause(results.findings).some(({ cause, findings }) => {
    const count = cellCount(findings);
    return isExplained(cause) && count > 1 && count * 2 >= judged;
  });
}

/** True for the causes on which a warning says what to do. */
export function isExplained(cause: string): boolean {
  return [NO_200, PAGE, NAMESPACE].some((one) => cause.startsWith(one));
}
