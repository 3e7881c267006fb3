/** `a, b and 3 more`: the first names of a list. @param noun - what the others are */
export function listed(names: readonly string[], most: number, noun = ''): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more${noun}` : ''}`;
}

/** `1 line`, `2 lines`, `2 entries`: the only way in which texts count. @param shown - the number as it is written */
export function plural(count: number, noun: string, shown = `${count}`): string {
  return `${shown} ${count === 1 ? noun : `${noun}s`.replace(/([^aeiou])ys$/, '$1ies')}`;
}

/** The verb after that: `1 line is`, `2 lines are`. */
export function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
