import { wsdlNamespace } from '../../engine/plan/wsdl.ts';
import type { RunOptions } from '../../options/model.ts';
import { shownLine } from '../../views/shown-text.ts';

/**
 * Uses the namespace of the target's WSDL if none was given: a GET, within the time limit of an answer. `note`: where it
 * is from, in one line; '' if it was given. `wsdl`: the target's, if it names the namespace. `isLate`: nobody answered in
 * time, or only a gateway: the target may have to start first. @returns also the requests that this needed, and how often
 * the target asked to slow down
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
