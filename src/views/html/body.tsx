import type { ComponentChildren } from 'preact';
import { plural } from '../../base/words.ts';
import type { BodyText } from './body-text.ts';
import { type Line, layout, type Span } from './layout.ts';
import { boundary, unseenCount, withMarks } from './visible.tsx';

/** Characters of a piece shown on each side of a cut, or around a mark. */
const AROUND = 300;
/** A part with more marks than this is cut shorter, because each mark takes much space. */
const MOST_MARKS = 100;
/** Characters of a raw body that are shown. */
export const MOST_RAW = 12_000;
/** Lines of the pretty view without a mark, and those around one. */
const MOST_LINES = 40;
const BEFORE_MARK = 8;
const AFTER_MARK = 12;

/** The relevant part of a body, one element per line, with the wrong part marked. */
export function prettyBody(body: BodyText, mark: Span | null) {
  const lines = linesOf(body.text);
  const marked = mark === null ? -1 : lineOf(lines, mark);
  const shown = lines.flatMap((line, index) => (isShown(index, lines.length, marked) ? [{ line, index }] : []));
  const atEnd = mark !== null && mark.start >= body.text.length;
  return (
    <pre class="body">
      {shown.map(({ line, index }, at) => (
        <>
          {gap(index - (shown[at - 1]?.index ?? -1) - 1)}
          {'  '.repeat(line.depth)}
          {line.pieces.map((piece) =>
            piece.kind === 'markup' ? (
              <span class="t">{part(body, mark, piece, AROUND)}</span>
            ) : (
              part(body, mark, piece, AROUND)
            ),
          )}
          {'\n'}
        </>
      ))}
      {gap(lines.length - 1 - (shown.at(-1)?.index ?? -1))}
      {atEnd ? <mark>the body ends here</mark> : null}
    </pre>
  );
}

export function rawBody(body: BodyText, mark: Span | null) {
  const { text } = body;
  const most = MOST_RAW;
  if (text.length <= most) return <pre class="body">{part(body, mark, { start: 0, end: text.length }, most)}</pre>;
  const from = Math.max(0, Math.min((mark?.start ?? 0) - most / 2, text.length - most));
  const start = boundary(text, from);
  const end = boundary(text, start + most);
  return (
    <pre class="body">
      {start > 0 ? leftOut(start) : null}
      {part(body, mark, { start, end }, most)}
      {end < text.length ? leftOut(text.length - end) : null}
    </pre>
  );
}

/** The line in which a mark begins; the last if it is the end of the body. */
function lineOf(lines: readonly Line[], { start }: Span): number {
  const found = lines.findIndex(({ pieces }) => (pieces.at(-1)?.end ?? 0) > start);
  return found < 0 ? lines.length - 1 : found;
}

/** The lines of a layout for XML; other text keeps its own lines. */
function linesOf(text: string): readonly Line[] {
  if (/^\uFEFF?\s*</.test(text)) return layout(text);
  let start = 0;
  return text.split('\n').map((line) => {
    const end = Math.min(start + line.length + 1, text.length);
    const piece = { start, end: line.length === end - start ? end : end - 1, kind: 'text' as const };
    start = end;
    return { depth: 0, pieces: [piece] as const };
  });
}

function isShown(index: number, count: number, marked: number): boolean {
  if (count <= MOST_LINES) return true;
  if (marked < 0) return index < MOST_LINES;
  const last = Math.max(marked + AFTER_MARK, MOST_LINES - BEFORE_MARK - 3);
  return index < 3 || (index >= marked - BEFORE_MARK && index <= last);
}

function gap(lines: number): ComponentChildren {
  return lines > 0 ? <i class="cut">{`… ${plural(lines, 'line')} more\n`}</i> : null;
}

function leftOut(characters: number): ComponentChildren {
  return <i class="cut">{` … ${plural(characters, 'character', characters.toLocaleString('en'))} left out … `}</i>;
}

/** A part of the text with the mark in it. A long one is cut, but never where the mark begins. */
function part(body: BodyText, mark: Span | null, { start, end }: Span, most: number): ComponentChildren {
  const from = mark === null ? end : Math.max(start, Math.min(mark.start, end));
  const to = mark === null ? end : Math.max(from, Math.min(mark.end, end));
  const isMarked = mark !== null && (to > from || (mark.start === mark.end && from === mark.start && from < end));
  if (!isMarked) return cut(body, { start, end }, most, 'middle');
  return [
    cut(body, { start, end: from }, most, 'start'),
    <mark>{cut(body, { start: from, end: to }, most, 'middle')}</mark>,
    cut(body, { start: to, end }, most, 'end'),
  ];
}

/** A text with a note where it was cut: before its end, at its start, or in its middle. */
function cut(body: BodyText, { start, end }: Span, most: number, where: 'start' | 'middle' | 'end'): ComponentChildren {
  const text = (a: number, b: number) => withMarks(body.text.slice(a, b), (index) => body.bytes.get(a + index));
  const room = unseenCount(body.text.slice(start, Math.min(end, start + most * 2))) > MOST_MARKS ? most / 8 : most;
  if (end - start <= room * 2) return text(start, end);
  const first = where === 'start' ? start : boundary(body.text, start + room);
  const last = where === 'end' ? end : boundary(body.text, end - room);
  return [text(start, first), leftOut(last - first), text(last, end)];
}
