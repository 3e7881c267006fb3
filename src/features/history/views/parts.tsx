import type { ComponentChildren } from 'preact';
import { type Banner, pageText } from '../../../views/html/page.tsx';
import { plain } from '../../../views/html/visible.tsx';
import { verdictWords } from '../../../views/matrix.ts';

/** A page of a history. @param up - the way to the folder of its pages */
export function historyPage(title: string, up: '' | '../', banner: Banner, children: ComponentChildren): string {
  return pageText({ title: plain(title), kind: 'history', links: linksFrom(up), banner, children });
}

/** What each page links to. */
export function linksFrom(up: string) {
  return [
    [`${up}index.html`, 'All targets'],
    [`${up}gaps.md`, 'What the document leaves open (Markdown)'],
  ] as const;
}

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

/** Pixels for each run, so that few runs can be seen too. */
export function stripWidth(letters: string): number {
  return Math.min(12, Math.max(2, 120 / letters.length));
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
