import { cellName } from '../../contract/cell-name.ts';
import { cellCount } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { cellId, groupBy, type Model } from './model.ts';
import { More } from './parts.tsx';
import { Visible } from './visible.tsx';

/** Findings that are listed because they differ from the example. */
const MOST_PLACES = 6;
/** Cells that are listed openly, and unaffected cells that are. */
const MOST_OPEN = 16;
const MOST_UNAFFECTED = 12;

interface CauseCellsProps {
  readonly findings: readonly Finding[];
  readonly smallest: Finding;
  readonly model: Model;
}

/** Where a cause shows: the place in the example, the cells, and findings that differ from the example. */
export function CauseCells({ findings, smallest, model }: CauseCellsProps) {
  const differing = distinct(findings).filter((finding) => !isAlike(finding, smallest));
  return (
    <section class="where">
      <h4>Where</h4>
      {smallest.location === null ? null : (
        <p>
          <code class="place">
            <Visible text={smallest.location} />
          </code>
        </p>
      )}
      <Spread findings={findings} model={model} />
      {differing.length === 0 ? null : (
        <details>
          <summary>Other findings</summary>
          <ul class="places">
            {differing.slice(0, MOST_PLACES).map((finding) => (
              <li>
                <code>{finding.operation}</code> {finding.binding}: expected{' '}
                <Visible text={finding.expected} most={200} />, got <Visible text={finding.actual} most={200} />
                {finding.location === null ? null : (
                  <>
                    {' at '}
                    <Visible text={finding.location} most={200} />
                  </>
                )}
              </li>
            ))}
          </ul>
          <More of={differing.length} shown={MOST_PLACES} what="finding" />
        </details>
      )}
    </section>
  );
}

interface SpreadProps {
  readonly findings: readonly Finding[];
  readonly model: Model;
}

/** The cells of a cause. Where it is in many, the few cells without it say more. */
function Spread({ findings, model: { results } }: SpreadProps) {
  const count = cellCount(findings);
  if (count <= MOST_OPEN) return <CellList places={findings} />;
  const found = new Set(findings.map(cellName));
  const unaffected = results.cells.filter((cell) => !found.has(cellName(cell)));
  const few = unaffected.length > 0 && unaffected.length <= MOST_UNAFFECTED;
  return (
    <>
      <p>
        {unaffected.length === 0 ? `All ${count} cells.` : `${count} of ${results.cells.length} cells.`}
        {few ? ' Not in:' : null}
      </p>
      {few ? <CellList places={unaffected} /> : null}
      <details>
        <summary>The {count} cells</summary>
        <CellList places={findings} />
      </details>
    </>
  );
}

function CellList({
  places,
}: {
  readonly places: readonly { readonly operation: string; readonly binding: string }[];
}) {
  const operations = groupBy(places, ({ operation }) => operation);
  return (
    <ul class={operations.size > 3 ? 'cells many' : 'cells'}>
      {[...operations].map(([name, all]) => (
        <li>
          <code>{name}</code>{' '}
          <span class="bindings">
            {[...new Set(all.map(({ binding }) => binding))].map((binding) => (
              <>
                <a href={`#${cellId(name, binding)}`}>{binding}</a>{' '}
              </>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function isAlike(a: Finding, b: Finding): boolean {
  return a.expected === b.expected && a.actual === b.actual;
}

/** One finding for each pair of expected and actual. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.expected}\n${finding.actual}`, finding])).values()];
}
