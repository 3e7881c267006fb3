/**
 * Whether a recorder may have made a longer text of one with this many bytes by what no parser sees: line ends,
 * indentation, space at the end, a byte order mark, characters that are not composed.
 */
export function isReformatted(text: string, bytes: number): boolean {
  const plain = text.replace(/^\uFEFF/, '').trimEnd();
  const compact = plain.trim().replaceAll(/>\s+</g, '><');
  const lines = [text, plain, `${plain}\n`, compact, indented(compact)].map((one) => one.replaceAll('\r\n', '\n'));
  const ended = [text, ...lines, ...lines.map((one) => one.replaceAll('\n', '\r\n'))];
  const all = [...ended, ...ended.map((one) => one.normalize('NFC'))].map((one) => one.replace(/^\uFEFF/, ''));
  return all.some((one) => [0, 3].includes(bytes - Buffer.byteLength(one)));
}

/** XML without space between its tags as .NET indents it. */
function indented(compact: string): string {
  let depth = 0;
  const lines = compact.split(/(?<=>)(?=<)/).map((line) => {
    if (line.startsWith('</')) depth -= 1;
    const shown = `${'  '.repeat(Math.max(0, depth))}${line}`;
    if (!/^<[/?!]|\/>$|<\/[^<]*$/.test(line)) depth += 1;
    return shown;
  });
  return lines.join('\n');
}
