import { isDeepStrictEqual } from 'node:util';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { recordedOptions } from '../recorded-options.ts';
import { contradiction } from './self-check.ts';
import { cellsToRun, shardName } from './shard.ts';
import type { ShardFile } from './shard-file.ts';

/** Shards that one sentence names. */
const NAMED = 8;

/**
 * A shard that is there twice or not at all, holds other cells than its own, or contradicts itself, in one sentence; null
 * where all is there.
 */
export function gap(files: readonly ShardFile[], contract: Contract): string | null {
  return (
    doubled(files) ??
    missing(files) ??
    files.map((file) => strange(file, contract) ?? contradiction(file, contract)).find(isSentence) ??
    null
  );
}

function isSentence(text: string | null): text is string {
  return text !== null;
}

function doubled(files: readonly ShardFile[]): string | null {
  for (const [place, { file, shard }] of files.entries()) {
    const before = files.slice(0, place).find((one) => one.shard.index === shard.index);
    if (before !== undefined)
      return `${file} has the shard ${shardName(shard)}, and ${before.file} has it too; expected it once`;
  }
  return null;
}

function missing(files: readonly ShardFile[]): string | null {
  const count = files[0]?.shard.count ?? 0;
  const there = new Set(files.map(({ shard }) => shard.index));
  const absent = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (absent.length === 0) return null;
  const names = absent.slice(0, NAMED).map((index) => shardName({ index, count }));
  const more = absent.length - names.length;
  const [noun, verb] = absent.length === 1 ? ['shard', 'is'] : ['shards', 'are'];
  return `the ${noun} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${verb} missing; expected the results of all ${count}`;
}

/** Whoever dealt the operations otherwise has another suite, or edited the file. */
function strange({ file, results, shard }: ShardFile, contract: Contract): string | null {
  const wanted = cellsToRun(contract, { ...recordedOptions(results), shard }).map(cellName);
  const found = results.cells.map(cellName);
  if (isDeepStrictEqual(found, wanted)) return null;
  const first = found.find((name) => !wanted.includes(name)) ?? wanted.find((name) => !found.includes(name));
  return `${file} does not hold the cells of shard ${shardName(shard)}${first === undefined ? ' in their order' : `: see ${first}`}; expected what \`run\` wrote`;
}
