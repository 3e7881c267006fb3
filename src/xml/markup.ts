import { decodeHTMLStrict } from 'entities';

/** A tag, with where it begins and ends; the text between two tags; the text of one section, comment or instruction. */
export type Markup =
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly at: number;
      readonly end: number;
      readonly attributes: readonly (readonly [name: string, value: string])[];
    }
  | { readonly kind: 'end'; readonly name: string; readonly at: number }
  | { readonly kind: 'text' | 'aside'; readonly text: string };

const PIECE =
  /<!--(.*?)(?:-->|$)|<!\[CDATA\[(.*?)(?:\]\]>|$)|<\?(.*?)(?:\?>|$)|<![^>]*>?|<(\/?)([^\s<>=&"'\d/!?][^\s<>/]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>?|<|[^<]+/gs;
/** It begins at the sign: there are fewer of them than of names. */
const ATTRIBUTE = /=(?<=([^\s=<>"'/]{1,200})\s{0,80}=)\s{0,80}(?:"([^"]*)"?|'([^']*)'?|([^\s>"']+))/g;

/**
 * Reads XML, well-formed or not, and HTML, with local names of elements, and references as the texts they mean. What
 * never ends takes the rest; a quote that never ends is the end of its tag.
 */
export function* readMarkup(text: string): Generator<Markup> {
  let run = '';
  let end = 0;
  for (const [all, comment, cdata, instruction, slash, written, rest = ''] of text.matchAll(PIECE)) {
    const at = end;
    end += all.length;
    const aside = comment ?? cdata ?? instruction;
    if (aside !== undefined) yield { kind: 'aside', text: aside };
    if (written === undefined) {
      run += cdata ?? (aside !== undefined || all.startsWith('<!') ? '' : decodeHTMLStrict(all));
      continue;
    }
    if (run !== '') yield { kind: 'text', text: run };
    run = '';
    const name = written.slice(written.lastIndexOf(':') + 1);
    if (slash === '/') yield { kind: 'end', name, at };
    else {
      const attributes = [...rest.matchAll(ATTRIBUTE)].map(
        ([, key = '', double, single, bare = '']) => [key, decodeHTMLStrict(double ?? single ?? bare)] as const,
      );
      yield { kind: 'start', name, at, end, attributes };
      if (rest.endsWith('/')) yield { kind: 'end', name, at: end };
    }
  }
  if (run !== '') yield { kind: 'text', text: run };
}
