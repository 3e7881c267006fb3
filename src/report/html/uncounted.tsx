import { uncountedLists } from '../../results/uncounted.ts';
import { type Model, Part } from './parts.tsx';
import { visible } from './visible.tsx';

/** The rules that were judged and do not count: newer than the rule set of the run, or excluded by a challenge. */
export function uncountedPart({ results }: Model) {
  const lists = uncountedLists(results);
  if (lists.length === 0) return null;
  return (
    <Part id="uncounted" title="Rules that do not count">
      {lists.map(({ title, lines }) => (
        <>
          <h3>{visible(title)}</h3>
          <ul class="reasons">
            {lines.map((text) => (
              <li>{visible(text, 1000)}</li>
            ))}
          </ul>
        </>
      ))}
    </Part>
  );
}
