import type { ComponentChildren } from 'preact';
import type { Header } from '../../exchange/exchange.ts';
import type { RecordedRequest, RecordedResponse } from '../../results/outcome.ts';
import { MOST_BODY } from '../../results/record/record-exchange.ts';
import { prettyBody, rawBody } from './body.tsx';
import type { BodyText } from './body-text.ts';
import type { Span } from './layout.ts';
import type { Mark } from './mark.ts';
import { visible } from './visible.tsx';

/** Characters of a raw body that are shown. */
export const MOST_RAW = 12_000;
/** Header lines that are shown. */
const MOST_HEADERS = 40;
const MOST_VALUE = 600;

/** A request as it was sent, with secrets masked. */
export function requestPart(request: RecordedRequest, raw: boolean) {
  const { method, url, headers, body } = request;
  const text = { text: body ?? '', bytes: new Map<number, string>(), dump: false, note: null };
  return (
    <div class="message">
      <h5>Request</h5>
      <pre class="head">
        <b>
          {visible(method, 40)} {visible(url, 2000)}
        </b>
        {'\n'}
        {headerLines(headers, null)}
      </pre>
      {body === null || body === '' ? null : bodyPart(text, null, raw, 'request')}
    </div>
  );
}

/** A response as it was received, with the wrong part marked. */
export function responsePart(response: RecordedResponse, body: BodyText, mark: Mark | null, raw: boolean) {
  const { version, status, reason, headers } = response;
  const statusLine = `HTTP/${version} ${status}`;
  const line = (
    <>
      {visible(statusLine, 40)} {visible(reason, 200)}
    </>
  );
  return (
    <div class="message">
      <h5>Response</h5>
      <pre class="head">
        <b>{mark?.part === 'status' ? <mark>{line}</mark> : line}</b>
        {'\n'}
        {headerLines(headers, mark?.part === 'header' ? mark.name : null)}
      </pre>
      {notesOf(response, body).map((note) => (
        <p class="note">{note}</p>
      ))}
      {body.text === '' ? null : bodyPart(body, mark?.part === 'body' ? mark : null, raw, 'response')}
    </div>
  );
}

function bodyPart(body: BodyText, mark: Span | null, raw: boolean, what: string) {
  return (
    <>
      {prettyBody(body, mark)}
      {raw && !body.dump && !isPlain(body.text) ? (
        <details class="raw">
          <summary>
            Raw {what} <span class="muted">{body.text.length.toLocaleString('en')} characters</span>
          </summary>
          {rawBody(body, mark, MOST_RAW)}
        </details>
      ) : null}
    </>
  );
}

/** A short text without markup looks the same raw. */
function isPlain(text: string): boolean {
  return text.length < 1000 && !text.includes('<') && text.split('\n').length < 20;
}

function headerLines(headers: readonly Header[], mark: string | null) {
  const isMarked = (name: string): boolean => name.toLowerCase() === mark?.toLowerCase();
  const lines = headers.slice(0, MOST_HEADERS).map(([name, value]) => {
    const line: ComponentChildren = (
      <>
        {visible(name, MOST_VALUE)}: {visible(value, MOST_VALUE)}
      </>
    );
    return (
      <>
        {isMarked(name) ? <mark>{line}</mark> : line}
        {'\n'}
      </>
    );
  });
  const missing = mark !== null && !headers.some(([name]) => isMarked(name));
  return (
    <>
      {lines}
      {headers.length > MOST_HEADERS ? <i class="cut">{`… ${headers.length - MOST_HEADERS} more\n`}</i> : null}
      {missing ? <mark>no {mark}</mark> : null}
    </>
  );
}

/** What a reader must know about the body that is shown. */
function notesOf({ bytes, truncated, complete, surplus }: RecordedResponse, body: BodyText): readonly string[] {
  const count = bytes.toLocaleString('en');
  return [
    ...(body.text === '' ? ['The body is empty.'] : []),
    ...(body.note === null ? [] : [body.note]),
    ...(truncated ? [`Of ${count} bytes the first ${MOST_BODY.toLocaleString('en')} are recorded.`] : []),
    ...(complete ? [] : ['The connection ended before the promised Content-Length.']),
    ...(surplus > 0 ? [`${surplus.toLocaleString('en')} bytes came after the promised Content-Length.`] : []),
  ];
}
