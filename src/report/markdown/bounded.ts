/** What a Markdown text may hold, in bytes of UTF-8: GitHub cuts off a step's summary that is longer than 1 MiB. */
export const MOST_SUMMARY = 1024 * 1024;

const REST = 300;

/** Joins blocks with an empty line between, as many as fit into `most` bytes, and says how many did not. */
export function bounded(blocks: readonly string[], most: number): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const block of blocks) {
    const size = Buffer.byteLength(block, 'utf8') + 2;
    if (bytes + size > most - REST) break;
    kept.push(block);
    bytes += size;
  }
  const left = blocks.length - kept.length;
  const note = `**Cut here:** ${left} more parts do not fit into a summary of ${most} bytes; all is in results.json.`;
  return `${(left === 0 ? kept : [...kept, note]).join('\n\n')}\n`;
}
