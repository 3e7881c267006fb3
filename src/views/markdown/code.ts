import { plural } from '../../base/words.ts';
import { shownLine, shownText } from '../shown-text.ts';

/** One backtick more than the longest run of them inside. */
function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/**
 * A target's text as a code span on one line: nothing in it is Markdown, HTML, a mention or a link. A bar, which ends a
 * table's cell even in code (GitHub Flavored Markdown, 'Tables'), is shown broken in a 'cell'.
 */
export function codeSpan(text: string, most: number, place: 'text' | 'cell' = 'text'): string {
  const shown = shownLine(text, most).trim();
  if (shown === '') return '(nothing)';
  const fence = fenceFor(shown, 1);
  const content = place === 'cell' ? shown.replaceAll('|', '¦') : shown;
  // Spaces separate the fence from backticks inside; a Markdown reader removes one on each side.
  const space = content.includes('`') ? ' ' : '';
  return `${fence}${space}${content}${space}${fence}`;
}

/** A target's text as a fenced block, the fence longer than any inside (CommonMark, 'Fenced code blocks'). */
export function codeBlock(text: string, most: number, language = ''): string {
  const shown = shownText(text, most);
  const fence = fenceFor(shown, 3);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Text inside one of our HTML elements, where Markdown is not read. */
export function htmlText(text: string, most: number): string {
  return shownLine(text, most).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Most bytes of a summary: GitHub refuses a step's summary longer than 1 MiB. */
export const MOST_SUMMARY = 1024 * 1024;

const REST = 300;

/** Joins as many blocks as fit into `most` bytes, with an empty line between, and says how many did not fit. */
export function bounded(blocks: readonly string[], most: number): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const block of blocks) {
    const size = Buffer.byteLength(block, 'utf8') + 2;
    if (bytes + size > most - REST) break;
    kept.push(block);
    bytes += size;
  }
  const left = blocks.length - kept.length;
  const parts = `${plural(left, 'more part')} ${left === 1 ? 'does' : 'do'}`;
  const note = `**Cut here:** ${parts} not fit into a summary of ${most} bytes; all is in results.json.`;
  return `${(left === 0 ? kept : [...kept, note]).join('\n\n')}\n`;
}
