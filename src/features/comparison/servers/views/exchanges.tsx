import type { RecordedExchange } from '../../../../results/outcome.ts';
import { count } from '../../../../views/html/parts.tsx';
import { visible } from '../../../../views/html/visible.tsx';
import type { Difference } from '../groups.ts';
import { bodyLines, unlikeLines } from './words.ts';

/** Lines and characters of a body that are shown, and header lines. */
const MOST_LINES = 60;
const MOST_HEADERS = 40;
const MOST_TEXT = 400;
const AROUND = 2;

/** The exchanges of a difference side by side, the lines that differ marked. */
export function exchangesPart({ kind, example }: Difference) {
  const { a, b } = example.exchanges;
  const unlike = unlikeLines(bodyOf(a), bodyOf(b));
  const ofHead = kind === 'form' || kind === 'observations';
  const headers = ofHead ? unlikeLines(headerText(a), headerText(b)) : { a: [], b: [] };
  return (
    <details>
      <summary>
        The smallest exchanges
        {example.operation === null ? '' : `, ${example.operation}/${example.binding}`}
      </summary>
      <div class="sides">
        {sidePart('A', a, unlike.a, headers.a)}
        {sidePart('B', b, unlike.b, headers.b)}
      </div>
    </details>
  );
}

function sidePart(side: string, exchange: RecordedExchange, lines: readonly string[], headers: readonly string[]) {
  const { request, response } = exchange;
  return (
    <div>
      <h4>{side}</h4>
      <pre>
        {visible(`${request.method} ${request.url}`, 1000)}
        {request.body === null ? null : (
          <>
            {'\n\n'}
            {visible(request.body, 1500)}
          </>
        )}
      </pre>
      {'trouble' in response ? (
        <pre>
          <mark>no answer: {visible(response.trouble.message)}</mark>
        </pre>
      ) : (
        <>
          <pre>{markedLines(headerText(exchange).split('\n'), headers)}</pre>
          <pre>{response.body === '' ? '(no body)' : markedLines(bodyLines(response.body), lines)}</pre>
          {response.truncated ? <p class="note">Of {count(response.bytes, 'byte')} the first are kept.</p> : null}
        </>
      )}
    </div>
  );
}

function markedLines(all: readonly string[], unlike: readonly string[]) {
  const marked = new Set(unlike);
  const near = (index: number): boolean =>
    all.length <= MOST_LINES ||
    all.slice(Math.max(0, index - AROUND), index + AROUND + 1).some((line) => marked.has(line));
  const shown = all.flatMap((line, index) => (near(index) ? [{ line, index }] : [])).slice(0, MOST_LINES);
  return (
    <>
      {shown.map(({ line, index }, at) => (
        <>
          {index > (shown[at - 1]?.index ?? -1) + 1 ? <i class="cut">{'…\n'}</i> : null}
          {marked.has(line) ? <mark>{visible(line, MOST_TEXT)}</mark> : visible(line, MOST_TEXT)}
          {'\n'}
        </>
      ))}
      {(shown.at(-1)?.index ?? -1) < all.length - 1 ? <i class="cut">…</i> : null}
    </>
  );
}

function bodyOf({ response }: RecordedExchange): string {
  return 'trouble' in response ? '' : response.body;
}

function headerText({ response }: RecordedExchange): string {
  if ('trouble' in response) return '';
  const { version, status, reason, headers } = response;
  const lines = headers.slice(0, MOST_HEADERS).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/${version} ${status} ${reason}`, ...lines].join('\n');
}
