import { setTimeout as sleep } from 'node:timers/promises';
import { wsdlNamespace } from '../../engine/plan/wsdl.ts';
import { askEndpoint } from '../../engine/send/client.ts';
import { absence } from '../../engine/send/outages.ts';
import type { RunOptions } from '../../options/model.ts';
import type { Outage } from '../../results/outcome.ts';
import { shownLine } from '../../views/shown-text.ts';

/** A target that has to start gets so many more time limits of an answer. */
const STARTING = 2;

/**
 * Waits for the target as `--wait` says, and settles the namespace; a target that is late with its first answer gets
 * time to start. @param say - gets each step in a sentence @returns what withNamespace does, and the outages until then
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

/**
 * Uses the namespace of the target's WSDL if none was given: a GET, within the time limit of an answer. `note`: where
 * it is from, in one line; '' if it was given. `wsdl`: the target's, if it names the namespace. `isLate`: nobody
 * answered in time, or only a gateway: the target may have to start first. @returns also the requests that this needed,
 * and how often the target asked to slow down
 */
export async function withNamespace(options: RunOptions, baseUrl: string, signal: AbortSignal) {
  const { target, namespaceFrom, headers, route, limits } = options;
  const given = { options, requests: 0, backedOff: 0, note: '', wsdl: undefined, isLate: false };
  if (target === null || namespaceFrom !== 'default') return given;
  const how = { headers, timeoutMs: limits.timeoutMs, signal };
  const { backedOff, requests, ...found } = await wsdlNamespace({ baseUrl, authorization: null }, route, how);
  const asked = { ...given, requests, backedOff };
  if (found.kind === 'none') {
    const why = `no --namespace is given and the target shows no WSDL (${found.reason})`;
    const note = shownLine(`Namespace ${options.namespace}, the default: ${why}.`, 1000);
    return { ...asked, note, isLate: found.isLate === true };
  }
  const { namespace, exchange: wsdl } = found;
  const note = `Namespace ${namespace}, as the target's WSDL says (--namespace ${namespace} requires it).`;
  const settled = { ...options, namespace, namespaceFrom: 'wsdl' } as const;
  return { ...asked, options: settled, note: shownLine(note, 1000), wsdl };
}

/** Milliseconds between two requests. */
const PAUSE = 500;

/**
 * Requests the service's page until the target answers or the time is over. @param say - gets the result in a sentence
 * @returns the number of requests
 */
async function waitForTarget(
  options: RunOptions,
  baseUrl: string,
  signal: AbortSignal,
  say: (sentence: string) => void,
): Promise<number> {
  const { waitSeconds, limits, headers, route } = options;
  if (waitSeconds === undefined) return 0;
  say(`Waiting up to ${waitSeconds} s until the target answers.`);
  const start = performance.now();
  const end = start + waitSeconds * 1000;
  let requests = 0;
  for (let left = waitSeconds * 1000; left > 0 && !signal.aborted; left = end - performance.now()) {
    requests += 1;
    const timeoutMs = Math.min(limits.timeoutMs, Math.ceil(left));
    const { maxBodyBytes } = limits;
    const how = { timeoutMs, maxBodyBytes, headers, route, signal };
    const { answer } = await askEndpoint(baseUrl, how, (get, endpoint) => get(endpoint));
    const { kind } = absence(answer.outcome) ?? { kind: null };
    // Waiting fixes no wrong certificate.
    if (kind === null || kind === 'tls') {
      say(`The target answered after ${((performance.now() - start) / 1000).toFixed(1)} s.`);
      break;
    }
    await sleep(Math.min(PAUSE, Math.max(end - performance.now(), 0)), undefined, { signal }).catch(() => {});
  }
  return requests;
}
