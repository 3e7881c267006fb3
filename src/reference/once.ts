const lasting = new WeakSet<object>();

/**
 * Makes a value of each key once and gives the same object from then on, so that what is written of it can be kept.
 * Only for keys that stay: those of the catalogue.
 */
export function once<K extends object, V extends object>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    lasting.add(value);
    return value;
  };
}

/** True for a value that `once` made. */
export function isLasting(value: object): boolean {
  return lasting.has(value);
}
