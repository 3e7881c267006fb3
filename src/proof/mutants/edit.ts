import { type Answer, type Golden, withBody } from './golden.ts';
import { isTag, type Tag } from './markup.ts';
import { localName, type Place, type Places } from './places.ts';

/** One edit of an answer: what was done, at which kind of place, and what the edited answer is. */
export interface Edit {
  readonly kind: string;
  readonly place: string;
  readonly detail: string;
  readonly answer: Answer;
  /** True if only a socket shows it unchanged: the framing may be wrong. */
  readonly onWire: boolean;
}

/** An edit of the text of a body; the header has its length. */
export function bodyEdit({ answer }: Golden, kind: string, place: string, detail: string, body: string | Buffer): Edit {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { kind, place, detail, answer: withBody(answer, bytes), onWire: false };
}

/** An element of a golden body, its place, and what the document has there. */
export interface Visit {
  readonly tag: Tag;
  /** Null for the root. */
  readonly parent: Tag | null;
  readonly place: Place;
}

export function visits(tag: Tag, places: Places, parent: Tag | null = null, above = ''): readonly Visit[] {
  const path = `${above}${localName(tag.name)}`;
  const place = places.get(path);
  if (place === undefined) throw new Error(`a golden answer has ${path}, which the contract does not`);
  const below = tag.children.filter(isTag).flatMap((child) => visits(child, places, tag, `${path}/`));
  return [{ tag, parent, place }, ...below];
}

/** The kind of place of an element, nil ones separate. */
export function placeName({ tag, place }: Visit): string {
  return tag.attributes.some(([name]) => name === 'xsi:nil') ? `nil ${place.name}` : place.name;
}

/** The raw text of an element with no other content. */
export function leafText({ children }: Tag): string | null {
  const [only] = children;
  return children.length === 1 && typeof only === 'string' ? only : null;
}

/** Other spellings of a name or value made by programs in error. */
export function misspelt(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  const first = text.charAt(0);
  const otherCase = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return distinct(text, [
    ...[`${text}X`, `X${text}`, text.slice(0, -1), text.slice(1), `${text}s`],
    ...[text.toUpperCase(), text.toLowerCase(), otherCase + text.slice(1)],
    ...[text.replaceAll('_', ''), text.replaceAll('_', '-'), `${text.slice(0, middle)}_${text.slice(middle)}`],
  ]);
}

/** The texts that differ from one, each once, none empty. */
export function distinct(from: string, texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== from && text !== '');
}

/** What the document and its standards leave to a server: clause → what an answer says without that. */
export type Predicates<Said, Of = unknown> = Readonly<
  Record<string, readonly [clause: string, forget: (said: Said, of: Of) => Said]>
>;
