import { headerValue } from '../../wire/http/exchange.ts';
import type { Message, Recognised } from './recognised.ts';

/** Where a text of XML ends: the elements open there, and the tag, comment or other that is not complete. */
type End = ReturnType<typeof endOf>;

/** What ends with something else than '>'. */
const SPANS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** A longer name is not shown. */
const MOST_NAME = 60;

function endOf(text: string) {
  const open: string[] = [];
  for (let at = 0; ; ) {
    const start = text.indexOf('<', at);
    if (start < 0) return { open, tag: '' };
    const [begin, end] = SPANS.find(([one]) => text.startsWith(one, start)) ?? ['<', '>'];
    const stop = text.indexOf(end, start + begin.length);
    if (stop < 0) return { open, tag: text.slice(start) };
    const [, close, name] = /^<(\/?)([^\s/<>!&"'=]+)/.exec(text.slice(start, stop)) ?? [];
    if (begin === '<' && name !== undefined) {
      if (close === '/') open.pop();
      else if (text[stop - 1] !== '/') open.push(name);
    }
    at = stop + end.length;
  }
}

/** Bytes of the end tags that are missing, at least. */
function missingBytes({ open, tag }: End): number {
  const tags = open.map((name) => Buffer.byteLength(`</${name}>`)).reduce((sum, one) => sum + one, 0);
  // A '<' may be the begin of an end tag.
  return tag.startsWith('</') || tag === '<' ? tags - Buffer.byteLength(tag) : tags;
}

/** How many bytes less a text seems to have where its characters are counted: UTF-16 units, or code points. */
function uncountedBytes(text: string, bytes: number): readonly [units: number, points: number] {
  return [bytes - text.length, bytes - text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, ' ').length];
}

/** Recognises a body that stops too early, and the count of characters that may have cut it. */
export function ending({ body, headers, codedBytes, surplus = 0 }: Message, endsEarly: boolean): Recognised | null {
  if (!endsEarly && surplus === 0) return null;
  const text = new TextDecoder().decode(body);
  const length = headerValue(headers, 'content-length');
  const counted = codedBytes === undefined && length === `${body.length}`;
  const uncounted = uncountedBytes(text, body.length).filter((count) => count > 0);
  const inCharacters = `is cut at its Content-Length of ${length}, which counts characters, not bytes`;
  // What follows may have such characters too.
  const end = endOf(text);
  const isCut = counted && surplus > 0 && (end.tag !== '' || end.open.length > 0);
  if (isCut && uncounted.some((count) => count <= surplus && count * 2 >= surplus))
    return { kind: 'length-in-characters', words: inCharacters };
  if (!endsEarly) return null;
  const missing = missingBytes(end);
  if (counted && missing > 0 && uncounted.some((count) => count >= missing))
    return { kind: 'length-in-characters', words: inCharacters };
  return { kind: 'cut', words: `${whereIn(end)}${counted ? `, exactly at its Content-Length of ${length}` : ''}` };
}

/** What stands behind the begin of a tag or comment may be secret. */
function whereIn({ open, tag }: End): string {
  const name = open.at(-1);
  const [begin = ''] = SPANS.find(([one]) => tag.startsWith(one)) ?? /^<[^\s<>&"'=]*/.exec(tag) ?? [];
  if (begin !== '') return `ends inside '${begin.slice(0, MOST_NAME)}'`;
  return name === undefined ? 'ends before its first element' : `ends inside <${name.slice(0, MOST_NAME)}>`;
}
