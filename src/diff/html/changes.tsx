import { Visible } from '../../report/html/visible.tsx';
import type { Change } from '../model.ts';

/** Values before and after, one a line. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul class="changes">
      {changes.map(({ what, old, new: now }) => (
        <li key={what}>
          <span class="what">
            <Visible text={what} />
          </span>{' '}
          <FromTo old={old} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** A value before and after. */
export function FromTo({ old, now }: { readonly old: string; readonly now: string }) {
  return (
    <span class="from-to">
      <del>
        <Visible text={old} />
      </del>{' '}
      <span aria-hidden="true">→</span>{' '}
      <ins>
        <Visible text={now} />
      </ins>
    </span>
  );
}
