/** `a, b and 3 more`: the first names of a list. @param noun - what the others are */
export function listed(names: readonly string[], most: number, noun = ''): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more${noun}` : ''}`;
}

/** `1 line`, `2 lines`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
