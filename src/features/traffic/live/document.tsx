import { cellName } from '../../../contract/cell-name.ts';
import type { Contract } from '../../../contract/model.ts';
import { bindingNames } from '../../../contract/operations.ts';
import { type Link, pageText } from '../../../views/html/page.tsx';
import { cellTable, choice, Wide } from '../../../views/html/parts.tsx';
import { visible } from '../../../views/html/visible.tsx';
import { showTraffic } from './browser.ts';

/** Rows and events that the page keeps. */
export const MOST_ROWS = 500;

interface LivePage {
  readonly contract: Contract;
  /** Whose traffic it shows, in a sentence. */
  readonly about: string;
  readonly links: readonly Link[];
  readonly isCompared: boolean;
}

/** The live page before any traffic; the script inserts the rest, as text. */
export function liveDocument({ contract: { operations }, about, links, isCompared }: LivePage): string {
  const names = operations.map(({ name }) => name);
  const cells = names.flatMap((operation) => bindingNames.map((binding) => ({ operation, binding })));
  return pageText({
    title: 'Live traffic',
    kind: 'live traffic',
    links,
    banner: {
      tone: 'plain',
      subject: visible(about, 300),
      heading: 'Live traffic',
      sentences: [
        <span id="state" role="status">
          Connecting …
        </span>,
        <noscript>
          A script shows the traffic here, and scripts are switched off: the reports that are written at the end have it
          too.
        </noscript>,
      ],
      numbers: [
        [<span id="wrong">–</span>, 'wrong', 'fail'],
        [<span id="right">–</span>, 'right', 'pass'],
      ],
    },
    isLive: true,
    style: liveStyle,
    script: `'use strict';(${showTraffic})(${MOST_ROWS});`,
    children: (
      <>
        <form id="filters" class="filters">
          {choice('Client', [])}
          {choice('Operation', names)}
          {choice('Binding', bindingNames)}
          <label class="check">
            <input type="checkbox" name="found" /> with findings only
          </label>
        </form>
        <div id="split">
          <section aria-labelledby="list-title">
            <h2 id="list-title">Exchanges</h2>
            <p id="none" class="muted">
              None yet. Send a request to the service.
            </p>
            <ol id="list" />
          </section>
          <section id="details" aria-labelledby="details-title">
            <h2 id="details-title" tabIndex={-1}>
              No exchange is chosen
            </h2>
            <p class="muted">Keys: j for the next one below, k for the one above.</p>
            <div id="chosen" hidden>
              <p>
                {button('previous', 'Above')} {button('next', 'Below')} {button('copy', 'Copy as curl')}
              </p>
              <ul id="problems" />
              <h3>Request</h3>
              <Wide label="Request">
                <pre id="request" />
              </Wide>
              <h3>Answer</h3>
              <Wide label="Answer">
                <pre id="response" />
              </Wide>
            </div>
          </section>
        </div>
        <details>
          <summary>
            Cells <span id="used" class="muted" />
          </summary>
          {cellTable(
            cells,
            (cell) => (
              <td data-cell={cellName(cell)}>–</td>
            ),
            'matrix',
            'Requests by operation and binding',
          )}
        </details>
        <section id="comparison" aria-labelledby="comparison-title" hidden={!isCompared}>
          <h2 id="comparison-title">Differences of the new server</h2>
          <p id="compared" class="muted">
            No read was compared yet.
          </p>
          <div id="differences" />
        </section>
      </>
    ),
  });
}

function button(id: string, text: string) {
  return (
    <button type="button" id={id}>
      {text}
    </button>
  );
}

const liveStyle = `
label.check { flex-direction: row; gap: 0.4rem; align-items: center; } select { width: 100%; }
#split { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 1.5rem; } #split h2 { margin-top: 0.5rem; }
#split h3 { margin: 0.7rem 0 0.2rem; }
@media (min-width: 60rem) {
  #split { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } #list { max-height: 75vh; overflow: auto; }
}
@media (max-width: 59.99rem) { #details:has(#chosen:not([hidden])) { order: -1; } }
#list { list-style: none; padding: 0 0.3rem; margin: 0; }
#list > li { border-left: 0.3rem solid var(--pass); padding: 0.2rem 0.7rem; margin: 0.4rem 0;
  background: var(--raised); }
#list > li.wrong { border-color: var(--fail); } #list > li.hint { border-color: var(--open); }
#list > li.chosen { outline: 2px solid var(--link); } #list a { font-weight: 600; }
#differences h3 { margin: 0.6rem 0 0.2rem; font-size: 1rem; } #differences ul { margin: 0; padding-left: 1.2rem; }
#differences div { white-space: pre-wrap; }
#list ul, #problems { margin: 0.2rem 0; padding-left: 1.2rem; font-size: 0.9rem; }
#details .wide { max-height: 22rem; overflow: auto; }
`;
