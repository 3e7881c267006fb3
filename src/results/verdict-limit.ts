import { staleEntries } from './baseline.ts';
import type { Results } from './results.ts';
import { shardName } from './shards/shard.ts';
import { counts } from './verdict.ts';

/**
 * What keeps a verdict from being plain, to be said right after it: '' where nothing does, ' for what was selected',
 * ' but for 2 known failures', or that known failures alone broke the run. Of a shard it says which part was judged.
 */
export function verdictLimit(results: Results): string {
  return `${partOf(results)}${limitOf(results)}`;
}

/** ' in shard 1/4', and where it alone can't have a verdict, why. */
function partOf({ options: { shard }, verdict, exitCode, cells }: Results): string {
  if (shard === undefined) return '';
  const part = ` in shard ${shardName(shard)}`;
  if (verdict !== 'inconclusive' || exitCode !== 0) return part;
  const why = cells.length === 0 ? 'which has no operation' : 'where no cell could pass';
  return `${part}, ${why}: merge judges the whole`;
}

function limitOf(results: Results): string {
  const { verdict, findings, baseline, options } = results;
  const counting = findings.filter((finding) => counts(finding, options.failOn));
  if (verdict === 'non-conformant') {
    const stale = staleEntries(baseline).length;
    if (baseline === null || stale === 0 || counting.some(({ known }) => !known)) return '';
    return ` only by the baseline: ${plural(stale, 'line')} of ${baseline.file} ${stale === 1 ? 'does' : 'do'} not hold`;
  }
  if (verdict !== 'conformant') return '';
  const { operations, bindings, rules, cells, includeWrites } = options;
  const selected = [operations, bindings, rules, cells].some((names) => names !== null);
  const known = counting.filter((finding) => finding.known).length;
  const limits = [
    ...(selected ? ['for what was selected'] : []),
    ...(includeWrites || results.totals.cells.skipped === 0
      ? []
      : ['without Add_toCart, which --include-writes calls']),
    ...(options.allowInconclusive && results.inconclusive.length > 0 ? ['with missing evidence let pass'] : []),
    ...(known === 0 ? [] : [`but for ${plural(known, 'known failure')}`]),
  ];
  return limits.length === 0 ? '' : ` ${limits.join(', ')}`;
}

/** `1 line`, `2 lines`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
