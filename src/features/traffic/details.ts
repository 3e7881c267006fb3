import type { Contract } from '../../contract/model.ts';
import { type Masking, recordMasked } from '../../results/har/secrets.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import { curlLine } from '../../results/record/finding.ts';
import { MOST_BODY } from '../../results/record/record-exchange.ts';
import { type Redact, withPlainPlaceholders } from '../../results/record/redact.ts';
import type { RequestProblem } from '../../rules/client/client-rule.ts';
import { headText } from '../../views/finding-lines.ts';
import { bodyText } from '../../views/html/body-text.ts';
import type { Span } from '../../views/html/layout.ts';
import { markOf } from '../../views/html/mark.ts';
import { cutAt } from '../../views/sections/section.ts';
import { shownText } from '../../views/shown-text.ts';
import type { Exchange, HttpRequest } from '../../wire/http/exchange.ts';
import type { TextPiece, TrafficDetails, TrafficEntry, TrafficProblem } from './entry.ts';

export interface KeptExchange {
  readonly exchange: Pick<Exchange, 'request' | 'outcome'>;
  readonly problems: readonly Pick<RequestProblem, 'location' | 'bytes'>[];
}

/** An exchange in full, without its secrets. @param origin - scheme, host and port of the service */
export function detailsOf(
  entry: TrafficEntry,
  { exchange, problems }: KeptExchange,
  masking: Masking,
  { contract, origin }: { readonly contract: Contract; readonly origin: string },
): TrafficDetails {
  const recorded = recordMasked({ ...exchange, durationMs: entry.durationMs }, masking, origin);
  const { request, response } = recorded;
  const head = headText(`${request.method} ${request.url.slice(origin.length)} HTTP/1.1`, request.headers);
  const wrong = problems.flatMap(({ location, bytes }) => {
    if (bytes === null) return headSpan(location, head);
    return bodySpan(exchange.request, bytes, request.body ?? '', masking.redact, head.length);
  });
  return {
    entry,
    exchange: recorded,
    curl: curlLine(request),
    request: piecesOf(`${head}${request.body ?? ''}`, wrong),
    response: 'trouble' in response ? piecesOf(response.trouble.message, []) : answerPieces(entry, response, contract),
  };
}

/** What `path`, `header SOAPAction` or `query parameter itemno` as a location names in the lines before a body. */
function headSpan(location: string, head: string): readonly Span[] {
  const line = head.slice(0, head.indexOf('\n'));
  const [path, end] = [line.indexOf(' ') + 1, line.lastIndexOf(' ')];
  const query = line.includes('?') ? line.indexOf('?') : end;
  if (location === 'method') return [{ start: 0, end: path - 1 }];
  if (location === 'path') return [{ start: path, end: query }];
  if (location === 'query') return [{ start: query, end }];
  const [, kind, name = ''] = /^(header|query parameter) (.+)$/.exec(location) ?? [];
  const start =
    kind === 'header'
      ? head.toLowerCase().indexOf(`\n${name.toLowerCase()}:`)
      : Math.max(line.indexOf(`?${name}=`), line.indexOf(`&${name}=`));
  if (kind === undefined || start < 0) return [];
  return [{ start: start + 1, end: kind === 'header' ? head.indexOf('\n', start + 1) : start + 1 + name.length }];
}

/** The place of a request's bytes in its text without secrets; none if a secret crosses its edge. */
function bodySpan({ body }: HttpRequest, { start, end }: Span, shown: string, redact: Redact, offset: number) {
  if (body === null) return [];
  const masked = (from: number, to: number): string =>
    withPlainPlaceholders(redact(new TextDecoder().decode(body.subarray(from, to))));
  const before = masked(0, start);
  const wrong = masked(start, end);
  return shown.startsWith(before + wrong)
    ? [{ start: offset + before.length, end: offset + before.length + wrong.length }]
    : [];
}

function answerPieces(
  { problems, operation, binding }: TrafficEntry,
  response: Exclude<RecordedExchange['response'], { trouble: unknown }>,
  contract: Contract,
): readonly TextPiece[] {
  const body = bodyText(response);
  const head = headText(`HTTP/${response.version} ${response.status} ${response.reason}`, response.headers);
  const place = (problem: TrafficProblem): readonly Span[] => {
    if (operation === null || binding === null) return [];
    const mark = markOf({ ...problem, operation, binding, cause: problem.rule }, body, contract);
    if (mark?.part === 'status') return [{ start: 0, end: head.indexOf('\n') }];
    if (mark?.part === 'header') return headSpan(`header ${mark.name}`, head);
    return mark === null ? [] : [{ start: head.length + mark.start, end: head.length + mark.end }];
  };
  const wrong = problems.filter(({ side }) => side === 'server').flatMap(place);
  return piecesOf(`${head}${body.text}`, wrong);
}

/** A text in pieces, with the spans marked; what no page may show is replaced. */
function piecesOf(text: string, spans: readonly Span[]): readonly TextPiece[] {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  const pieces = cutAt(inOrder, text).map((part, at) => ({
    text: shownText(part, MOST_BODY * 2),
    wrong: at % 2 === 1,
  }));
  return pieces.filter((piece) => piece.text !== '');
}
