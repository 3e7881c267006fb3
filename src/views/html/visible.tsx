import type { ComponentChildren } from 'preact';
import { keptOf, plural } from '../../base/words.ts';

/** Characters that are invisible or change how others look, in runs of one kind; CRLF stays as it is. */
const UNSEEN = /\r\n|((?![\n\t ])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cs}\p{Cn}\p{Co}\p{DI}])\1*|\p{M}{4,}|\uFFFD/gu;

const C0 =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US';

/** Short names that engineers know; all others are shown by their code point. */
const NAMES: ReadonlyMap<number, string> = new Map([
  ...C0.split(' ').map((name, code) => [code, name] as const),
  [0x7f, 'DEL'],
  [0xa0, 'NBSP'],
  [0xfeff, 'BOM'],
]);

/**
 * Text with a named mark for every character that is invisible or misleading. @param bytesAt - hex of the bytes that
 * the decoder replaced by the U+FFFD at an index; undefined if the target sent U+FFFD
 */
export function withMarks(text: string, bytesAt: (index: number) => string | undefined = () => undefined) {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    const [run] = match;
    if (run === '\r\n') continue;
    const marked = markOf(run, bytesAt(match.index));
    if (marked === null) continue;
    parts.push(text.slice(from, match.index), marked);
    from = match.index + run.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}

function markOf(run: string, bytes: string | undefined): ComponentChildren {
  if (run === '\uFFFD') return bytes === undefined ? null : namedMark('not UTF-8', bytes);
  const { length } = [...run];
  const code = run.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return namedMark(point, `${NAMES.get(code) ?? point}${length > 1 ? ` ×${length}` : ''}`);
}

function namedMark(title: string, name: string) {
  return (
    <b class="c" title={title}>
      {name}
    </b>
  );
}

/** How many marks a text would show, for an estimate of its size. */
export function unseenCount(text: string): number {
  return text.match(UNSEEN)?.length ?? 0;
}

/** Most marks in one text: each takes far more space than its character. */
const MOST_MARKS = 40;

/** Text from the results, which may come from the target: escaped, made visible, cut if long. */
export function visible(text: string, most = 600): ComponentChildren {
  const marks = [...text.slice(0, most).matchAll(UNSEEN)];
  const end = Math.min(marks[MOST_MARKS]?.index ?? most, most);
  if (text.length <= end || (end === most && keptOf(text.length, most) === text.length))
    return <bdi>{withMarks(text)}</bdi>;
  const kept = boundary(text, end);
  const left = text.length - kept;
  return (
    <bdi>
      {withMarks(text.slice(0, kept))}
      <i class="cut"> … {plural(left, 'character', left.toLocaleString('en'))} more</i>
    </bdi>
  );
}

/** An index that does not split a surrogate pair. */
export function boundary(text: string, index: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.slice(index, index + 1)) && /[\uD800-\uDBFF]$/.test(text.slice(0, index))
    ? index - 1
    : index;
}

/** Text for places without marks, such as the page's title. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\uFFFD').slice(0, 200);
}
