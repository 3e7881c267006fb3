export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Piece extends Span {
  readonly kind: 'markup' | 'text';
}

/** One line of the pretty view. */
export interface Line {
  readonly depth: number;
  readonly pieces: readonly [Piece, ...Piece[]];
}

/** Deeper levels are not indented further. */
const DEEPEST = 24;

/** Lays out XML, which may be broken, in lines. Pieces are parts of the original text, so offsets stay valid. */
export function layout(text: string): readonly Line[] {
  const lines: { depth: number; pieces: [Piece, ...Piece[]] }[] = [];
  let depth = 0;
  let open = false;
  for (const piece of pieces(text)) {
    const kind = kindOf(text, piece);
    if (kind === 'blank') continue;
    if (kind === 'close') depth = Math.max(0, depth - 1);
    const last = lines.at(-1);
    // A start tag, its text and its end tag share a line.
    if (last !== undefined && open && (kind === 'close' || (kind === 'text' && last.pieces.length === 1))) {
      last.pieces.push(piece);
    } else {
      lines.push({ depth: Math.min(depth, DEEPEST), pieces: [piece] });
    }
    if (kind === 'open') depth += 1;
    open = kind === 'open' || (kind === 'text' && open);
  }
  return lines;
}

/** The lines of a layout for XML; other text keeps its own lines. */
export function linesOf(text: string): readonly Line[] {
  if (/^\uFEFF?\s*</.test(text)) return layout(text);
  let start = 0;
  return text.split('\n').map((line) => {
    const end = Math.min(start + line.length + 1, text.length);
    const piece = { start, end: line.length === end - start ? end : end - 1, kind: 'text' as const };
    start = end;
    return { depth: 0, pieces: [piece] as const };
  });
}

/** Which line has a place of the text; the last if it is its end. */
export function lineAt(lines: readonly Line[], place: number): number {
  const found = lines.findIndex(({ pieces }) => (pieces.at(-1)?.end ?? 0) > place);
  return found < 0 ? lines.length - 1 : found;
}

function kindOf(text: string, { start, end, kind }: Piece): 'open' | 'close' | 'text' | 'other' | 'blank' {
  if (kind === 'text') return /[^ \t\r\n]/.test(text.slice(start, end)) ? 'text' : 'blank';
  if (text.startsWith('</', start)) return 'close';
  if (/^<[!?]/.test(text.slice(start, start + 2)) || text.startsWith('/>', end - 2)) return 'other';
  return 'open';
}

/** Comments, CDATA sections and instructions have their own end marks; all other markup ends at its bracket. */
const LONG = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function* pieces(text: string): Generator<Piece> {
  // Search for each end mark once only: hostile text must not cost a search for every start mark.
  const absent = new Set<string>();
  let start = 0;
  while (start < text.length) {
    const end = text[start] === '<' ? markupEnd(text, start, absent) : -1;
    if (end > 0) {
      yield { start, end, kind: 'markup' };
      start = end;
      continue;
    }
    const next = text.indexOf('<', start + 1);
    const stop = next < 0 ? text.length : next;
    yield { start, end: stop, kind: 'text' };
    start = stop;
  }
}

/** Where the markup that begins here ends; -1 if this is not markup. */
function markupEnd(text: string, start: number, absent: Set<string>): number {
  const long = LONG.find(([opening]) => text.startsWith(opening, start));
  if (long !== undefined && !absent.has(long[1])) {
    const end = text.indexOf(long[1], start + long[0].length);
    if (end >= 0) return end + long[1].length;
    absent.add(long[1]);
  }
  const tag = /<[^<>]*>/y;
  tag.lastIndex = start;
  return tag.test(text) ? tag.lastIndex : -1;
}
