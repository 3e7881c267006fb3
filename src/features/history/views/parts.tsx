import type { ComponentChildren } from 'preact';
import { type Banner, pageText } from '../../../views/html/page.tsx';
import { verdictWords } from '../../../views/matrix.ts';

/** A page of a history. @param up - the way to the folder of its pages */
export function historyPage(title: string, up: '' | '../', banner: Banner, children: ComponentChildren): string {
  return pageText({ title, kind: 'history', links: linksFrom(up), banner, children });
}

/** What each page links to. */
export function linksFrom(up: string) {
  return [
    [`${up}index.html`, 'All targets'],
    [`${up}gaps.md`, 'What the document leaves open (Markdown)'],
  ] as const;
}

/** What a letter of the index looks like, with its share of a strip's height: a strip can be read without colours. */
const looks: Readonly<Record<string, Readonly<{ words: string; tone: string; height: number }>>> = {
  p: { words: verdictWords.pass, tone: 'pass', height: 0.4 },
  f: { words: verdictWords.fail, tone: 'fail', height: 1 },
  k: { words: '✗ known', tone: 'muted', height: 0.6 },
  i: { words: verdictWords.inconclusive, tone: 'open', height: 0.8 },
  n: { words: verdictWords['not-reached'], tone: 'open', height: 0.8 },
  e: { words: '! error', tone: 'open', height: 0.8 },
};

/** What the last of some letters looks like. */
export function lookOf(letters: string) {
  return looks[letters.slice(-1)] ?? { words: verdictWords.skipped, tone: 'muted' };
}

/**
 * Verdicts of runs in order, the newest at the right. It is visual: what it shows must also be in text.
 * @param width - pixels for each run: few runs can be seen too
 */
export function strip(letters: string, width = Math.min(12, Math.max(2, 120 / letters.length))) {
  const paths = Object.entries(looks).flatMap(([letter, { tone, height }]) => {
    const runs = [...letters.matchAll(/(.)\1*/g)].filter(([, one]) => one === letter);
    const bars = runs.map(({ 0: run, index }) => `M${index} 1v-${height}h${run.length}v${height}z`);
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
