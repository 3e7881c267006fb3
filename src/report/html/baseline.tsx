import type { BaselineEntryResult } from '../../results/results.ts';
import { cellId, type Model } from './model.ts';
import { more, Part } from './parts.tsx';
import { Table } from './table-shell.tsx';
import { visible } from './visible.tsx';

const states: Readonly<Record<BaselineEntryResult['state'], readonly [tone: string, text: string]>> = {
  known: ['muted', 'fails, as known'],
  passes: ['fail', 'passes now: delete this line'],
  nothing: ['fail', 'no such rule in that cell: delete this line'],
  expired: ['fail', 'still fails after its last day'],
  'not-judged': ['open', 'not judged in this run'],
};

const MOST_ENTRIES = 300;

/** The baseline of the run: first the lines to change. */
export function baselinePart({ results }: Model) {
  const { baseline } = results;
  if (baseline === null) return null;
  const entries = baseline.entries.toSorted((a, b) => rank(a) - rank(b));
  return (
    <Part id="baseline" title="Known failures" note={visible(baseline.file, 120)}>
      <Table heads={['Line', 'Rule', 'Cell', 'State', 'Owner', 'Reason', 'Until']}>
        <tbody>{entries.slice(0, MOST_ENTRIES).map((entry) => entryRow(entry))}</tbody>
      </Table>
      {more(entries.length, MOST_ENTRIES, 'line')}
    </Part>
  );
}

function entryRow(entry: BaselineEntryResult) {
  const { line, rule, operation, binding, state, owner, reason, expires } = entry;
  const [tone, text] = states[state];
  return (
    <tr>
      <td class="num">{line}</td>
      <td>
        <code>{visible(rule, 80)}</code>
      </td>
      <td>
        <a href={`#${cellId(operation, binding)}`}>
          {visible(operation, 80)}/{visible(binding, 40)}
        </a>
      </td>
      <td class={tone}>{text}</td>
      <td>{visible(owner, 80)}</td>
      <td>{visible(reason, 300)}</td>
      <td>{expires ?? ''}</td>
    </tr>
  );
}

function rank({ state }: BaselineEntryResult): number {
  return ['passes', 'nothing', 'expired', 'not-judged', 'known'].indexOf(state);
}
