import { sitePage } from '../../../views/html/site-page.tsx';
import { verdictWords } from '../../../views/matrix.ts';

const STYLE = `
.strip { display: block; background: var(--raised); } .strip .pass { fill: var(--pass); } .strip .fail { fill: var(--fail); }
.strip .open { fill: var(--open); } .strip .known { fill: var(--muted); } .matrix .strip { margin: 0 0.35rem 0.5rem; }
.matrix .v { min-width: 5rem; } .times { display: block; } .times .range { fill: var(--link); opacity: 0.45; } .times .middle { fill: var(--link); }
`;

export const historyPage = sitePage({
  name: 'History',
  beside: ['gaps.md', 'What the document leaves open (Markdown)'],
  style: STYLE,
});

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

export function lookOf(letter: string) {
  const look = looks[letter];
  const tone = look?.tone === 'known' ? 'muted' : (look?.tone ?? 'muted');
  return { words: look?.words ?? verdictWords.skipped, tone };
}

/** The share of a strip's height by tone, so that a strip can be read without colours. */
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
