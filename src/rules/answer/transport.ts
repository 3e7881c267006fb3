import { plural } from '../../base/words.ts';
import { type HttpResponse, headerValue, type NetworkError, ranIntoLimit } from '../../wire/http/exchange.ts';
import { ofAnswers } from '../check.ts';
import { isDescribed } from '../evidence.ts';
import type { Problem } from '../judgement.ts';
import { byStandard, lesser, rulesOf, UNDESCRIBED } from '../rule.ts';
import { OF_LENGTH_LIST } from './content-length.ts';
import { headProblems, IMPOSSIBLE_FIELD, UNTRUE_FIELD } from './head-fields.ts';
import {
  continueProblems,
  ENDS_UNSAID,
  judgeEnds,
  NOT_CONTINUED,
  PASSED_OVER,
  passedOver,
  persistenceProblems,
  STAYS_OPEN,
  UNANSWERED_ONCE,
} from './persistence.ts';

const READABLE_LINE = 'a status line that clients read although it is not valid in HTTP/1.1';
const RESET_OF_NO_RESULT = 'an answer that is no result, whose connection is reset before its end';
const CLOSED_ON_TEXT =
  'a connection that is closed without an answer to a generated call, where other calls are answered';

/** A wrong part of the framing is a mistake of its own. */
const FRAMING_CAUSES: Readonly<Partial<Record<NonNullable<NetworkError['part']>, string>>> = {
  'length-list': OF_LENGTH_LIST,
  chunks: 'http.answer:chunks',
  lengths: 'http.answer:lengths',
};

/** If our own client could read it, others can. */
function oddStatusLine(actual: string): Problem {
  const text = `The status line is not valid in HTTP/1.1: '${actual}'`;
  const expected = 'version, space, status code, space, reason phrase without control characters';
  return { code: 'status-line', text, location: null, expected, actual, part: READABLE_LINE };
}

/** A server that closes with unread input resets the connection, and the answer may be lost (RFC 9112, section 9.6). */
function wasReset({ body, headers }: HttpResponse, isResult: boolean): Problem {
  const length = headerValue(headers, 'content-length');
  const came = plural(body.byteLength, 'byte');
  const part = length === undefined ? came : `${body.byteLength} of the ${plural(Number(length), 'byte')}`;
  return {
    code: 'reset',
    text: `The connection was reset after ${part} of the body`,
    location: null,
    expected: 'all bytes of the body, then the end of the connection or none',
    actual: `a reset after ${came}`,
    ...(isResult ? {} : { part: RESET_OF_NO_RESULT }),
  };
}

export const transportRules = rulesOf('transport', [
  {
    id: 'http.answer',
    level: 'required',
    title: 'An answer arrives, in correct HTTP framing.',
    requirements: ['service.endpoint'],
    standard: 'RFC 9110, section 10.1.1; RFC 9112, sections 4, 5, 6, 7.1, 8, 9.3 and 9.6',
    basis: byStandard({
      [READABLE_LINE]: lesser([
        'standard',
        'RFC 9112, section 4, has a server send the space also where no reason phrase follows. curl, wget, Python, ' +
          'node and Mono read the line without it, and with control characters.',
      ]),
      [UNANSWERED_ONCE]: lesser(
        'RFC 9112, section 9.6, has a server say Connection: close before it closes; clients send reads again.',
      ),
      [PASSED_OVER]: lesser(
        'The document shows no limits of time. But the same request was answered at another time, and others were ' +
          'while it waited, so the target was neither away nor busy. Twice in a cell it counts.',
      ),
      [ENDS_UNSAID]: lesser([
        'standard',
        'RFC 9112, sections 9.3 and 9.6: a server that keeps no connections says Connection: close in every answer, ' +
          'and any server in that to a request which says it.',
      ]),
      [STAYS_OPEN]: lesser([
        'standard',
        'RFC 9112, section 9.6. Clients that read to the end of the connection wait for it.',
      ]),
      [NOT_CONTINUED]: lesser([
        'standard',
        'RFC 9110, section 10.1.1: a server of HTTP/1.1 sends 100 Continue or the answer at once. ' +
          '.NET Framework, whose posts expect it, then waits 350 ms for each.',
      ]),
      [IMPOSSIBLE_FIELD]: lesser([
        'standard',
        'RFC 9110, sections 5.3, 5.6, 6.6.1, 7.6.1, 8.5, 8.7, 8.8, 10.2, 12.5.5, 14.3, 15.5.2 (401) ' +
          'and 15.5.22 (426); RFC 9111, sections 5.1 and 5.2; RFC 6265, section 5.2; RFC 6797, section 6.1; ' +
          'RFC 8288, section 3. Not 15.5.6 of 9110: ASP.NET on Mono sends 405 without Allow.',
      ]),
      [UNTRUE_FIELD]: lesser([
        'standard',
        'RFC 9530, sections 2 and 3: a digest is of the bytes that are sent. RFC 9110, section 8.8.2.1: ' +
          'Last-Modified is no later than Date. RFC 9110, section 14.4: Content-Range belongs to a part of an answer.',
      ]),
      [RESET_OF_NO_RESULT]: lesser([
        'standard',
        'RFC 9112, section 9.6: a server that closes before it has read all input resets the connection, and what it ' +
          'sent may be lost.',
      ]),
      [UNDESCRIBED]: lesser(
        'Only the RFCs describe it. A missing answer is not reported: gateways close connections when a request ' +
          'looks like an attack to them.',
      ),
      [CLOSED_ON_TEXT]: lesser(
        'Gateways close connections when a text looks like an attack to them. A refusal with a status is only ' +
          'recommended too (http.status-generated).',
      ),
      'a limit of the run leaves it inconclusive':
        "The document shows no limits, so an answer that exceeds a limit of the run can't be judged.",
    }),
    breaks:
      'All clients we ran fail when the connection closes early or the body is cut off. Other framing ' +
      'errors break only some: node-soap refuses a header without a colon, gSOAP does not.',
    example: {
      right: 'HTTP/1.1 200 OK with headers, an empty line and a body of Content-Length bytes',
      wrong: 'the connection is closed before the status line',
    },
    checks: [
      ...ofAnswers((evidence) => {
        const { reading, expectation, cellAnswers200 } = evidence;
        const { outcome } = reading.exchange;
        if (outcome.kind === 'response') {
          const { statusLine, reset } = outcome.response;
          if (reset === true) return [wasReset(outcome.response, reading.success && isDescribed(evidence))];
          if (statusLine !== undefined) return [oddStatusLine(statusLine)];
          const { response } = outcome;
          return [...headProblems(response), ...continueProblems(response), ...persistenceProblems(response)];
        }
        const { kind, message, part } = outcome.trouble;
        // A server that asks us to wait has not answered yet; what we stopped is not its fault, and no limit is shown.
        if (kind === 'unavailable' || kind === 'aborted' || ranIntoLimit(outcome)) return 'not-reached';
        if (!isDescribed(evidence) && outcome.begun !== true) return 'not-reached';
        const text = `No complete answer came: ${message}`;
        const isRefusal = kind === 'closed' && expectation === 'generated' && cellAnswers200 && outcome.begun !== true;
        const expected = 'a complete HTTP response';
        const own = FRAMING_CAUSES[part ?? 'head'];
        const cause = own === undefined ? {} : { cause: own };
        const lesser = isRefusal ? { part: CLOSED_ON_TEXT } : {};
        return [{ code: kind, text, location: null, expected, actual: message, ...cause, ...lesser }];
      }, 'everything'),
      {
        kind: 'cell',
        sees: 'refusals too',
        judge: ({ all }) => {
          const [first, ...others] = all.flatMap(({ isPlanned, reading: { exchange } }) =>
            isPlanned && ranIntoLimit(exchange.outcome) ? [exchange.outcome.trouble] : [],
          );
          // A limit leaves the rule open; a lesser part must not hide that.
          if (first === undefined) return passedOver(all) ?? judgeEnds(all);
          const flag = first.kind === 'timeout' ? '--timeout' : '--max-body';
          const raised = first.part === 'head' ? 'no option raises it' : `${flag} raises it`;
          const count = `${others.length + 1} of ${plural(all.length, 'call')} ran into a limit of this run`;
          return {
            kind: 'inconclusive',
            reason: { code: 'limit', text: `${count} (${first.message}); ${raised}` },
          };
        },
      },
    ],
  },
]);
