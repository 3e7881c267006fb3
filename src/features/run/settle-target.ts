import { waitForTarget } from '../../engine/send/wait.ts';
import type { RunOptions } from '../../options/model.ts';
import type { Outage } from '../../results/outcome.ts';
import { withNamespace } from './namespace.ts';

/** A target that has to start gets so many more time limits of an answer. */
const STARTING = 2;

/**
 * Waits for the target as `--wait` says, and settles the namespace; a target that is late with its first answer gets time
 * to start. @param say - gets each step in a sentence @returns what withNamespace does, and the outages until then
 */
export async function settleTarget(
  given: RunOptions,
  baseUrl: string,
  signal: AbortSignal,
  say: (sentence: string) => void,
) {
  const waited = await waitForTarget(given, baseUrl, signal, say);
  const from = performance.now();
  const first = await withNamespace(given, baseUrl, signal);
  if (!first.isLate) return { ...first, requests: waited + first.requests, outages: [] };
  const waitSeconds = (STARTING * given.limits.timeoutMs) / 1000;
  const again = await waitForTarget({ ...given, waitSeconds }, baseUrl, signal, say);
  const settled = await withNamespace(given, baseUrl, signal);
  const late: Outage = { ms: performance.now() - from, why: 'no answer to the first request', again: 1, lost: 0 };
  const requests = waited + first.requests + again + settled.requests;
  return { ...settled, requests, outages: settled.isLate ? [] : [late] };
}
