function refuse(): never {
  throw new TypeError('the contract is read-only');
}

/** A frozen map of these entries: set, delete and clear throw, as an assignment to a frozen object does. */
export function frozenMap<V>(entries: Iterable<readonly [string, V]>): ReadonlyMap<string, V> {
  const map = new Map<string, V>();
  for (const [key, value] of entries) map.set(key, deepFreeze(value));
  return Object.freeze(Object.assign(map, { set: refuse, delete: refuse, clear: refuse }));
}

/** The same value with every object and array in it frozen; maps are frozen when made. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
