import { visible } from '../../report/html/visible.tsx';
import type { RecordedExchange } from '../../results/outcome.ts';
import { curlLine } from '../../results/record/finding.ts';
import type { Comparison } from '../comparison.ts';
import type { Difference } from '../difference.ts';
import { bodyLines, inWords, unlikeLines } from './words.ts';

/** Lines and characters of a body that are shown, and header lines. */
const MOST_LINES = 60;
const MOST_HEADERS = 40;
const MOST_TEXT = 400;
/** Equal lines that are shown around those that differ. */
const AROUND = 2;

/** One difference: what, where, both values, both exchanges side by side with the lines that differ marked. */
export function differenceArticle(one: Difference, comparison: Comparison, exchanges: boolean) {
  const { places, example } = one;
  const { title, where, call } = inWords(one, comparison.cells);
  return (
    <article>
      <h3>{visible(title, MOST_TEXT)}</h3>
      <p class="muted">
        in {visible(where)}
        {places.length === 0 && example.location === null ? null : (
          <>, at {visible(places.length === 0 ? (example.location ?? '') : places.join(', '), MOST_TEXT)}</>
        )}
      </p>
      <div class="sides">
        {valuePart('A', one.a)}
        {valuePart('B', one.b)}
      </div>
      {exchanges ? (
        <details>
          <summary>
            The smallest exchanges
            {example.operation === null ? '' : `, ${example.operation}/${example.binding}`}
            {call === null ? null : <> with {visible(call, MOST_TEXT)}</>}
          </summary>
          {exchangesPart(one)}
        </details>
      ) : (
        <p class="note">Its exchanges are in compare.json.</p>
      )}
    </article>
  );
}

function valuePart(side: string, text: string) {
  return (
    <div>
      <h4>{side}</h4>
      <pre>{visible(text, MOST_TEXT)}</pre>
    </div>
  );
}

function exchangesPart(one: Difference) {
  const { a, b } = one.example.exchanges;
  const unlike = unlikeLines(bodyOf(a), bodyOf(b));
  const ofHead = one.kind === 'form' || one.kind === 'observations';
  const headers = ofHead ? unlikeLines(headerText(a), headerText(b)) : { a: [], b: [] };
  return (
    <div class="sides">
      {sidePart('A', a, unlike.a, headers.a)}
      {sidePart('B', b, unlike.b, headers.b)}
    </div>
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
          {response.truncated ? <p class="note">Of {response.bytes} bytes the first are kept.</p> : null}
        </>
      )}
      <p class="note">Again:</p>
      <pre>{visible(curlLine(request), 4000)}</pre>
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
