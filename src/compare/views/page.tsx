import { bindingNames } from '../../contract/operations.ts';
import { pageText } from '../../report/html/page.tsx';
import { TableShell } from '../../report/html/table-shell.tsx';
import { plain, Visible } from '../../report/html/visible.tsx';
import type { Comparison } from '../comparison.ts';
import { type CellState, type ComparedCell, kinds } from '../difference.ts';
import { DifferenceArticle } from './difference.tsx';
import { farApart, latencyText } from './latency.ts';
import { compareStyle } from './style.ts';
import { headings, outcomeText, stateWords, unstableTitle, whereText } from './words.ts';

/** Differences whose exchanges the page shows; of further ones it shows all else. */
const MOST_EXCHANGES = 60;
const MOST_SLOW = 10;

/** The comparison as one self-contained HTML page. */
export function comparisonPage(comparison: Comparison): string {
  const { servers, outcome } = comparison;
  return pageText({
    title: plain(`${outcome}: ${servers.a.target} and ${servers.b.target}`),
    style: compareStyle,
    children: (
      <main>
        <Head comparison={comparison} />
        <Matrix comparison={comparison} />
        <Differences comparison={comparison} />
        <Unstable comparison={comparison} />
        <Times comparison={comparison} />
      </main>
    ),
  });
}

interface Part {
  readonly comparison: Comparison;
}

const titles: Readonly<Record<Comparison['outcome'], string>> = {
  same: 'The two servers are the same',
  different: 'The two servers differ',
  inconclusive: 'Not all could be compared',
};
const outcomeClass = { same: 'pass', different: 'fail', inconclusive: 'open' } as const;

function Head({ comparison }: Part) {
  const { servers, outcome, exitCode, profile, seed, namespace, startedAt, durationMs, suite, warnings } = comparison;
  return (
    <header>
      <h1 class={outcomeClass[outcome]}>{titles[outcome]}</h1>
      <p>
        <Visible text={outcomeText(comparison)} /> (exit code {exitCode}).
      </p>
      <dl>
        {(['a', 'b'] as const).map((side) => (
          <>
            <dt>{side.toUpperCase()}</dt>
            <dd>
              <Visible text={servers[side].target} />, {servers[side].requests} requests
            </dd>
          </>
        ))}
        <dt>Calls</dt>
        <dd>
          profile {profile}, seed {seed}, namespace <Visible text={namespace} />
        </dd>
        <dt>When</dt>
        <dd>
          {startedAt}, {(durationMs / 1000).toFixed(1)} s, suite {suite.version}
        </dd>
      </dl>
      {warnings.map((text) => (
        <p class="open">
          <Visible text={text} />
        </p>
      ))}
    </header>
  );
}

const stateClass: Readonly<Record<CellState, string>> = {
  same: 'pass',
  different: 'fail',
  'nothing-compared': 'open',
  skipped: 'muted',
  'not-reached': 'open',
};

function Matrix({ comparison: { cells } }: Part) {
  const bindings = bindingNames.filter((name) => cells.some(({ binding }) => binding === name));
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  const stateIn = (operation: string, binding: string) =>
    cells.find((cell) => cell.operation === operation && cell.binding === binding);
  return (
    <section>
      <h2>Cells</h2>
      <TableShell
        corner="Operation"
        rows={operations}
        columns={bindings}
        cell={(operation, binding) => <MatrixCell cell={stateIn(operation, binding)} />}
      />
    </section>
  );
}

function MatrixCell({ cell }: { readonly cell: ComparedCell | undefined }) {
  if (cell === undefined) return <td />;
  const { state, calls } = cell;
  return (
    <td class={stateClass[state]}>
      {stateWords[state]}
      {calls > 0 ? <small class="muted"> {calls === 1 ? '1 call' : `${calls} calls`}</small> : null}
    </td>
  );
}

function Differences({ comparison }: Part) {
  const { differences, dropped } = comparison;
  const withExchange = new Set(differences.slice(0, MOST_EXCHANGES));
  return (
    <>
      {kinds.map((kind) => {
        const all = differences.filter((one) => one.kind === kind);
        if (all.length === 0) return null;
        return (
          <section>
            <h2>
              {headings[kind]} <small class="muted">{all.length}</small>
            </h2>
            {all.map((one) => (
              <DifferenceArticle one={one} comparison={comparison} exchanges={withExchange.has(one)} />
            ))}
          </section>
        );
      })}
      {dropped > 0 ? <p class="open">{dropped} more sightings of further differences were not kept.</p> : null}
    </>
  );
}

function Unstable({ comparison: { unstable, cells } }: Part) {
  if (unstable.length === 0) return null;
  return (
    <section>
      <h2>
        Unstable: held against neither <small class="muted">{unstable.length}</small>
      </h2>
      <ul>
        {unstable.map((one) => (
          <li>
            <Visible text={unstableTitle(one)} /> in {whereText(one.cells, cells)}: <Visible text={one.a} most={120} />{' '}
            / <Visible text={one.b} most={120} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Times({ comparison: { cells } }: Part) {
  const text = latencyText(cells);
  if (text === null) return null;
  const far = farApart(cells).slice(0, MOST_SLOW);
  return (
    <section>
      <h2>Times</h2>
      <p>{text}. Times decide nothing.</p>
      {far.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">Cell</th>
              <th scope="col">A, median ms</th>
              <th scope="col">B, median ms</th>
            </tr>
          </thead>
          <tbody>
            {far.map(({ cell, a, b }) => (
              <tr>
                <th scope="row">
                  {cell.operation}/{cell.binding}
                </th>
                <td>{a}</td>
                <td>{b}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
