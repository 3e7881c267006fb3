import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { Results } from '../../results/results.ts';
import { recordedOptions } from '../../results/run-record.ts';
import { credentials } from '../../results/warnings.ts';
import { refolded, unfounded } from './refold.ts';

/** The first value in results that does not follow from the rest; null if all agree. */
export function inconsistency(results: Results, contract: Contract): string | null {
  const wrong = wrongDate(results) ?? wrongRequests(results);
  if (wrong !== null) return wrong;
  const folded = refolded(results, contract);
  return unfounded(results, folded) ?? notConformant(results) ?? oddWarning(results, folded, contract);
}

function wrongDate({ startedAt }: Results): string | null {
  const date = new Date(startedAt);
  const right = !Number.isNaN(date.getTime()) && date.toISOString() === startedAt;
  return right ? null : `startedAt is '${startedAt}', which is not a date as run writes it`;
}

function wrongRequests({ cells, requests }: Results): string | null {
  const uncalled = cells.find((cell) => cell.requests === 0);
  if (uncalled !== undefined) return `the cell ${cellName(uncalled)} was sent no request`;
  const sent = cells.reduce((sum, cell) => sum + cell.requests, 0);
  return sent <= requests ? null : `the cells count ${plural(sent, 'request')}, the run ${requests}`;
}

function notConformant({ verdict }: Results): string | null {
  return verdict === 'conformant' ? null : `the run is ${verdict}; only a conformant one is certified`;
}

/** The first warning of a conformant run that no check makes, or that is missing; null if there is none. */
function oddWarning(results: Results, folded: Results, contract: Contract): string | null {
  const { warnings } = results;
  const called = { options: recordedOptions(results), cells: selectedCells(contract) };
  // Results do not keep whether a placeholder was refused.
  const [noted, refused] = [credentials(called, false), credentials(called, true)];
  const due = folded.warnings.map((one) => (one === noted && refused && warnings.includes(refused) ? refused : one));
  const missing = due.find((warning) => !warnings.includes(warning));
  if (missing !== undefined) return `the warning '${missing}' follows from the results, but they lack it`;
  const stray = warnings.find((warning) => !due.includes(warning) && !counts.some((one) => one.test(warning)));
  return stray === undefined ? null : `the warning '${stray}' is not one that a check makes`;
}

/** On what results do not keep: how often the target told us to wait or was away, and what shards met. */
const counts: readonly RegExp[] = [
  /^The target asked \d+ times? to slow down \(429, or 503 with Retry-After\): lower the load with --rate\.$/,
  /^The target did not take some requests \(.{1,1000}\. Sent again: \d+; not sent again(?:, as they change state)?: \d+\.(?: If it takes few requests at once, lower --concurrency or give --rate\.)?$/,
  /^The shards met \d+ TLS certificates: they may have called different servers\.$/,
  /^.{1,300} was run \d+ days? after .{1,300}: the target may have been changed between them; run all shards again to be sure\.$/,
];
