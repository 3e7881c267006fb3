import type { WrittenDocument, WrittenElement } from '../../../xml/written.ts';
import type { WrittenDifferences } from './found.ts';
import { lineEnd } from './texts.ts';

/** White space between two tags, and how deep it stands. */
type Gap = Readonly<{ text: string; depth: number }>;

/** Gaps of a document that are looked at. */
const MOST_GAPS = 20_000;

/** Finds how the white space between tags differs: indentation, line ends, white space around the root. */
export function diffLayouts(a: WrittenDocument, b: WrittenDocument, found: WrittenDifferences): void {
  const [mine, its] = [gapsOf(a), gapsOf(b)];
  const [ofA, ofB] = [indentation(mine), indentation(its)];
  const [endsOfA, endsOfB] = [lineEnds(mine, a), lineEnds(its, b)];
  if (endsOfA !== '' && endsOfB !== '') found.add({ subject: 'line ends', a: endsOfA, b: endsOfB });
  if (ofA !== null && ofB !== null && ofA !== ofB) {
    found.add({ subject: 'layout', a: ofA, b: ofB });
    return;
  }
  // Elsewhere, what stands between other elements differs.
  if (mine.length === its.length && mine.every(({ depth }, index) => depth === its[index]?.depth)) {
    const odd = mine.findIndex(({ text }, index) => withLineFeed(text) !== withLineFeed(its[index]?.text ?? ''));
    const [one, other] = [mine[odd]?.text ?? '', its[odd]?.text ?? ''];
    found.add({ subject: 'layout', a: spaceInWords(one), b: spaceInWords(other) });
  }
  for (const side of ['before', 'after'] as const) {
    const [one, other] = [withLineFeed(a[side]), withLineFeed(b[side])];
    found.add({ subject: `white space ${side} the root`, a: spaceInWords(one), b: spaceInWords(other) });
  }
}

export function spaceInWords(text: string): string {
  return text === '' ? 'none' : JSON.stringify(text).replaceAll('\\r', '␍');
}

function gapsOf({ root }: WrittenDocument): readonly Gap[] {
  const gaps: Gap[] = [];
  const walk = ({ elements, gaps: texts }: WrittenElement, depth: number): void => {
    if (elements.length === 0) return;
    for (const [index, text] of texts.entries()) {
      const inside = index < elements.length ? depth + 1 : depth;
      if (gaps.length < MOST_GAPS && text.trim() === '') gaps.push({ text, depth: inside });
      const child = elements[index];
      if (child !== undefined) walk(child, depth + 1);
    }
  };
  walk(root, 0);
  return gaps;
}

/** How a document is indented; null where it has nothing between two tags. */
function indentation(gaps: readonly Gap[]): string | null {
  if (gaps.length === 0) return null;
  if (gaps.every(({ text }) => text === '')) return 'not indented';
  const first = withLineFeed(gaps.find(({ depth }) => depth === 1)?.text ?? '');
  const unit = first.slice(1);
  const isRegular = gaps.every(({ text, depth }) => withLineFeed(text) === `\n${unit.repeat(depth)}`);
  if (!isRegular) return 'irregular';
  if (unit === '') return 'an element a line, not indented';
  return `indented by ${unit.length} ${unit.startsWith('\t') ? 'tab' : 'space'}${unit.length === 1 ? '' : 's'}`;
}

function lineEnds(gaps: readonly Gap[], { before, after }: WrittenDocument): string {
  const all = [before, ...gaps.map(({ text }) => text), after].flatMap((text) => text.match(/\r\n?|\n/g) ?? []);
  return [...new Set(all)].map(lineEnd).toSorted().join(' and ');
}

function withLineFeed(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
