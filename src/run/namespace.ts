import { wsdlNamespace } from '../engine/wsdl.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { shownLine } from '../report/shown-text.ts';
import type { RunOptions } from '../results/run-options.ts';

/** The options of a run whose namespace is settled. */
interface Settled {
  readonly options: RunOptions;
  /** Requests that this needed, and how often the target asked to slow down. */
  readonly requests: number;
  readonly backedOff: number;
  /** That the target's WSDL names it, in one line; '' if it was given. */
  readonly note: string;
  /** The target's WSDL, if it names the namespace. */
  readonly wsdl?: Exchange;
  /** Nobody answered in time, or only a gateway: the target may have to start first. */
  readonly isLate?: true;
}

/** Uses the namespace of the target's WSDL if none was given: one GET, within the time limit of an answer. */
export async function withNamespace(options: RunOptions, baseUrl: string, signal: AbortSignal): Promise<Settled> {
  const { target, namespaceFrom, headers, route, limits } = options;
  if (target === null || namespaceFrom !== 'default') return { options, requests: 0, backedOff: 0, note: '' };
  const how = { headers, timeoutMs: limits.timeoutMs, signal };
  const { backedOff, ...found } = await wsdlNamespace({ baseUrl, authorization: null }, route, how);
  if (found.kind === 'none') {
    const why = `no --namespace is given and the target shows no WSDL (${found.reason})`;
    return {
      options,
      requests: 1,
      backedOff,
      note: shownLine(`Namespace ${options.namespace}, the default: ${why}.`, 1000),
      ...(found.isLate === true ? { isLate: true } : {}),
    };
  }
  const { namespace, exchange } = found;
  const note = `Namespace ${namespace}, as the target's WSDL says. To require it, add --namespace ${namespace}.`;
  const settled = { ...options, namespace, namespaceFrom: 'wsdl' } as const;
  return { options: settled, requests: 1, backedOff, note: shownLine(note, 1000), wsdl: exchange };
}
