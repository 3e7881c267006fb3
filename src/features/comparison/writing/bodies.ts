import type { Redact } from '../../../results/record/redact.ts';
import { parseXml } from '../../../xml/parse.ts';
import type { XmlElement } from '../../../xml/tree.ts';
import { readWritten, type WrittenDocument } from '../../../xml/written.ts';
import { diffElementNamespaces, diffElementPaths } from './element-paths.ts';
import { diffElements } from './elements.ts';
import { createWrittenDifferences, type WrittenDifference, type WrittenDifferences } from './found.ts';
import { diffLayouts } from './layout.ts';
import { diffNamespaces } from './namespaces.ts';

/** A body's text without a byte order mark. */
export interface WrittenBody {
  readonly text: string;
  readonly bom: boolean;
}

/** What other kinds find no difference in: what the answers say, and, if other texts, which elements there are. */
export type SaidAlike = Readonly<Record<'data' | 'elements', boolean>>;

/** A document as it is written, and as a parser sees it. */
type ReadDocument = WrittenDocument & { readonly tree: XmlElement };

/** Characters of a body whose spelling is looked at. */
const MOST_BODY = 2_000_000;
const OTHER_BYTES = 'other bytes';
/** Characters around the first difference that are shown. */
const AROUND = 24;

/**
 * How two bodies are written differently, each difference once. Two bodies that say the same and are not the same bytes
 * have at least one. @param redact - removes secrets before a text is cut
 */
export function diffBodies(
  a: WrittenBody,
  b: WrittenBody,
  alike: SaidAlike,
  redact: Redact,
): readonly WrittenDifference[] {
  const found = createWrittenDifferences();
  const bom = ({ bom: has }: WrittenBody): string => (has ? 'present' : 'none');
  found.add({ kind: 'form', subject: 'byte order mark', a: bom(a), b: bom(b) });
  if (a.text === b.text) return found.list();
  const [mine, its] = [writtenIn(a.text), writtenIn(b.text)];
  const sameElements = mine === null || its === null || diffDocuments(mine, its, alike, found);
  if (alike.data && sameElements && found.list().every(({ subject }) => subject === 'byte order mark')) {
    const [one, other] = firstDifference(redact(a.text), redact(b.text));
    const isText = mine === null && its === null;
    const [subject, change] = isText ? ['other texts', 'another text of equal data'] : [OTHER_BYTES, OTHER_BYTES];
    found.add({ subject, change, a: one, b: other });
  }
  return found.list();
}

function writtenIn(text: string): ReadDocument | null {
  const parsed = text.length > MOST_BODY ? null : parseXml(text);
  const written = parsed?.kind === 'document' ? readWritten(text) : null;
  return parsed?.kind !== 'document' || written === null ? null : { ...written, tree: parsed.document.root };
}

/** Finds how two documents are written differently. Returns whether they have the same elements. */
function diffDocuments(a: ReadDocument, b: ReadDocument, alike: SaidAlike, found: WrittenDifferences): boolean {
  const [mine, its] = [a.declaration, b.declaration].map((declaration) => declaration || 'none') as [string, string];
  const kind = mine === 'none' || its === 'none' ? 'form' : 'spelling';
  found.add({ kind, subject: 'XML declaration', a: mine, b: its });
  const asides = (document: WrittenDocument): string => document.asides.join('') || 'none';
  const subject = 'comments and instructions';
  found.add({ kind: 'form', subject, change: 'other ones', a: asides(a), b: asides(b) });
  diffLayouts(a, b, found);
  const samePaths = diffElementPaths(a.tree, b.tree, alike.elements ? found : null);
  const sameElements = diffElementNamespaces(a.tree, b.tree, found) && samePaths;
  const named = diffNamespaces(a.root, b.root, sameElements, found);
  const context = { sameData: alike.data, sameLists: alike.elements, sameElements, named, found };
  if (a.root.name === b.root.name) diffElements(a.root, b.root, `/${a.root.name}`, context);
  return sameElements;
}

function firstDifference(a: string, b: string): readonly [a: string, b: string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const from = Math.max(0, at - AROUND);
  return [a.slice(from, at + AROUND), b.slice(from, at + AROUND)];
}
