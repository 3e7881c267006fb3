import { cellName } from '../../contract/cell-name.ts';
import { cellCount, levelsOf } from '../../results/causes/causes.ts';
import type { Finding, RecordedResponse } from '../../results/outcome.ts';
import { isSaid, placeIn, rulesOf } from '../finding-lines.ts';
import { marked } from '../sections/parts.tsx';
import { unlikeCharacters } from '../unlike-characters.ts';
import type { BodyText } from './body-text.ts';
import { causeCells, clauses, fixPart } from './cause-cells.tsx';
import { answerPart, type Detail, requestPart, shownExchanges } from './exchange.tsx';
import type { Span } from './layout.ts';
import { markOf } from './mark.ts';
import { causeId, count, MOST_CAUSES, type Model, more, type NumberedCause, Part, row, Table } from './parts.tsx';
import { visible } from './visible.tsx';

/** Longer curl lines are not worth pasting. */
const MOST_CURL = 4000;

export function findingsPart(model: Model) {
  const { causes } = model;
  if (causes.length === 0) return null;
  const described = causes.slice(0, MOST_CAUSES);
  const shown = shownExchanges(described);
  return (
    <Part id="findings" title="Findings, cause by cause">
      {described.map((cause) => causeArticle(cause, model, shown))}
      {more(causes.length, MOST_CAUSES, 'cause')}
    </Part>
  );
}

/** One cause: what is wrong, what was expected, the fix, the exchange, how to see it again, where, why required. */
function causeArticle(cause: NumberedCause, model: Model, shown: ReadonlyMap<Finding, Detail>) {
  const { smallest, findings, number } = cause;
  const others = findings.filter((finding) => finding !== smallest && shown.has(finding));
  const levels = levelsOf(findings);
  const names = rulesOf(findings).join(', ');
  return (
    <article class={`cause ${smallest.level}`} id={causeId(cause)} {...filterData(cause, model)} tabIndex={-1}>
      <h3>
        <span class="number">{number}</span> {visible(cause.message, 900)}
      </h3>
      <p class="facts">
        <span class={`chip ${smallest.level}`}>{smallest.level}</span>
        {knownChip(findings)}
        <code>{smallest.docs === undefined ? names : <a href={smallest.docs}>{names}</a>}</code>
        <span>
          in {count(cellCount(findings), 'cell')} of {model.results.cells.length}
          {levels === null ? '' : `: ${levels}`}
        </span>
      </p>
      {isSaid({ ...smallest, message: cause.message }) ? null : versus(smallest)}
      {fixPart(cause, model)}
      {exchangePart(smallest, shown.get(smallest), model)}
      {againPart(smallest)}
      {causeCells(findings, smallest, model)}
      {clauses(smallest, model.contract)}
      {others.map((finding) => (
        <details class="other">
          <summary>
            The same in <code>{cellName(finding)}</code>
          </summary>
          {exchangePart(finding, shown.get(finding), model)}
          {againPart(finding)}
        </details>
      ))}
      {findings.length > others.length + 1 ? (
        <p class="note">
          {count(others.length + 1, 'exchange')} of {findings.length} shown, at most one for each binding; all are in
          results.json.
        </p>
      ) : null}
    </article>
  );
}

/** Both texts, with what only one has marked. */
function versus({ expected, actual }: Finding) {
  const marks = unlikeCharacters({ a: expected, b: actual });
  const side = (title: string, text: string, own: readonly Span[] = []) => (
    <div class={title.toLowerCase()}>
      <h4>{title}</h4>
      <pre>{text.length > MOST_MARKED ? visible(text) : marked(text, own)}</pre>
    </div>
  );
  return (
    <div class="versus">
      {side('Expected', expected, marks?.a)}
      {side('Actual', actual, marks?.b)}
    </div>
  );
}

/** Characters of a text in which a part is marked. */
const MOST_MARKED = 600;

function knownChip(findings: readonly Finding[]) {
  const known = findings.filter((finding) => finding.known).length;
  return known > 0 ? <span class="chip">{known === findings.length ? 'known' : `${known} known`}</span> : null;
}

/** What the filters read. */
function filterData({ findings }: Pick<NumberedCause, 'findings'>, { rules: ids }: Model) {
  const numbers = rulesOf(findings).map((rule) => ids.indexOf(rule));
  return {
    'data-cause': numbers.join(' '),
    'data-level': [...new Set(findings.map(({ level }) => level))].join(' '),
  };
}

function exchangePart(finding: Finding, detail: Detail | undefined, model: Model) {
  if (detail === undefined) {
    return <p class="note">The exchange is not shown, to keep this page small: it is in results.json.</p>;
  }
  const { operation, binding, exchange, before } = finding;
  return (
    <section class="exchange">
      <h4>
        The smallest exchange{' '}
        <span class="muted">
          {operation} over {binding}, {exchange.durationMs} ms
        </span>
      </h4>
      {before === undefined ? null : (
        <>
          <p>First this call, on which the answer to the next one depends:</p>
          {messagesPart({ ...finding, exchange: before.exchange, location: null }, detail, model)}
          <p>Then:</p>
        </>
      )}
      {messagesPart(finding, detail, model)}
    </section>
  );
}

function messagesPart(finding: Finding, detail: Detail, { contract }: Model) {
  const marksIn = (response: RecordedResponse, body: BodyText) => {
    const mark = markOf({ ...finding, location: placeIn(response, finding.location) }, body, contract);
    return mark === null ? [] : [mark];
  };
  return (
    <div class="messages">
      {requestPart(finding.exchange.request, detail === 'raw')}
      {answerPart(finding.exchange.response, marksIn, detail === 'raw')}
    </div>
  );
}

function againPart({ reproduce }: Finding) {
  return (
    <section class="again">
      <h4>See it again</h4>
      <pre class="command">{visible(reproduce.command, 1000)}</pre>
      {reproduce.curl.length > MOST_CURL ? (
        <p class="note">The curl line is too long to show here; it is in results.json.</p>
      ) : (
        <pre class="command">{visible(reproduce.curl, MOST_CURL)}</pre>
      )}
    </section>
  );
}

/** Every cause in one line, those in the most cells first. */
export function fixFirstPart(model: Model) {
  const { causes } = model;
  if (causes.length === 0) return null;
  return (
    <Part id="causes" title="Fix these first" note={count(causes.length, 'cause')}>
      <Table class="causes stack" heads={['What is wrong', ...CAUSE_HEADS]}>
        {causes.slice(0, MOST_LISTED).map((cause) =>
          row(
            <>
              <span class="number">{cause.number}</span>{' '}
              <a href={cause.number <= MOST_CAUSES ? `#${causeId(cause)}` : '#findings'}>
                {visible(cause.message, 160)}
              </a>
            </>,
            [
              <code>{rulesOf(cause.findings).join(', ')}</code>,
              <td class="word">
                <span class={`chip ${cause.smallest.level}`}>{cause.smallest.level}</span>
                {knownChip(cause.findings)}
              </td>,
              whereText(cause.findings),
            ],
            CAUSE_HEADS,
            filterData(cause, model),
          ),
        )}
      </Table>
      {more(causes.length, MOST_LISTED, 'cause')}
    </Part>
  );
}

const MOST_LISTED = 300;
const CAUSE_HEADS = ['Rule', 'Level', 'Where'];

function whereText(findings: readonly Finding[]) {
  const number = cellCount(findings);
  const [first] = findings;
  if (number !== 1 || first === undefined) return count(number, 'cell');
  return [first.operation, ' ', <span class="muted">{first.binding}</span>];
}
