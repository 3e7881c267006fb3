import type { ComponentChildren } from 'preact';
import { count } from './model.ts';

interface PartProps {
  /** The target of links. */
  readonly id: string;
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the report that is always open. */
export function Part({ id, title, note, children }: PartProps) {
  return (
    <section aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{heading(title, note)}</h2>
      {children}
    </section>
  );
}

/** A part of the report that a reader opens. */
export function ClosedPart({ id, title, note, children }: PartProps) {
  return (
    <details class="part" id={id}>
      <summary>
        <h2>{heading(title, note)}</h2>
      </summary>
      {children}
    </details>
  );
}

function heading(title: string, note: ComponentChildren) {
  if (note === undefined) return <>{title}</>;
  return (
    <>
      {title} <span class="muted">{note}</span>
    </>
  );
}

/** How many entries of a list are not on the page; nothing where it shows all. */
export function more(of: number, shown: number, what: string) {
  if (of <= shown) return null;
  return <p class="note">{count(of - shown, `more ${what}`)} in results.json.</p>;
}
