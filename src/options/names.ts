import { ConfigError } from '../base/error.ts';
import { suggestion } from '../base/nearest.ts';

/**
 * The names of a flag like `--operations a,b`; null if not given. @param what - the kind of thing, for the sentence
 * @throws ConfigError if there is none, or one that is not allowed
 */
export function namesFlag<T extends string>(
  what: string,
  flag: string,
  text: string | undefined,
  allowed: readonly T[],
): readonly T[] | null {
  if (text === undefined) return null;
  const names = text.split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) throw new ConfigError(`${flag} names nothing; expected names separated by commas`);
  return [...new Set(names)].map((name) => knownName(what, name, allowed, flag));
}

/** The name in a flag, which must be allowed; null if it is not given. @throws ConfigError */
export function nameFlag<T extends string>(
  what: string,
  flag: string,
  text: string | undefined,
  allowed: readonly T[],
) {
  return text === undefined ? null : knownName(what, text, allowed, flag);
}

/** Which lists show all things of a kind. */
const LISTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['rule', 'defect', 'variation', 'operation', 'trait'].map((kind) => [kind, `\`list ${kind}s\` shows all`]),
  ),
  'rule on a service by its WSDL': '`list rules --wsdl` shows all',
  'rule, clause, defect or trait': '`list rules`, `requirements`, `defects` and `traits` show all',
};

/** The name itself if it is allowed. @throws ConfigError with the nearest allowed name */
export function knownName<T extends string>(what: string, found: string, allowed: readonly T[], where: string): T {
  const name = allowed.find((candidate) => candidate === found);
  if (name !== undefined) return name;
  const expected = suggestion(found, allowed);
  const all = LISTS[what] === undefined || expected.endsWith('?') ? '' : `; ${LISTS[what]}`;
  throw new ConfigError(`${where}: no ${what} is named '${found}'; ${expected}${all}`);
}

/** The item with an id. @throws ConfigError with the nearest id */
export function withId<T extends { readonly id: string }>(what: string, id: string, all: readonly T[], where: string) {
  const ids = all.map((one) => one.id);
  return all[ids.indexOf(knownName(what, id, ids, where))] as T;
}
