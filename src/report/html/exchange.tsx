import type { ComponentChildren } from 'preact';
import type { Header } from '../../exchange/exchange.ts';
import type { RecordedRequest, RecordedResponse } from '../../results/outcome.ts';
import { MOST_BODY } from '../../results/record/record-exchange.ts';
import { PrettyBody, RawBody } from './body.tsx';
import type { BodyText } from './body-text.ts';
import type { Span } from './layout.ts';
import type { Mark } from './mark.ts';
import { Visible } from './visible.tsx';

/** Characters of a raw body that are shown. */
export const MOST_RAW = 12_000;
/** Header lines that are shown. */
const MOST_HEADERS = 40;
const MOST_VALUE = 600;

/** A request as it was sent, with secrets masked. */
export function Request({ request, raw }: { readonly request: RecordedRequest; readonly raw: boolean }) {
  const { method, url, headers, body } = request;
  const text = { text: body ?? '', bytes: new Map<number, string>(), dump: false, note: null };
  return (
    <div class="message">
      <h5>Request</h5>
      <pre class="head">
        <b>
          <Visible text={method} most={40} /> <Visible text={url} most={2000} />
        </b>
        {'\n'}
        <Headers headers={headers} mark={null} />
      </pre>
      {body === null || body === '' ? null : <Body body={text} mark={null} raw={raw} what="request" />}
    </div>
  );
}

interface ResponseProps {
  readonly response: RecordedResponse;
  readonly body: BodyText;
  readonly mark: Mark | null;
  readonly raw: boolean;
}

/** A response as it was received, with the wrong part marked. */
export function Response({ response, body, mark, raw }: ResponseProps) {
  const { version, status, reason, headers } = response;
  const statusLine = `HTTP/${version} ${status}`;
  const line = (
    <>
      <Visible text={statusLine} most={40} /> <Visible text={reason} most={200} />
    </>
  );
  return (
    <div class="message">
      <h5>Response</h5>
      <pre class="head">
        <b>{mark?.part === 'status' ? <mark>{line}</mark> : line}</b>
        {'\n'}
        <Headers headers={headers} mark={mark?.part === 'header' ? mark.name : null} />
      </pre>
      {notesOf(response, body).map((note) => (
        <p class="note">{note}</p>
      ))}
      {body.text === '' ? null : (
        <Body body={body} mark={mark?.part === 'body' ? mark : null} raw={raw} what="response" />
      )}
    </div>
  );
}

interface BodyProps {
  readonly body: BodyText;
  readonly mark: Span | null;
  readonly raw: boolean;
  readonly what: string;
}

function Body({ body, mark, raw, what }: BodyProps) {
  return (
    <>
      <PrettyBody body={body} mark={mark} />
      {raw && !body.dump && !isPlain(body.text) ? (
        <details class="raw">
          <summary>
            Raw {what} <span class="muted">{body.text.length.toLocaleString('en')} characters</span>
          </summary>
          <RawBody body={body} mark={mark} most={MOST_RAW} />
        </details>
      ) : null}
    </>
  );
}

/** A short text without markup looks the same raw. */
function isPlain(text: string): boolean {
  return text.length < 1000 && !text.includes('<') && text.split('\n').length < 20;
}

function Headers({ headers, mark }: { readonly headers: readonly Header[]; readonly mark: string | null }) {
  const isMarked = (name: string): boolean => name.toLowerCase() === mark?.toLowerCase();
  const lines = headers.slice(0, MOST_HEADERS).map(([name, value]) => {
    const line: ComponentChildren = (
      <>
        <Visible text={name} most={MOST_VALUE} />: <Visible text={value} most={MOST_VALUE} />
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
