/** A line of more than 150 columns on several, those after the first of a list item indented; a row of a table stays whole. */
export function wrapped(line: string): readonly string[] {
  const at = line.length <= 150 || line.startsWith('|') ? -1 : line.lastIndexOf(' ', 150);
  if (at < 0) return [line];
  const indent = /^(- |\d\. | {2})/.test(line) ? '  ' : '';
  return [line.slice(0, at), ...wrapped(`${indent}${line.slice(at + 1)}`)];
}
