import { cellName } from '../../contract/cell-name.ts';
import { cellCount } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { rulesOf } from '../finding-lines.ts';
import { bodyText } from './body-text.ts';
import { type Detail, shownExchanges } from './budget.ts';
import { CauseCells } from './cause-cells.tsx';
import { Clauses } from './clauses.tsx';
import { Request, Response } from './exchange.tsx';
import { markOf } from './mark.ts';
import { causeId, count, MOST_CAUSES, type Model, type NumberedCause } from './model.ts';
import { More, Part } from './parts.tsx';
import { Visible } from './visible.tsx';

/** Nobody pastes a longer curl line. */
const MOST_CURL = 4000;

/** Every cause in full. */
export function Findings({ model }: { readonly model: Model }) {
  const { causes } = model;
  if (causes.length === 0) return null;
  const described = causes.slice(0, MOST_CAUSES);
  const shown = shownExchanges(described);
  return (
    <Part id="findings" title="Findings, cause by cause">
      {described.map((cause) => (
        <CauseArticle cause={cause} model={model} shown={shown} />
      ))}
      <More of={causes.length} shown={MOST_CAUSES} what="cause" />
    </Part>
  );
}

interface CauseProps {
  readonly cause: NumberedCause;
  readonly model: Model;
  readonly shown: ReadonlyMap<Finding, Detail>;
}

/** One cause: what is wrong, where, what was expected, the clause, the exchange, and how to see it again. */
function CauseArticle({ cause, model, shown }: CauseProps) {
  const { smallest, findings, number } = cause;
  const others = findings.filter((finding) => finding !== smallest && shown.has(finding));
  const known = findings.filter((finding) => finding.known).length;
  return (
    <article class={`cause ${smallest.level}`} id={causeId(cause)} {...filterData(cause, model)} tabIndex={-1}>
      <header>
        <h3>
          <span class="number">{number}</span> <code>{rulesOf(findings).join(', ')}</code>
        </h3>
        <p class="facts">
          <span class={`chip ${smallest.level}`}>{smallest.level}</span>
          {known > 0 ? <span class="chip">{known === findings.length ? 'known' : `${known} known`}</span> : null}
          <span>
            in {count(cellCount(findings), 'cell')} of {model.results.cells.length}
          </span>
        </p>
      </header>
      <p class="message">
        <Visible text={smallest.message} most={900} />
      </p>
      <div class="versus">
        {(['Expected', 'Actual'] as const).map((side) => (
          <div class={side.toLowerCase()}>
            <h4>{side}</h4>
            <pre>
              <Visible text={side === 'Expected' ? smallest.expected : smallest.actual} />
            </pre>
          </div>
        ))}
      </div>
      <CauseCells findings={findings} smallest={smallest} model={model} />
      <Exchange finding={smallest} detail={shown.get(smallest)} model={model} />
      <Again finding={smallest} />
      <Clauses finding={smallest} contract={model.contract} />
      {others.map((finding) => (
        <details class="other">
          <summary>
            The same in <code>{cellName(finding)}</code>
          </summary>
          <Differing finding={finding} from={smallest} />
          <Exchange finding={finding} detail={shown.get(finding)} model={model} />
          <Again finding={finding} />
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

/** What the filters read. */
export function filterData({ findings }: Pick<NumberedCause, 'findings'>, { rules: ids }: Model) {
  return {
    'data-cause': rulesOf(findings)
      .map((rule) => ids.indexOf(rule))
      .join(' '),
    'data-level': [...new Set(findings.map(({ level }) => level))].join(' '),
  };
}

interface ExchangeProps {
  readonly finding: Finding;
  readonly detail: Detail | undefined;
  readonly model: Model;
}

function Exchange({ finding, detail, model }: ExchangeProps) {
  if (detail === undefined) {
    return <p class="note">The exchange is not shown, to keep this page small: it is in results.json.</p>;
  }
  const { operation, binding, exchange } = finding;
  return (
    <section class="exchange">
      <h4>
        The smallest exchange{' '}
        <span class="muted">
          {operation} over {binding}, {exchange.durationMs} ms
        </span>
      </h4>
      <div class="messages">
        <Request request={exchange.request} raw={detail === 'raw'} />
        <Answer finding={finding} detail={detail} model={model} />
      </div>
    </section>
  );
}

function Answer({ finding, detail, model }: ExchangeProps) {
  const { response } = finding.exchange;
  if (!('trouble' in response)) {
    const body = bodyText(response);
    const mark = markOf(finding, body, model.contract);
    return <Response response={response} body={body} mark={mark} raw={detail === 'raw'} />;
  }
  return (
    <div class="message">
      <h5>Response</h5>
      <p>
        <mark>
          None ({response.trouble.kind}): <Visible text={response.trouble.message} />
        </mark>
      </p>
    </div>
  );
}

function Differing({ finding, from }: { readonly finding: Finding; readonly from: Finding }) {
  if (finding.expected === from.expected && finding.actual === from.actual) return null;
  return (
    <p>
      Expected <Visible text={finding.expected} />, got <Visible text={finding.actual} />.
    </p>
  );
}

function Again({ finding: { reproduce } }: { readonly finding: Finding }) {
  return (
    <section class="again">
      <h4>See it again</h4>
      <pre class="command">
        <Visible text={reproduce.command} most={1000} />
      </pre>
      {reproduce.curl.length > MOST_CURL ? (
        <p class="note">The curl line is too long to show here; it is in results.json.</p>
      ) : (
        <pre class="command">
          <Visible text={reproduce.curl} most={MOST_CURL} />
        </pre>
      )}
    </section>
  );
}
