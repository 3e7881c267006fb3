import type { Contract } from '../contract/model.ts';
import { changingWarnings } from '../results/changing.ts';
import type { Results } from '../results/results.ts';
import { recordedOptions } from '../results/run-record.ts';
import { selectedCells } from '../results/selected-cells.ts';
import { staleUnused } from '../results/unused.ts';
import { credentials, otherSet } from '../results/warnings.ts';

/** The first warning of a conformant run that no check makes, or that is missing; null if there is none. */
export function oddWarning(results: Results, contract: Contract): string | null {
  const { cells, coverage, warnings, baseline } = results;
  const options = { ...recordedOptions(results), baseline };
  const all = selectedCells(contract);
  const fields = coverage.fields.map(({ operation, binding, ...field }) => ({ operation, binding, fields: [field] }));
  const due = [
    credentials({ options, cells: all }),
    otherSet({ options }),
    ...changingWarnings(cells),
    ...staleUnused(options, fields),
  ].flatMap((warning) => warning ?? []);
  const missing = due.find((warning) => !warnings.includes(warning));
  if (missing !== undefined) return `the warning '${missing}' follows from the results, but they lack it`;
  const stray = warnings.find((warning) => !due.includes(warning) && !counts.some((one) => one.test(warning)));
  return stray === undefined ? null : `the warning '${stray}' is not one that a check makes`;
}

/** On what results do not keep: how often the target told us to wait or was away, and what shards met. */
const counts: readonly RegExp[] = [
  /^The target asked \d+ times? to slow down \(429, or 503 with Retry-After\): lower the load with --rate\.$/,
  /^The target did not take some requests \(.{1,1000}\. Sent again: \d+; not sent again, as they change state: \d+\.(?: If it takes few requests at once, lower --concurrency\.)?$/,
  /^The shards met \d+ TLS certificates: they may have called different servers\.$/,
  /^.{1,300} was run \d+ days? after .{1,300}: the target may have been changed between them; run all shards again to be sure\.$/,
];
