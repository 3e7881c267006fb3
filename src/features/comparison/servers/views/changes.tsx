import type { ComponentChildren } from 'preact';
import { grouped } from '../../../../base/group-by.ts';
import { Part, Table } from '../../../../views/html/parts.tsx';
import { visible } from '../../../../views/html/visible.tsx';
import { MOST_COMMAND, marked } from '../../../../views/sections/parts.tsx';
import { type Entry, isCommand, type Section, tones } from '../../../../views/sections/section.ts';

/** The differences as one table, both sides beside each other. @param exchanges - of the difference of that index */
export function changesPart({ id, title, entries, about }: Section, exchanges: (at: number) => ComponentChildren) {
  const rows = grouped([...entries.entries()], ([, { kind = '' }]) => kind);
  return (
    <Part id={id} title={title} note={entries.length}>
      <p class="muted">{about}</p>
      <Table
        class="differences"
        heads={['Kind', 'What differs', 'A, the old one', 'B, the new one']}
        groups={rows.map((all) => all.map(([at, one], n) => rowsOf(one, n === 0, exchanges(at))))}
      />
    </Part>
  );
}

/** @param isFirst - of its kind, to which a link leads */
function rowsOf(
  { kind, tone = 'plain', title, where, facts, lines = [] }: Entry,
  isFirst: boolean,
  more: ComponentChildren,
) {
  const side = (name: 'A' | 'B', of: 'a' | 'b') => {
    const [, text = '', marks = []] = facts.find(([fact]) => fact === name) ?? [];
    const own = lines.filter((line) => line.of === null || line.of === of);
    return (
      <td data-side={name}>
        {marked(text, marks)}
        {own.length === 0 ? null : <pre>{own.map((line) => [marked(line.text, line.marks), '\n'])}</pre>}
      </td>
    );
  };
  return (
    <>
      <tr id={isFirst ? kind : undefined}>
        <td class={tones[tone].name}>
          {kind}
          {tone === 'worse' ? null : <small class="muted"> does not count</small>}
        </td>
        <th scope="row">
          {visible(title)}
          {where === '' ? null : <p class="where">in {visible(where)}</p>}
          {facts.map(([name, value]) =>
            name === 'A' || name === 'B' || isCommand(name) ? null : (
              <p class="where">
                {name}: {visible(value)}
              </p>
            ),
          )}
        </th>
        {side('A', 'a')}
        {side('B', 'b')}
      </tr>
      <tr>
        <td colSpan={4}>
          <details>
            <summary>
              <h3>Both answers</h3>
            </summary>
            {facts.map(([name, value]) =>
              isCommand(name) ? (
                <p class="where">
                  {name}: <code>{visible(value, MOST_COMMAND)}</code>
                </p>
              ) : null,
            )}
            {more}
          </details>
        </td>
      </tr>
    </>
  );
}

export const changesStyle = `
.differences { width: 100%; table-layout: fixed; font-size: 0.9rem; }
.differences thead th:first-child { width: 7.4rem; } .differences thead th:nth-child(2) { width: 27%; }
.differences tbody th { font-weight: 600; } .differences td:first-child { overflow-wrap: normal; }
.differences .where { font-weight: 400; font-size: 1em; } .differences tbody tr:nth-child(odd) > * { border-bottom: 0; }
.differences tr:nth-child(even) > td { padding-top: 0; } .differences [data-side] { white-space: pre-wrap; }
.differences td > small { display: block; } .differences summary { margin: 0; }
summary h3 { display: inline; font-size: 0.9rem; font-weight: 400; }
@media (max-width: 46rem) {
  .differences thead { position: absolute; left: -100rem; }
  .differences, .differences tbody, .differences tr { display: block; }
  .differences td, .differences th { display: block; border: 0; padding: 0.1rem 0; }
  .differences tr:nth-child(even) { border-bottom: 1px solid var(--line); padding-bottom: 0.6rem;
    margin-bottom: 0.6rem; }
  .differences td[data-side]::before { content: attr(data-side) ' '; color: var(--muted); }
}
@media print {
  #recorded { display: block !important; }
  #recorded::details-content { content-visibility: visible; display: block; block-size: auto; }
  .differences { font-size: 0.8rem; } .differences thead th:first-child { width: 5.6rem; }
  .differences pre { padding: 0.1rem 0.3rem; } .differences tr { break-inside: avoid; }
  .differences tr:has(details:not([open])) { display: none; }
  .differences tr:nth-child(odd) > * { border-top: 1px solid var(--line); } mark { print-color-adjust: exact; }
}
`;
