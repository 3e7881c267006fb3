import { grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { BaselineEntryResult, Unjudged } from '../../results/results.ts';
import { uncountedLists } from '../../results/uncounted.ts';
import { unjudgedByAdvice } from '../../results/unjudged.ts';
import { cellId, cellLinks, count, type Model, more, Part, points, prose, row, Table } from './parts.tsx';
import { visible } from './visible.tsx';

const MOST_REASONS = 120;
const REFUSED = 'The target wants other credentials for these; the first warning says which.';

/** What could not be judged and why, grouped by reason, and how to supply what is missing. */
export function unjudgedPart({ results }: Model) {
  const { inconclusive, cells } = results;
  const byAdvice = [...unjudgedByAdvice(results)];
  if (inconclusive.length + byAdvice.length === 0) return null;
  // In a failed cell the findings come first: more values would not help there.
  const failed = new Set(cells.filter(({ verdict }) => verdict === 'fail').map(cellName));
  const hidden = inconclusive.filter((one) => failed.has(cellName(one)));
  const refused = inconclusive.filter((one) => one.reasonCode === 'credentials' && !hidden.includes(one));
  const advised = byAdvice.map(([advice, groups]) => [advice, groups.flat()] as const);
  const parts = [[REFUSED, refused] as const, ...advised].filter(([, all]) => all.length > 0);
  return (
    <Part
      id="unjudged"
      title="Could not be judged"
      note={`${count(inconclusive.length, 'rule')} of ${count(new Set(inconclusive.map(cellName)).size, 'cell')}`}
    >
      {parts.map(([advice, all]) => (
        <>
          {advice === null ? null : <p>{prose(advice)}</p>}
          {reasons(all)}
        </>
      ))}
      {hidden.length === 0 ? null : (
        <details>
          <summary>In cells that fail, where the findings come first ({hidden.length})</summary>
          {reasons(hidden)}
        </details>
      )}
    </Part>
  );
}

function reasons(all: readonly Unjudged[]) {
  const groups = grouped(all, ({ operation, rule, reason }) => `${operation}\n${rule}\n${reason}`);
  return (
    <>
      <ul class="reasons">
        {groups.slice(0, MOST_REASONS).map((group) => {
          const [{ operation, rule, reason }] = group;
          return (
            <li>
              <code>{operation}</code> {cellLinks(group)}
              <code>{rule}</code>: {visible(reason)}
            </li>
          );
        })}
      </ul>
      {more(groups.length, MOST_REASONS, 'reason')}
    </>
  );
}

/** What became of the lines of a baseline, those to change first. */
const states: Readonly<Record<BaselineEntryResult['state'], readonly [tone: string, text: string]>> = {
  passes: ['fail', 'passes now: delete this line'],
  nothing: ['fail', 'no such rule in that cell: delete this line'],
  expired: ['fail', 'still fails after its last day'],
  'not-judged': ['open', 'not judged in this run'],
  known: ['muted', 'fails, as known'],
  flaky: ['muted', 'comes and goes: passed now'],
};
const order = Object.keys(states);

const MOST_ENTRIES = 300;

/** The baseline of the run: first the lines to change. */
export function baselinePart({ results }: Model) {
  const { baseline } = results;
  if (baseline === null) return null;
  const entries = baseline.entries.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <Part id="baseline" title="Known failures" note={visible(baseline.file, 120)}>
      <Table heads={['Line', 'Rule', 'Cell', 'State', 'Owner', 'Reason', 'Until']}>
        {entries.slice(0, MOST_ENTRIES).map((entry) => entryRow(entry))}
      </Table>
      {more(entries.length, MOST_ENTRIES, 'line')}
    </Part>
  );
}

function entryRow({ line, rule, operation, binding, state, owner, reason, expires }: BaselineEntryResult) {
  const [tone, text] = states[state];
  return row(line, [
    <code>{visible(rule, 80)}</code>,
    <a href={`#${cellId(operation, binding)}`}>
      {visible(operation, 80)}/{visible(binding, 40)}
    </a>,
    <td class={tone}>{text}</td>,
    visible(owner, 80),
    visible(reason, 300),
    expires,
  ]);
}

/** The rules that were judged and do not count: newer than the rule set of the run, or excluded by a challenge. */
export function uncountedPart({ results }: Model) {
  const lists = uncountedLists(results);
  if (lists.length === 0) return null;
  return (
    <Part id="uncounted" title="Rules that do not count">
      {lists.map(({ title, lines }) => (
        <>
          <h3>{visible(title)}</h3>
          {points(
            lines.map((text) => visible(text, 1000)),
            'reasons',
          )}
        </>
      ))}
    </Part>
  );
}
