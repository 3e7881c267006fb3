import type { BaselineEntryResult } from '../../results/results.ts';
import { cellId, type Model } from './model.ts';
import { Visible } from './visible.tsx';

const states: Readonly<Record<BaselineEntryResult['state'], readonly [tone: string, text: string]>> = {
  known: ['muted', 'fails, as known'],
  passes: ['fail', 'passes now: delete this line'],
  nothing: ['fail', 'no such rule in that cell: delete this line'],
  expired: ['fail', 'still fails, and its time is over'],
  'not-judged': ['open', 'not judged in this run'],
};

const MOST_ENTRIES = 300;

/** The known failures that the run was held against, those to change first. */
export function Baseline({ model: { results } }: { readonly model: Model }) {
  const { baseline } = results;
  if (baseline === null) return null;
  const entries = baseline.entries.toSorted((a, b) => rank(a) - rank(b));
  return (
    <section aria-labelledby="baseline-title" id="baseline">
      <h2 id="baseline-title">
        Known failures{' '}
        <span class="muted">
          <Visible text={baseline.file} most={120} />
        </span>
      </h2>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Rule</th>
              <th scope="col">Cell</th>
              <th scope="col">State</th>
              <th scope="col">Owner</th>
              <th scope="col">Reason</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, MOST_ENTRIES).map((entry) => (
              <Entry entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      {entries.length > MOST_ENTRIES ? (
        <p class="note">{entries.length - MOST_ENTRIES} more entries are in results.json.</p>
      ) : null}
    </section>
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
