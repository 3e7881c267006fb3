import type { ComponentChildren } from 'preact';
import { momentText } from '../../base/days.ts';
import { pageText } from './page.tsx';
import { points } from './parts.tsx';
import { reportStyle } from './report-style.ts';
import { plain, visible } from './visible.tsx';

/** Pages that link to each other. */
interface Site {
  /** What the pages are of. */
  readonly name: string;
  /** What each page links to beside the page of all targets: file and words. */
  readonly beside: readonly [file: string, words: string];
  readonly style?: string;
}

/** Makes a page of a site. @param up - the way to the folder of its pages */
export function sitePage({ name, beside, style = '' }: Site) {
  const links = [['index.html', 'All targets'] as const, beside];
  return (title: string, up: '' | '../', children: ComponentChildren): string =>
    pageText({
      title: plain(title),
      style: `${reportStyle}${STYLE}${style}`,
      children: (
        <main>
          <nav aria-label={name}>{points(links.map(([file, words]) => <a href={`${up}${file}`}>{words}</a>))}</nav>
          {children}
        </main>
      ),
    });
}

const STYLE = `
h1 { margin: 1rem 0 0.5rem; font-size: 1.6rem; } .wide { position: relative; } td, time { white-space: nowrap; } td.text { white-space: normal; min-width: 14rem; }
table:not(.matrix) tbody th { overflow-wrap: normal; min-width: 9rem; }
@media (max-width: 40rem) {
  th, td { padding: 0.2rem 0.3rem; font-size: 0.75rem; overflow-wrap: normal; } td, time, thead th { white-space: normal; } td.text { min-width: 9rem; }
  table:not(.matrix) tbody th { min-width: 6rem; overflow-wrap: anywhere; } .v .small { font-size: 0.62rem; }
}
`;

export function moment(at: string) {
  return <time dateTime={at}>{momentText(at)}</time>;
}

/** What was left out of the pages, the first of it. */
export function leftOut(sentences: readonly string[], most: number) {
  if (sentences.length === 0) return null;
  return (
    <section class="warnings">
      <h2>Left out</h2>
      {points(sentences.slice(0, most).map((sentence) => visible(sentence)))}
    </section>
  );
}
