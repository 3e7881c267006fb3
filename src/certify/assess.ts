import { implausible, inconsistency } from './consistency.ts';
import { coverageGap } from './coverage.ts';
import type { Evidence } from './evidence.ts';
import { unborneVerdict } from './exchanges.ts';
import { brokenRule, failure } from './failures.ts';
import { inventoryGap } from './inventory.ts';
import { scopeTooNarrow } from './scope.ts';

/**
 * Whether results bear a certificate: a complete, unfiltered, conformant run of at least the profile standard, with all
 * that the contract and this program's rules ask for in it, and every number and verdict what it follows from. `certify` refuses and
 * `verify` fails by it alike.
 * @param withWaivers - known failures may have been let pass
 * @returns null, or one sentence about the first thing that is missing or wrong
 */
export function objection(evidence: Evidence, withWaivers: boolean): string | null {
  const { results, contract } = evidence;
  if (results.verdict === 'error')
    return results.failure?.kind === 'target'
      ? 'the target could not be reached in this run, or went down; run it again'
      : 'the suite itself failed in this run; run it again';
  return (
    brokenRule(results) ??
    implausible(results) ??
    scopeTooNarrow(results) ??
    inventoryGap(results.cells, contract) ??
    failure(results, contract, withWaivers) ??
    inconsistency(results) ??
    coverageGap(results, contract) ??
    unborneVerdict(evidence)
  );
}
