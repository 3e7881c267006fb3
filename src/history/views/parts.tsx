import type { ComponentChildren } from 'preact';
import { pageText } from '../../report/html/page.tsx';
import { reportStyle } from '../../report/html/report-style.ts';
import { plain } from '../../report/html/visible.tsx';
import { verdictWords } from '../../report/matrix.ts';

/** A page of a history. @param up - the way to the folder of the pages */
export function historyPage(title: string, up: string, children: ComponentChildren): string {
  return pageText({
    title: plain(title),
    style: `${reportStyle}${STYLE}`,
    children: (
      <main>
        <nav aria-label="History">
          <ul>
            <li>
              <a href={`${up}index.html`}>All targets</a>
            </li>
            <li>
              <a href={`${up}gaps.md`}>What the document leaves open (Markdown)</a>
            </li>
          </ul>
        </nav>
        {children}
      </main>
    ),
  });
}

const STYLE = `
h1 { margin: 1rem 0 0.5rem; font-size: 1.6rem; } .wide { position: relative; } td { white-space: nowrap; } td.text { white-space: normal; min-width: 14rem; }
.strip { display: block; background: var(--raised); } .strip .pass { fill: var(--pass); } .strip .fail { fill: var(--fail); }
.strip .open { fill: var(--open); } .strip .known { fill: var(--muted); } .matrix .strip { margin: 0 0.35rem 0.5rem; }
.matrix .v { min-width: 5rem; } table:not(.matrix) tbody th { overflow-wrap: normal; min-width: 9rem; } .times { display: block; } .times .range { fill: var(--link); opacity: 0.45; } .times .middle { fill: var(--link); }
`;

interface Look {
  readonly tone: keyof typeof heights;
  readonly words: string;
}

/** What a letter of the index looks like; what was not judged has none. */
const looks: Readonly<Record<string, Look>> = {
  p: { tone: 'pass', words: verdictWords.pass },
  f: { tone: 'fail', words: verdictWords.fail },
  k: { tone: 'known', words: '✗ known' },
  i: { tone: 'open', words: verdictWords.inconclusive },
  n: { tone: 'open', words: verdictWords['not-reached'] },
  e: { tone: 'open', words: '! error' },
};

/** The words and the class of a letter. */
export function lookOf(letter: string) {
  const look = looks[letter];
  const tone = look?.tone === 'known' ? 'muted' : (look?.tone ?? 'muted');
  return { words: look?.words ?? verdictWords.skipped, tone };
}

/** Of a strip's height, so that it can be read without its colours. */
const heights = { pass: 0.4, known: 0.6, open: 0.8, fail: 1 } as const;

/** Verdicts of runs in order, the newest at the right. It is visual: what it shows must also be in text. */
export function strip(letters: string, width: number) {
  const paths = Object.entries(heights).flatMap(([tone, height]) => {
    const bars = [...letters.matchAll(/(.)\1*/g)]
      .filter(([, letter = '']) => looks[letter]?.tone === tone)
      .map(({ 0: run, index }) => `M${index} 1v-${height}h${run.length}v${height}z`);
    return bars.length === 0 ? [] : [<path class={tone} d={bars.join('')} />];
  });
  return (
    <svg
      class="strip"
      width={letters.length * width}
      height="14"
      viewBox={`0 0 ${letters.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {paths}
    </svg>
  );
}

/** The day and minute of a run. */
export function moment(startedAt: string) {
  return <time dateTime={startedAt}>{startedAt.slice(0, 16).replace('T', ' ')}</time>;
}
