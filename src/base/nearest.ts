import { distance } from 'fastest-levenshtein';

/** Characters of a list that is shown in full if no name is near. */
const LIST = 400;

/** Characters of a list that is shown in full if several names are as near. */
const FEW = 50;

/** Names shown of a longer list. */
const MOST = 5;

/** Most names that are equally near and all shown. */
const MOST_EQUAL = 3;

/** The fewest characters that say which words a name has. */
const SHORTEST = 3;

/** The allowed name that ends with `found` or is most like it, ignoring case; null if none is like it at all. */
export function nearest(found: string, allowed: readonly string[]): string | null {
  const ends = allowed.filter((name) => lower(name).endsWith(`.${lower(found)}`));
  if (ends.length === 1) return ends[0] ?? null;
  // Of a short name, more than half must be the same: 'xml' is not meant to be 'html'.
  const far = Math.min(Math.max(2, Math.ceil(found.length * 0.4)), Math.floor(found.length / 2));
  const [best] = ranked(found, allowed);
  return best !== undefined && best.away <= far ? best.name : null;
}

const lower = (text: string): string => text.toLowerCase();
const lettersOf = (text: string): string => [...lower(text)].toSorted().join('');

/** The names and how many characters each is away, nearest first; the same letters in another order count as one. */
function ranked(found: string, allowed: readonly string[]) {
  return allowed
    .map((name) => ({ name, away: lettersOf(found) === lettersOf(name) ? 1 : distance(lower(found), lower(name)) }))
    .toSorted((a, b) => a.away - b.away);
}

/** `GetMake_Restricted` is get, make and restricted. */
const wordsOf = (name: string): readonly string[] =>
  lower(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).split(/[^\p{L}\d]+/u);

/** Whether a name has a word of `found`: only then a reader sees what is near about it. */
function sharesWord(found: string): (name: string) => boolean {
  const sought = wordsOf(found).filter(({ length }) => length >= SHORTEST);
  return (name) => wordsOf(name).some((word) => sought.includes(word));
}

/** The names with the words of `found`, or longer ones, if it is more than one misspelling away from each. */
function worded(found: string, allowed: readonly string[]): readonly string[] {
  if (found.length < SHORTEST || (ranked(found, allowed)[0]?.away ?? 0) <= 1) return [];
  const sought = wordsOf(found);
  return allowed.filter((name) => sought.every((word) => wordsOf(name).some((own) => own.startsWith(word))));
}

/** The nearest name, with the others that are as near, if they are few: `'soap11' or 'soap12'`. */
function asNear(found: string, near: string, allowed: readonly string[]): string {
  const all = ranked(found, allowed);
  const away = all.find(({ name }) => name === near)?.away;
  const equal = all[0]?.away === away ? all.filter((one) => one.away === away) : [];
  const named = equal.length > 1 && equal.length <= MOST_EQUAL ? equal.map(({ name }) => name) : [near];
  return named.map((name) => `'${name}'`).join(' or ');
}

/** The end of a sentence about an unknown name: the nearest valid one, or what is allowed. */
export function suggestion(found: string, allowed: readonly string[]): string {
  const alike = worded(found, allowed);
  if (alike.length > 1 && alike.length <= MOST) return `did you mean one of ${alike.join(', ')}?`;
  const near = alike.length === 1 ? alike[0] : nearest(found, allowed);
  const list = allowed.join(', ');
  // Of a few names, those that are as near hide the others.
  const several = near !== null && near !== undefined && asNear(found, near, allowed).includes(' or ');
  if (several && list.length <= FEW) return `expected one of ${list}`;
  if (near !== null && near !== undefined) return `did you mean ${asNear(found, near, allowed)}?`;
  if (list.length <= LIST) return `expected one of ${list}`;
  const few = ranked(found, allowed.filter(sharesWord(found))).slice(0, MOST);
  if (few.length === 0) return `none of the ${allowed.length} is like it`;
  return `the nearest of ${allowed.length} are ${few.map(({ name }) => name).join(', ')}`;
}
