import type { ComponentChildren } from 'preact';
import { grouped } from '../../base/group-by.ts';
import type { Cause } from '../../results/causes/causes.ts';
import type { Finding, RecordedExchange, RecordedRequest, RecordedResponse } from '../../results/outcome.ts';
import { MOST_BODY } from '../../results/record/record-exchange.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { MOST_RAW, prettyBody, rawBody } from './body.tsx';
import { type BodyText, bodyText } from './body-text.ts';
import type { Span } from './layout.ts';
import type { Mark } from './mark.ts';
import { count } from './parts.tsx';
import { unseenCount, visible } from './visible.tsx';

const MOST_HEADERS = 40;
const MOST_VALUE = 600;

export function requestPart(request: RecordedRequest, raw: boolean) {
  const { method, url, headers, body } = request;
  const text = { text: body ?? '', bytes: new Map<number, string>(), dump: false, note: null };
  return message('Request', [
    head([visible(method, 40), ' ', visible(url, 2000)], shownHeaders(headers, [])),
    body === null || body === '' ? null : bodyPart(text, [], raw, 'request'),
  ]);
}

function message(title: string, parts: ComponentChildren) {
  return (
    <div class="message">
      <h5>{title}</h5>
      {parts}
    </div>
  );
}

function head(line: ComponentChildren, headers: ComponentChildren) {
  return (
    <pre class="head">
      <b>{line}</b>
      {'\n'}
      {headers}
    </pre>
  );
}

/** @param marksIn - what is wrong in an answer that came */
export function answerPart(
  answer: RecordedExchange['response'],
  marksIn: (response: RecordedResponse, body: BodyText) => readonly Mark[],
  raw: boolean,
) {
  if ('trouble' in answer) {
    const { kind, message: why } = answer.trouble;
    return message(
      'Response',
      <p>
        <mark>
          None ({kind}): {visible(why)}
        </mark>
      </p>,
    );
  }
  const body = bodyText(answer);
  const marks = marksIn(answer, body);
  const { version, status, reason, headers } = answer;
  const line = [visible(`HTTP/${version} ${status}`, 40), ' ', visible(reason, 200)];
  const marked = marks.flatMap((mark) => (mark.part === 'header' ? mark.name : []));
  const ofBody = marks.filter((mark) => mark.part === 'body');
  return message('Response', [
    head(marks.some(({ part }) => part === 'status') ? <mark>{line}</mark> : line, shownHeaders(headers, marked)),
    notesOf(answer, body).map((note) => <p class="note">{note}</p>),
    body.text === '' ? null : bodyPart(body, ofBody, raw, 'response'),
  ]);
}

function bodyPart(body: BodyText, marks: readonly Span[], raw: boolean, what: string) {
  return (
    <>
      {prettyBody(body, marks)}
      {raw && !body.dump && !isPlain(body.text) ? (
        <details class="raw">
          <summary>
            Raw {what} <span class="muted">{count(body.text.length, 'character')}</span>
          </summary>
          {rawBody(body, marks)}
        </details>
      ) : null}
    </>
  );
}

/** A short text without markup looks the same raw. */
function isPlain(text: string): boolean {
  return text.length < 1000 && !text.includes('<') && text.split('\n').length < 20;
}

function shownHeaders(headers: readonly Header[], marked: readonly string[]) {
  const marks = new Set(marked.map((name) => name.toLowerCase()));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = headers.slice(0, MOST_HEADERS).map(([name, value]) => {
    const line = [visible(name, MOST_VALUE), ': ', visible(value, MOST_VALUE)];
    return [marks.has(name.toLowerCase()) ? <mark>{line}</mark> : line, '\n'];
  });
  const missing = marked.filter((name) => !names.has(name.toLowerCase())).join(', ');
  return (
    <>
      {lines}
      {headers.length > MOST_HEADERS ? <i class="cut">{`… ${headers.length - MOST_HEADERS} more\n`}</i> : null}
      {missing === '' ? null : <mark>no {visible(missing, MOST_VALUE)}</mark>}
    </>
  );
}

function notesOf({ bytes, truncated, from, complete, surplus }: RecordedResponse, body: BodyText): readonly string[] {
  return [
    ...(body.text === '' ? ['The body is empty.'] : []),
    ...(body.note === null ? [] : [body.note]),
    ...(truncated ? [`${count(bytes, 'byte')} came; ${partOf(from)} are recorded.`] : []),
    ...(complete ? [] : ['The connection ended before the promised Content-Length.']),
    ...(surplus > 0 ? [`${count(surplus, 'byte')} came after the promised Content-Length.`] : []),
  ];
}

function partOf(from: RecordedResponse['from']): string {
  if (from === undefined) return `the first ${MOST_BODY.toLocaleString('en')}`;
  return `some around the place, from line ${from.line}, column ${from.column},`;
}

/** Characters of markup that all exchanges of a page may have together. */
const ALL_EXCHANGES = 450_000;
/** About how many characters of a body its pretty view shows. */
const MOST_PRETTY = 8_000;

/** How much of a finding's exchange the page shows: an excerpt, or the raw bodies too. */
export type Detail = 'excerpt' | 'raw';

/** Chooses the exchanges that fit on a page: per cause the smallest as excerpt, then in full, then other bindings. */
export function shownExchanges(causes: readonly Cause[]): ReadonlyMap<Finding, Detail> {
  const shown = new Map<Finding, Detail>();
  let room = ALL_EXCHANGES;
  const show = (finding: Finding, detail: Detail): void => {
    const cost = costOf(finding, detail) - (shown.has(finding) ? costOf(finding, 'excerpt') : 0);
    if (cost > room) return;
    room -= cost;
    shown.set(finding, detail);
  };
  for (const { smallest } of causes) show(smallest, 'excerpt');
  for (const { smallest } of causes) if (shown.has(smallest)) show(smallest, 'raw');
  // The first finding in each binding except that of the smallest.
  for (const { smallest, findings } of causes)
    for (const [first] of grouped(findings, ({ binding }) => binding))
      if (first.binding !== smallest.binding) show(first, 'raw');
  return shown;
}

/** About how many characters of markup: an escaped bracket or quote takes five, a mark some forty. */
function costOf({ exchange: { request, response } }: Finding, detail: Detail): number {
  const bodies = [request.body ?? '', 'body' in response ? response.body : ''];
  const headers = 'headers' in response ? response.headers.flat().join('').slice(0, 10_000).length : 0;
  const each = bodies.map((body) => markup(body, MOST_PRETTY) + (detail === 'raw' ? markup(body, MOST_RAW) : 0));
  return each.reduce((sum, cost) => sum + cost, 2000 + headers);
}

function markup(body: string, most: number): number {
  const shown = body.slice(0, most);
  const escaped = shown.match(/[<&"]/g)?.length ?? 0;
  return shown.length + escaped * 12 + unseenCount(shown) * 40;
}
