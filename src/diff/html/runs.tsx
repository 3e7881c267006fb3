import { Visible } from '../../report/html/visible.tsx';
import { shortDigest } from '../entries.ts';
import type { Diff, RunFacts } from '../model.ts';
import { FromTo } from './changes.tsx';
import { Scroll } from './scroll.tsx';

/** The two runs side by side. */
export function Runs({ diff }: { readonly diff: Diff }) {
  const rows: readonly (readonly [string, (facts: RunFacts) => string])[] = [
    ['file', ({ file }) => file],
    ['target', ({ target }) => target],
    ['started', ({ startedAt }) => startedAt],
    ['suite', ({ suiteVersion }) => suiteVersion],
    ['seed, profile', ({ seed, profile }) => `${seed}, ${profile}`],
    ['requests', ({ requests }) => String(requests)],
    ['verdict', ({ verdict, incomplete }) => `${verdict}${incomplete ? ', incomplete' : ''}`],
  ];
  return (
    <Scroll label="The two runs">
      <table class="runs">
        <thead>
          <tr>
            <td />
            <th scope="col">old</th>
            <th scope="col">new</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Visible text={of(diff.old)} />
              </td>
              <td class={of(diff.old) === of(diff.new) ? 'muted' : 'differs'}>
                <Visible text={of(diff.new)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** What else differs than the answers. */
export function Notes({ notes }: Pick<Diff, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <section id="notes">
      <h2>Not alike</h2>
      <ul class="notes">
        {notes.map(({ about, old, new: now, means }) => (
          <li key={about}>
            <strong>{about}</strong> <FromTo old={shortDigest(old)} now={shortDigest(now)} />
            <div class="muted">{means}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
