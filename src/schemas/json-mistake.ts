/** What is wrong in a text that JSON.parse refused, and where; without the excerpt that V8 adds, which may hold a secret. */
export function jsonMistake(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const bare = message
    .replace(/, (\.\.\.)?".*$/s, '')
    .replace(/ in JSON at position.*$/s, '')
    .replace(/ \(line \d+ column \d+\)$/, '');
  const position = /at position (\d+)/.exec(message)?.[1];
  const place = position === undefined ? '' : ` in ${placeOf(text, Number(position))}`;
  return `${bare}${place}`;
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
