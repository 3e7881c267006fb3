import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../../contract/model.ts';
import { foldResults } from '../fold.ts';
import type { Results } from '../results.ts';
import { heldAgainst, mergedRecord } from './merge.ts';
import { cellsToRun } from './shard.ts';
import type { ShardFile } from './shard-file.ts';

/** What a shard says of itself that follows from its parts. */
const derived: readonly (readonly [string, (results: Results) => unknown])[] = [
  ['verdict', ({ verdict }) => verdict],
  ['exit code', ({ exitCode }) => exitCode],
  ['incompleteness', ({ incomplete }) => incomplete],
  ['list of cells', ({ cells }) => cells.map(({ latencyMs: _times, ...cell }) => cell)],
  ['list of findings', ({ findings }) => findings.map(({ id }) => id)],
  ['totals', ({ totals }) => totals],
];

/**
 * That a shard says of itself what its parts do not come to, in one sentence: whoever edited it, merge would fold the
 * parts and lose what was said. null where it agrees with itself.
 */
export function contradiction(file: ShardFile, contract: Contract): string | null {
  const { results, shard } = file;
  const record = mergedRecord([file], contract, heldAgainst(results.baseline));
  const options = { ...record.options, shard };
  const folded = foldResults({ ...record, options, cells: cellsToRun(contract, options) });
  const unlike = derived.find(([, get]) => !isDeepStrictEqual(get(results), get(folded)));
  if (unlike === undefined) return null;
  return `${file.file} contradicts itself: its ${unlike[0]} is not what its parts come to; expected what \`run --shard i/n\` wrote, unchanged`;
}
