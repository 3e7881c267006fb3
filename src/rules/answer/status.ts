import { type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { unescapedMarkup } from '../../xml/references.ts';
import { textOf } from '../../xml/tree.ts';
import { ofAnswers } from '../check.ts';
import { type CellJudgement, type Evidence, judged } from '../evidence.ts';
import type { Problem } from '../judgement.ts';
import { byText, interpreted, lesser, rulesOf } from '../rule.ts';
import { refuserOf } from '../same-answer.ts';
import { excerpt } from './inspect/element.ts';

/** Answers to conditional and range requests (RFC 9110, sections 13 and 14), which are no refusals. */
const NOT_ASKED = [304, 412, 416];
/** Answers to a range or a condition (RFC 9110, sections 13 and 14): the request decides what they mean. */
export const isOfCondition = (status: number): boolean => [206, 304, 416].includes(status);

/** A run sends these fields only where they mean nothing: HTTP, not the document, says so. */
const hasCondition = ({ headers }: HttpRequest): boolean => headers.some(([name]) => /^(?:if-|range$)/i.test(name));

/** 204 means 'nothing for you', like 404; ASP.NET redirects to a page for errors. */
const isRefusal = (status: number): boolean =>
  status === 204 || (status >= 300 && status <= 599 && !NOT_ASKED.includes(status));

/** The status and, if the answer says why, its first words: a fault's text, or a plain-text message. */
function statusText({ response, located, text }: ParsedResponse): string {
  if (response === null) return 'no answer';
  const words = located.fault === null ? (text?.text ?? '') : innerText(located.fault);
  // The redirect's target shows if it is a log-in or a moved service.
  const place = response.status >= 300 && response.status < 400 ? headerValue(response.headers, 'location') : undefined;
  if (place !== undefined) return `${response.status} ${response.reason} to ${excerpt(place)}`;
  const plain = located.fault !== null || !words.trimStart().startsWith('<');
  const says = plain && words.trim() !== '' ? `: ${excerpt(unescapedMarkup(words))}` : '';
  return `${response.status} ${response.reason}${says}`.trim();
}

function innerText(element: NonNullable<ParsedResponse['located']['fault']>): string {
  const inner = element.children.map((node) => (node.kind === 'element' ? innerText(node) : ''));
  return `${textOf(element)} ${inner.join(' ')}`;
}

function wrongStatus({ reading }: Evidence, what: string): Problem {
  const status = `${reading.response?.status}`;
  return {
    code: status,
    text: `${what} is answered with ${status}`,
    location: null,
    expected: '200',
    actual: `${statusText(reading)}${refuserOf(reading.response?.status ?? 0)}`,
  };
}

/** The cell answers no call with 200: one cause, which http.status and binding.reachable both see. */
export function noAnswer(answered: readonly Evidence[]): Pick<Problem, 'code' | 'text'> & { readonly cause: string } {
  const statuses = [...new Set(answered.map(({ reading }) => reading.response?.status))];
  // No binding is named: one cause may be that of several.
  const text = statuses.length === 1 ? `Every call is answered with ${statuses[0]}` : 'No call is answered with 200';
  return { code: 'no-200', text, cause: 'http.status:no-200' };
}

/** Statuses of a server, or a gateway, that limits callers or is unavailable a while: they say nothing of a call. */
export const OF_LIMITS = [401, 403, 406, 429, 502, 503, 504];

/** What distinguishes a request from others. */
function contentOf({ method, path, headers, body, delivery }: HttpRequest): string {
  return JSON.stringify([method, path, headers, body && Buffer.from(body).toString('latin1'), delivery]);
}

export const requestIn = ({ reading }: Evidence): string => contentOf(reading.exchange.request);

/** A refusal of a request that is answered at other times. */
function refusedOnce(all: readonly Evidence[]): CellJudgement | null {
  const refused = all.filter(({ reading: { response, success, exchange } }) => {
    if (response === null || success || !isRefusal(response.status)) return false;
    // Two packets may come as one.
    const isCut = exchange.request.delivery?.firstPacket !== undefined;
    return !isCut && !OF_LIMITS.includes(response.status);
  });
  if (refused.length === 0) return null;
  const right = all.filter(({ reading }) => reading.response?.status === 200 && reading.success);
  const answered = new Set(right.map(requestIn));
  const evidence = refused.find((refusal) => answered.has(requestIn(refusal)));
  if (evidence === undefined) return null;
  const isEqual = (other: Evidence): boolean => requestIn(other) === requestIn(evidence);
  const broken = refused.filter(isEqual).length;
  const problem = wrongStatus(evidence, 'A request that is answered with 200 at another time');
  // http.status-generated has the same refusal.
  const cause = `http.status-generated:${problem.code}`;
  return { ...judged(evidence, { ...problem, cause }), times: { broken, of: broken + right.filter(isEqual).length } };
}

const OF_CONDITION = '206, 304 or 416 to a call with a range or condition, where other calls get 200';

/** Layer 'status': 200, the only status the document describes. */
export const statusRules = rulesOf('status', [
  {
    id: 'http.status',
    ground: 'faults',
    level: 'required',
    title: 'A call answers with status 200.',
    requirements: ['errors.success-status'],
    standard: 'RFC 9110, sections 13.1.3 and 14.2',
    basis: byText({
      [OF_CONDITION]: lesser([
        'standard',
        'RFC 9110, sections 13.1.3 and 14.2: a server ignores those of a POST, and ranges in an unknown unit.',
      ]),
      'a cell without any 200':
        'The document describes an answer with 200 for each operation in each binding. A server without one does ' +
        'not offer the operation there.',
      'a refusal of what is answered at another time':
        'Error responses are not shown, but a call that gets its result is: the target itself answered the same ' +
        'request. Statuses of limits, firewalls and gateways (401, 403, 406, 429, 502, 503, 504) do not count.',
    }),
    breaks:
      'JAX-WS and zeep raise an error on 201; zeep, Savon and suds raise one on a result with 500. Other ' +
      'clients read the body, so the same answer works in one client and fails in another.',
    example: { right: 'HTTP/1.1 200 OK', wrong: 'HTTP/1.1 201 Created' },
    checks: [
      ...ofAnswers((evidence) => {
        const { response, exchange } = evidence.reading;
        if (response === null) return 'not-reached';
        if (response.status === 200) return [];
        const vouched = evidence.expectation === 'sample' || evidence.reading.success;
        if (isRefusal(response.status) && !vouched) return 'not-applicable';
        const isLesser = evidence.cellAnswers200 && isOfCondition(response.status) && hasCondition(exchange.request);
        return [{ ...wrongStatus(evidence, 'A call'), ...(isLesser ? { part: OF_CONDITION } : {}) }];
      }, 'refusals too'),
      {
        kind: 'cell',
        sees: 'refusals too',
        judge: ({ all }) => {
          const odd = refusedOnce(all);
          if (odd !== null) return odd;
          const answered = all.filter(({ reading }) => reading.response !== null);
          const [first] = answered;
          if (first === undefined || first.cellAnswers200) return { kind: 'not-applicable' };
          return judged(first, { ...wrongStatus(first, 'A call'), ...noAnswer(answered) });
        },
      },
    ],
  },
  {
    id: 'http.status-generated',
    ground: 'document',
    level: 'recommended',
    title: 'A generated call of the described shape is answered, not refused.',
    requirements: ['errors.success-status'],
    basis: interpreted(
      'Error responses are not shown. The document limits a parameter only by its type, so it describes a call ' +
        'with any value of that type.',
      {
        'a status 204':
          'It says that there is nothing to send. What a server answers where it finds nothing is not shown.',
      },
    ),
    breaks: 'A call with a rare but legal value fails, so it fails for some customers only.',
    breaksFrom: 'definition',
    example: { right: 'Make=O%27Brien answers 200, with an empty list', wrong: 'Make=O%27Brien answers 500' },
    // A write may refuse what it likes, such as the same item twice.
    appliesTo: ({ operation }) => operation.effect === 'read',
    checks: ofAnswers((evidence) => {
      const { response, success } = evidence.reading;
      if (response === null) return 'not-reached';
      if (response.status === 200) return [];
      if (evidence.expectation === 'sample' || success) return 'not-applicable';
      // If no call at all is answered, http.status reports it, once.
      if (!evidence.cellAnswers200) return 'not-reached';
      return isRefusal(response.status) ? [wrongStatus(evidence, 'A generated call')] : 'not-applicable';
    }),
  },
]);
