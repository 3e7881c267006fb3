import { cellName } from '../../contract/cell-name.ts';
import type { Unjudged } from '../../results/results.ts';
import { cellId, count, groupBy, type Model } from './model.ts';
import { More, Part } from './parts.tsx';
import { Visible } from './visible.tsx';

const MOST_REASONS = 120;

/** What could not be judged and why, grouped by reason, and how to supply what is missing. */
export function UnjudgedList({ model: { results } }: { readonly model: Model }) {
  const { inconclusive, cells } = results;
  if (inconclusive.length === 0) return null;
  // In a cell that fails the findings come first: more values would not help there.
  const failed = new Set(cells.filter(({ verdict }) => verdict === 'fail').map(cellName));
  // The first warning says all of credentials.
  const open = inconclusive.filter((one) => !failed.has(cellName(one)) && one.reasonCode !== 'credentials');
  const hidden = inconclusive.filter((one) => failed.has(cellName(one)));
  return (
    <Part
      id="unjudged"
      title="Could not be judged"
      note={count(inconclusive.length, 'rule of a cell', 'rules of cells')}
    >
      {open.length === 0 ? null : (
        <>
          <p>
            To supply values: give parameters that the target has data for, under <code>values</code> (by parameter) or{' '}
            <code>samples</code> (whole calls) of getdata.config.json; <code>getdata-conformance init</code> writes one.
          </p>
          <Reasons all={open} />
        </>
      )}
      {hidden.length === 0 ? null : (
        <details>
          <summary>In cells that fail, where the findings come first ({hidden.length})</summary>
          <Reasons all={hidden} />
        </details>
      )}
    </Part>
  );
}

function Reasons({ all }: { readonly all: readonly Unjudged[] }) {
  const groups = byReason(all);
  return (
    <>
      <ul class="reasons">
        {groups.slice(0, MOST_REASONS).map(([first, group]) => (
          <li>
            <code>{first.operation}</code>{' '}
            {group.map(({ binding }) => (
              <>
                <a href={`#${cellId(first.operation, binding)}`}>{binding}</a>{' '}
              </>
            ))}
            <code>{first.rule}</code>: <Visible text={first.reason} />
          </li>
        ))}
      </ul>
      <More of={groups.length} shown={MOST_REASONS} what="reason" />
    </>
  );
}

function byReason(all: readonly Unjudged[]): readonly (readonly [Unjudged, readonly Unjudged[]])[] {
  const groups = groupBy(all, ({ operation, rule, reason }) => `${operation}\n${rule}\n${reason}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[first, group] as const];
  });
}
