import type { RecordedExchange, RecordedResponse } from '../../../../results/outcome.ts';
import { answerPart, requestPart } from '../../../../views/html/exchange.tsx';
import type { Mark } from '../../../../views/html/mark.ts';
import { headerValue } from '../../../../wire/http/exchange.ts';
import type { DifferenceGroup } from '../groups.ts';
import { bodyLines, comparedLines } from './compared-lines.ts';

/** Lines of a body that are marked. */
const MOST_MARKS = 200;

/** The exchanges of a difference side by side, with what differs marked. */
export function exchangesPart({ kind, example }: Pick<DifferenceGroup, 'kind' | 'example'>) {
  const { a, b } = example.exchanges;
  const ofHead = kind === 'form' || kind === 'observations' || kind === 'spelling';
  return (
    <div class="sides">
      {sidePart('A', a, b.response, ofHead)}
      {sidePart('B', b, a.response, ofHead)}
    </div>
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
  const lines = comparedLines(bodyLines(own.body), bodyLines(other.body)).filter(({ of }) => of === 'a');
  const ofBody = lines.slice(0, MOST_MARKS).map(({ start, end }): Mark => ({ part: 'body', start, end }));
  const names = new Set([...own.headers, ...other.headers].map(([name]) => name.toLowerCase()));
  const differing = [...names].filter((name) => headerValue(own.headers, name) !== headerValue(other.headers, name));
  const ofHeaders = differing.map((name): Mark => ({ part: 'header', name }));
  if (!ofHead) return ofBody;
  return [...(own.status === other.status ? [] : [{ part: 'status' } as const]), ...ofHeaders, ...ofBody];
}
