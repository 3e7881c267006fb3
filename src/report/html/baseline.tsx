import type { BaselineEntryResult } from '../../results/results.ts';
import { cellId, type Model } from './model.ts';
import { More, Part } from './parts.tsx';
import { Table } from './table-shell.tsx';
import { Visible } from './visible.tsx';

const states: Readonly<Record<BaselineEntryResult['state'], readonly [tone: string, text: string]>> = {
  known: ['muted', 'fails, as known'],
  passes: ['fail', 'passes now: delete this line'],
  nothing: ['fail', 'no such rule in that cell: delete this line'],
  expired: ['fail', 'still fails after its last day'],
  'not-judged': ['open', 'not judged in this run'],
};

const MOST_ENTRIES = 300;

/** The baseline of the run: first the lines to change. */
export function Baseline({ model: { results } }: { readonly model: Model }) {
  const { baseline } = results;
  if (baseline === null) return null;
  const entries = baseline.entries.toSorted((a, b) => rank(a) - rank(b));
  return (
    <Part id="baseline" title="Known failures" note={<Visible text={baseline.file} most={120} />}>
      <Table heads={['Line', 'Rule', 'Cell', 'State', 'Owner', 'Reason', 'Until']}>
        <tbody>
          {entries.slice(0, MOST_ENTRIES).map((entry) => (
            <Entry entry={entry} />
          ))}
        </tbody>
      </Table>
      <More of={entries.length} shown={MOST_ENTRIES} what="line" />
    </Part>
  );
}

function Entry({ entry }: { readonly entry: BaselineEntryResult }) {
  const { line, rule, operation, binding, state, owner, reason, expires } = entry;
  const [tone, text] = states[state];
  return (
    <tr>
      <td class="num">{line}</td>
      <td>
        <code>
          <Visible text={rule} most={80} />
        </code>
      </td>
      <td>
        <a href={`#${cellId(operation, binding)}`}>
          <Visible text={operation} most={80} />/
          <Visible text={binding} most={40} />
        </a>
      </td>
      <td class={tone}>{text}</td>
      <td>
        <Visible text={owner} most={80} />
      </td>
      <td>
        <Visible text={reason} most={300} />
      </td>
      <td>{expires ?? ''}</td>
    </tr>
  );
}

function rank({ state }: BaselineEntryResult): number {
  return ['passes', 'nothing', 'expired', 'not-judged', 'known'].indexOf(state);
}
