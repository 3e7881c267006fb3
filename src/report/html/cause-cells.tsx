import { cellCount } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { cellId, groupBy, type Model } from './model.ts';
import { Visible } from './visible.tsx';

/** Places that are listed with what was found there. */
const MOST_PLACES = 6;
/** Cells that are listed at once, and spared ones that are. */
const MOST_OPEN = 16;
const MOST_SPARED = 12;

interface CauseCellsProps {
  readonly findings: readonly Finding[];
  readonly smallest: Finding;
  readonly model: Model;
}

/** Where a cause shows: the place of the example, all cells, and what other cells show that the example does not. */
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
          <summary>What the others show</summary>
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
          {differing.length > MOST_PLACES ? (
            <p class="note">{differing.length - MOST_PLACES} more differ in words; they are in results.json.</p>
          ) : null}
        </details>
      )}
    </section>
  );
}

interface SpreadProps {
  readonly findings: readonly Finding[];
  readonly model: Model;
}

/** The cells of a cause; of a wide one those that it spares say more. */
function Spread({ findings, model: { results } }: SpreadProps) {
  const count = cellCount(findings);
  if (count <= MOST_OPEN) return <CellList places={findings} />;
  const found = new Set(findings.map(({ operation, binding }) => `${operation}/${binding}`));
  const spared = results.cells.filter(({ operation, binding }) => !found.has(`${operation}/${binding}`));
  return (
    <>
      <p>
        {spared.length === 0 ? `All ${count} cells.` : `${count} of ${results.cells.length} cells.`}
        {spared.length > 0 && spared.length <= MOST_SPARED ? ' It is not seen in:' : null}
      </p>
      {spared.length > 0 && spared.length <= MOST_SPARED ? <CellList places={spared} /> : null}
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
