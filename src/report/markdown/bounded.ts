/** The most bytes of a summary: GitHub refuses a step's summary that is longer than 1 MiB. */
export const MOST_SUMMARY = 1024 * 1024;

const REST = 300;

/** Joins as many blocks as fit into `most` bytes, with an empty line between, and says how many did not fit. */
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
