import { distance } from 'fastest-levenshtein';

/** Characters shown of a list if no name is near. */
const LIST = 400;

/** The allowed name that ends with `found` or is most like it, ignoring case; null if none is like it at all. */
export function nearest(found: string, allowed: readonly string[]): string | null {
  const ends = allowed.filter((name) => name.toLowerCase().endsWith(`.${found.toLowerCase()}`));
  if (ends.length === 1) return ends[0] ?? null;
  const far = Math.max(2, Math.ceil(found.length * 0.4));
  const ranked = allowed
    .map((name) => ({ name, away: distance(found.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.away - b.away);
  const [best] = ranked;
  return best !== undefined && best.away <= far ? best.name : null;
}

/** The end of a sentence about an unknown name: the nearest valid one, or what is allowed. */
export function suggestion(found: string, allowed: readonly string[]): string {
  const near = nearest(found, allowed);
  if (near !== null) return `did you mean '${near}'?`;
  const list = allowed.join(', ');
  return `expected one of ${list.length > LIST ? `${list.slice(0, list.lastIndexOf(',', LIST))}, …` : list}`;
}
