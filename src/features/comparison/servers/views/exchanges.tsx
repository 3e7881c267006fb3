import type { RecordedExchange, RecordedResponse } from '../../../../results/outcome.ts';
import { linesOf } from '../../../../views/html/body.tsx';
import { answerPart, requestPart } from '../../../../views/html/exchange.tsx';
import type { Mark } from '../../../../views/html/mark.ts';
import { headerValue } from '../../../../wire/http/exchange.ts';
import type { DifferenceGroup } from '../groups.ts';
import { lineText, unlikeLines } from './words.ts';

/** Lines of a body that are marked. */
const MOST_MARKS = 200;

/** The exchanges of a difference side by side, with what differs marked. */
export function exchangesPart({ kind, example }: Pick<DifferenceGroup, 'kind' | 'example'>) {
  const { a, b } = example.exchanges;
  const ofHead = kind === 'form' || kind === 'observations' || kind === 'spelling';
  return (
    <details>
      <summary>
        The smallest exchanges
        {example.operation === null ? '' : `, ${example.operation}/${example.binding}`}
      </summary>
      <div class="sides">
        {sidePart('A', a, b.response, ofHead)}
        {sidePart('B', b, a.response, ofHead)}
      </div>
    </details>
  );
}

function sidePart(
  side: string,
  { request, response }: RecordedExchange,
  other: RecordedExchange['response'],
  ofHead: boolean,
) {
  return (
    <div>
      <h4>{side}</h4>
      {requestPart(request, false)}
      {answerPart(response, (own) => ('trouble' in other ? [] : marksIn(own, other, ofHead)), false)}
    </div>
  );
}

/** What of an answer the other one does not have. */
function marksIn(own: RecordedResponse, other: RecordedResponse, ofHead: boolean): readonly Mark[] {
  const unlike = new Set(unlikeLines(own.body, other.body).a);
  const lines = linesOf(own.body).filter((line) => unlike.has(lineText(own.body, line)));
  const ofBody = lines.slice(0, MOST_MARKS).map(({ pieces }): Mark => {
    return { part: 'body', start: pieces[0].start, end: pieces.at(-1)?.end ?? 0 };
  });
  const names = new Set([...own.headers, ...other.headers].map(([name]) => name.toLowerCase()));
  const differing = [...names].filter((name) => headerValue(own.headers, name) !== headerValue(other.headers, name));
  const ofHeaders = differing.map((name): Mark => ({ part: 'header', name }));
  if (!ofHead) return ofBody;
  return [...(own.status === other.status ? [] : [{ part: 'status' } as const]), ...ofHeaders, ...ofBody];
}
