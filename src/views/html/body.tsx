import type { ComponentChildren } from 'preact';
import { plural } from '../../base/words.ts';
import type { BodyText } from './body-text.ts';
import { lineAt, linesOf, type Span } from './layout.ts';
import { boundary, unseenCount, withMarks } from './visible.tsx';

/** Characters of a piece shown on each side of a cut, or around a mark. */
const AROUND = 300;
/** A part with more marks than this is cut shorter, because each mark takes much space. */
const MOST_MARKS = 100;
/** Characters of a raw body that are shown. */
export const MOST_RAW = 12_000;
/** Lines of the pretty view without a mark, and those around the first marks. */
const MOST_LINES = 40;
const MOST_MARKED = 3;
const BEFORE_MARK = 8;
const AFTER_MARK = 12;

/** The relevant part of a body, one element per line, with what is wrong in it marked. */
export function prettyBody(body: BodyText, marks: readonly Span[]) {
  const lines = linesOf(body.text);
  const marked = marks.slice(0, MOST_MARKED).map(({ start }) => lineAt(lines, start));
  const shown = lines.flatMap((line, index) => (isShown(index, lines.length, marked) ? [{ line, index }] : []));
  const atEnd = marks.some(({ start }) => start >= body.text.length);
  return (
    <pre class="body">
      {shown.map(({ line, index }, at) => (
        <>
          {gap(index - (shown[at - 1]?.index ?? -1) - 1)}
          {'  '.repeat(line.depth)}
          {line.pieces.map((piece) => {
            const shownPiece = part(body, marks, piece, AROUND);
            return piece.kind === 'markup' ? <span class="t">{shownPiece}</span> : shownPiece;
          })}
          {'\n'}
        </>
      ))}
      {gap(lines.length - 1 - (shown.at(-1)?.index ?? -1))}
      {atEnd ? <mark>the body ends here</mark> : null}
    </pre>
  );
}

export function rawBody(body: BodyText, marks: readonly Span[]) {
  const { text } = body;
  const from = Math.max(0, Math.min((marks[0]?.start ?? 0) - MOST_RAW / 2, text.length - MOST_RAW));
  const start = boundary(text, from);
  const end = boundary(text, Math.min(start + MOST_RAW, text.length));
  return (
    <pre class="body">
      {start > 0 ? leftOut(start) : null}
      {part(body, marks, { start, end }, MOST_RAW)}
      {end < text.length ? leftOut(text.length - end) : null}
    </pre>
  );
}

function isShown(index: number, count: number, marked: readonly number[]): boolean {
  if (count <= MOST_LINES) return true;
  if (marked.length === 0) return index < MOST_LINES;
  const lastOf = (line: number): number => Math.max(line + AFTER_MARK, MOST_LINES - BEFORE_MARK - 3);
  return index < 3 || marked.some((line) => index >= line - BEFORE_MARK && index <= lastOf(line));
}

function gap(lines: number): ComponentChildren {
  return lines > 0 ? <i class="cut">{`… ${plural(lines, 'line')} more\n`}</i> : null;
}

function leftOut(characters: number): ComponentChildren {
  return <i class="cut">{` … ${plural(characters, 'character', characters.toLocaleString('en'))} left out … `}</i>;
}

/** A part of the text with the first mark in it. A long one is cut, but never where the mark begins. */
function part(body: BodyText, marks: readonly Span[], { start, end }: Span, most: number): ComponentChildren {
  const mark = marks.find((one) => one.start < end && Math.max(one.end, one.start + 1) > start);
  if (mark === undefined) return cut(body, { start, end }, most, 'middle');
  const from = Math.max(start, mark.start);
  const to = Math.max(from, Math.min(mark.end, end));
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
