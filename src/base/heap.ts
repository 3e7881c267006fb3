import { getHeapStatistics } from 'node:v8';

const MIB = 1024 ** 2;

/** What V8's limit has beside the old generation, unless a flag says how large that may be: three semi-spaces. */
const YOUNG_MIB = 48;

/** How many MiB of heap what is kept may take. V8's own limit also counts young objects, by version 48 to 192 MiB. */
export function heapMiB(): number {
  const given = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(process.execArgv.join(' '))?.[1];
  const most = getHeapStatistics().heap_size_limit / MIB - YOUNG_MIB;
  return Math.floor(given === undefined ? most : Math.min(most, Number(given)));
}
