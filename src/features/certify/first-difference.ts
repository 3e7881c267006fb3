/** Characters of a value that a sentence shows. */
const SHOWN = 80;

/** Where two JSON values first differ: `predicate.result is "PASSED", should be "WARNED"`; null if they are equal. */
export function firstDifference(found: unknown, right: unknown, path = ''): string | null {
  if (isObject(found) && isObject(right) && Array.isArray(found) === Array.isArray(right)) {
    const [left, other] = [new Map(Object.entries(found)), new Map(Object.entries(right))];
    for (const name of new Set([...Object.keys(right), ...Object.keys(found)])) {
      const step = Array.isArray(right) ? `[${name}]` : `${path === '' ? '' : '.'}${name}`;
      const difference = firstDifference(left.get(name), other.get(name), `${path}${step}`);
      if (difference !== null) return difference;
    }
    return null;
  }
  return Object.is(found, right) ? null : `${path} is ${shown(found)}, should be ${shown(right)}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
