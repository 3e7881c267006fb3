import { waitForTarget } from '../engine/wait.ts';
import { wsdlNamespace } from '../engine/wsdl.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { shownLine } from '../report/shown-text.ts';
import type { Outage } from '../results/outcome.ts';
import type { RunOptions } from '../results/run-options.ts';

/** The options of a run whose namespace is settled. */
interface Settled {
  readonly options: RunOptions;
  /** Requests that this needed, and how often the target asked to slow down. */
  readonly requests: number;
  readonly backedOff: number;
  /** That it had to start first. */
  readonly outages: readonly Outage[];
  /** That the target's WSDL names it, in one line; '' if it was given. */
  readonly note: string;
  /** The target's WSDL, if it names the namespace. */
  readonly wsdl?: Exchange;
}

/** How many time limits of an answer a target gets to start, after the first one. */
const LIMITS = 2;

/**
 * Uses the namespace of the target's WSDL if none was given: one GET, and another one if the target had to start first.
 * @param say - gets what is waited for
 */
export async function withNamespace(
  options: RunOptions,
  baseUrl: string,
  signal: AbortSignal,
  say: (sentence: string) => void = () => {},
): Promise<Settled> {
  const { target, namespaceFrom, headers, route, limits } = options;
  const settled = { options, requests: 0, backedOff: 0, note: '', outages: [] };
  if (target === null || namespaceFrom !== 'default') return settled;
  const how = { headers, timeoutMs: limits.timeoutMs, signal };
  const ask = () => wsdlNamespace({ baseUrl, authorization: null }, route, how);
  const from = performance.now();
  let { backedOff, ...found } = await ask();
  let requests = 1;
  if (found.kind === 'none' && found.isLate === true && !signal.aborted) {
    const waitSeconds = (LIMITS * limits.timeoutMs) / 1000;
    requests += 1 + (await waitForTarget({ ...options, waitSeconds }, baseUrl, signal, say));
    ({ backedOff, ...found } = await ask());
  }
  const sent = { requests, backedOff };
  if (found.kind === 'none') {
    const why = `no --namespace is given and the target shows no WSDL (${found.reason})`;
    return { ...settled, ...sent, note: shownLine(`Namespace ${options.namespace}, the default: ${why}.`, 1000) };
  }
  const { namespace, exchange } = found;
  const note = `Namespace ${namespace}, as the target's WSDL says; --namespace ${namespace} expects it, whatever the WSDL says.`;
  const ms = performance.now() - from;
  const outages = requests === 1 ? [] : [{ ms, why: 'no answer to the first request in time', again: 1, lost: 0 }];
  const known = { ...options, namespace, namespaceFrom: 'wsdl' } as const;
  return { ...sent, options: known, outages, note: shownLine(note, 1000), wsdl: exchange };
}
