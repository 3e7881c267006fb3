import type { ComponentChildren } from 'preact';
import { Visible } from '../../../report/html/visible.tsx';
import type { Change } from '../../model.ts';
import { type Entry, isCommand } from '../entries.ts';
import { Scroll } from './scroll.tsx';

const MOST_TEXT = 600;
/** A command that is cut can't be run, so it may be long. */
const MOST_COMMAND = 16_000;

/** The entries of a section: a table where each is one line, otherwise a card each. */
export function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.every(isShort)) return <ShortEntries entries={entries} />;
  return (
    <>
      {entries.map((entry, index) => (
        <EntryPart key={index} entry={entry} />
      ))}
    </>
  );
}

/** One line says it. */
function isShort({ title, facts, changes }: Entry): boolean {
  return facts.length === 0 && (changes.length === 0 || (changes.length === 1 && title === ''));
}

function ShortEntries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Scroll label="What changed">
      <table class="short">
        <tbody>
          {entries.map(({ title, where, changes: [change] }, index) => (
            <tr key={index}>
              <td class="what">
                <Visible text={change?.what ?? title} />
              </td>
              <td>{change === undefined ? null : <FromTo old={change.old} now={change.new} />}</td>
              <td class="muted">
                <Visible text={where} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function EntryPart({ entry: { title, where, facts, changes } }: { readonly entry: Entry }) {
  return (
    <article>
      {title === '' ? null : (
        <h3>
          <Visible text={title} />
        </h3>
      )}
      {where === '' ? null : (
        <p class="where">
          in <Visible text={where} />
        </p>
      )}
      {facts.length === 0 ? null : (
        <dl>
          {facts.map(([name, value]) => (
            <Fact key={`${name}${value}`} name={name} value={value} />
          ))}
        </dl>
      )}
      {changes.length === 0 ? null : <Changes changes={changes} />}
    </article>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ComponentChildren {
  const isCode = isCommand(name) || name === 'expected' || name === 'actual';
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isCode ? (
          <code>
            <Visible text={value} most={isCommand(name) ? MOST_COMMAND : MOST_TEXT} />
          </code>
        ) : (
          <Visible text={value} />
        )}
      </dd>
    </div>
  );
}

/** Values before and after, one a line. */
function Changes({ changes }: { readonly changes: readonly Change[] }) {
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
