import { Visible } from '../../report/html/visible.tsx';
import type { RecordedExchange } from '../../results/outcome.ts';
import { curlLine } from '../../results/record/finding.ts';
import type { Comparison } from '../comparison.ts';
import type { Difference } from '../difference.ts';
import { bodyLines, unlikeLines } from './unlike-lines.ts';
import { callText, titleOf, whereText } from './words.ts';

/** Lines and characters of a body that are shown, and header lines. */
const MOST_LINES = 60;
const MOST_HEADERS = 40;
const MOST_TEXT = 400;
/** Equal lines that are shown around those that differ. */
const AROUND = 2;

interface Props {
  readonly one: Difference;
  readonly comparison: Comparison;
  /** Whether there is room for the exchanges. */
  readonly exchanges: boolean;
}

/** One difference: what, where, both values, both exchanges side by side with the lines that differ marked. */
export function DifferenceArticle({ one, comparison, exchanges }: Props) {
  const { places, example } = one;
  const call = callText(example);
  return (
    <article>
      <h3>
        <Visible text={titleOf(one)} most={MOST_TEXT} />
      </h3>
      <p class="muted">
        in <Visible text={whereText(one.cells, comparison.cells)} />
        {places.length === 0 && example.location === null ? null : (
          <>
            , at <Visible text={places.length === 0 ? (example.location ?? '') : places.join(', ')} most={MOST_TEXT} />
          </>
        )}
      </p>
      <div class="sides">
        <Value side="A" text={one.a} />
        <Value side="B" text={one.b} />
      </div>
      {exchanges ? (
        <details>
          <summary>
            The smallest exchanges
            {example.operation === null ? '' : `, ${example.operation}/${example.binding}`}
            {call === null ? null : (
              <>
                {' '}
                with <Visible text={call} most={MOST_TEXT} />
              </>
            )}
          </summary>
          <Exchanges one={one} />
        </details>
      ) : (
        <p class="note">Its exchanges are in compare.json.</p>
      )}
    </article>
  );
}

function Value({ side, text }: { readonly side: string; readonly text: string }) {
  return (
    <div>
      <h4>{side}</h4>
      <pre>
        <Visible text={text} most={MOST_TEXT} />
      </pre>
    </div>
  );
}

function Exchanges({ one }: { readonly one: Difference }) {
  const { a, b } = one.example.exchanges;
  const unlike = unlikeLines(bodyOf(a), bodyOf(b));
  const ofHead = one.kind === 'form' || one.kind === 'observations';
  const headers = ofHead ? unlikeLines(headerText(a), headerText(b)) : { a: [], b: [] };
  return (
    <div class="sides">
      <Side side="A" exchange={a} lines={unlike.a} headers={headers.a} />
      <Side side="B" exchange={b} lines={unlike.b} headers={headers.b} />
    </div>
  );
}

interface SideProps {
  readonly side: string;
  readonly exchange: RecordedExchange;
  readonly lines: readonly string[];
  readonly headers: readonly string[];
}

function Side({ side, exchange, lines, headers }: SideProps) {
  const { request, response } = exchange;
  return (
    <div>
      <h4>{side}</h4>
      <pre>
        <Visible text={`${request.method} ${request.url}`} most={1000} />
        {request.body === null ? null : (
          <>
            {'\n\n'}
            <Visible text={request.body} most={1500} />
          </>
        )}
      </pre>
      {'trouble' in response ? (
        <pre>
          <mark>
            no answer: <Visible text={response.trouble.message} />
          </mark>
        </pre>
      ) : (
        <>
          <pre>
            <Lines all={headerText(exchange).split('\n')} unlike={headers} />
          </pre>
          <pre>{response.body === '' ? '(no body)' : <Lines all={bodyLines(response.body)} unlike={lines} />}</pre>
          {response.truncated ? <p class="note">Of {response.bytes} bytes the first are kept.</p> : null}
        </>
      )}
      <p class="note">Again:</p>
      <pre>
        <Visible text={curlLine(request)} most={4000} />
      </pre>
    </div>
  );
}

/** The lines that differ, marked, and a few around them. */
function Lines({ all, unlike }: { readonly all: readonly string[]; readonly unlike: readonly string[] }) {
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
          {marked.has(line) ? (
            <mark>
              <Visible text={line} most={MOST_TEXT} />
            </mark>
          ) : (
            <Visible text={line} most={MOST_TEXT} />
          )}
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
