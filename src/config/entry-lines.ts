const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],\n]/g;

/**
 * The lines, counted from 1, on which the objects of the array begin that a JSON text's object holds; and the text
 * without the comma that stays behind where the array's last line was deleted.
 */
export function entryLines(text: string): { readonly lines: readonly number[]; readonly json: string } {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') line += 1;
    if (token === '{' && depth === 2) lines.push(line);
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return { lines, json: withoutLastComma(text) };
}

function withoutLastComma(text: string): string {
  // The array is the last thing in the file or is followed by keys: the comma before its end is found token by token.
  const tokens = [...text.matchAll(TOKEN)].filter(([token]) => token !== '\n');
  const end = tokens.findLastIndex(([token]) => token === ']');
  const before = tokens[end - 1];
  if (end < 0 || before === undefined || before[0] !== ',') return text;
  return `${text.slice(0, before.index)} ${text.slice(before.index + 1)}`;
}
