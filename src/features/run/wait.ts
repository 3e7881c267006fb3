import { setTimeout as sleep } from 'node:timers/promises';
import { askEndpoint } from '../../engine/send/client.ts';
import { absence } from '../../engine/send/outages.ts';
import type { RunOptions } from '../../options/model.ts';

/** Milliseconds between two requests. */
const PAUSE = 500;

/**
 * Requests the service's page until the target answers or the time is over. @param say - gets the result in a sentence
 * @returns the number of requests
 */
export async function waitForTarget(
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
