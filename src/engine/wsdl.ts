import { createHash } from 'node:crypto';
import type { TargetAddress } from '../config/target.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openedRoute, type RunRoute } from '../exchange/run-route.ts';
import { openTarget, type TargetOptions } from '../exchange/target.ts';
import type { TargetIdentity } from '../results/observation.ts';
import { adviceOn } from '../results/unreachable.ts';
import { decodeXmlBytes } from '../xml/decode.ts';
import { parseXml } from '../xml/parse.ts';
import { basePathOf, type Client, withOwnHeaders } from './client.ts';

/** The namespace of a target's WSDL, or why there is none. */
type WsdlNamespace =
  | { readonly kind: 'found'; readonly namespace: string }
  | { readonly kind: 'none'; readonly reason: string };

/** WSDL 1.1, appendix A 4.1. */
const WSDL = 'http://schemas.xmlsoap.org/wsdl/';

/**
 * Gets the WSDL that ASMX offers at the endpoint, and reads its targetNamespace.
 * @param how - what else a run sends and waits by
 */
export async function wsdlNamespace(
  { baseUrl, authorization }: TargetAddress,
  route: RunRoute,
  how: Partial<Pick<TargetOptions, 'headers' | 'timeoutMs' | 'signal'>> = {},
) {
  const url = new URL(baseUrl);
  const target = openTarget({
    baseUrl: url,
    timeoutMs: how.timeoutMs ?? 10_000,
    maxBodyBytes: 4 * 1024 * 1024,
    concurrency: 1,
    ratePerSecond: null,
    headers: withOwnHeaders([...(authorization === null ? [] : [authorization]), ...(how.headers ?? [])]),
    route: openedRoute(route),
    ...(how.signal === undefined ? {} : { signal: how.signal }),
  });
  const endpoint = `${basePathOf(url)}${loadContract(defaultNamespace()).endpointPath}`;
  try {
    return namespaceIn(await target.send({ method: 'GET', path: `${endpoint}?wsdl`, headers: [], body: null }));
  } finally {
    await target.close();
  }
}

function namespaceIn({ outcome }: Exchange): WsdlNamespace {
  if (outcome.kind === 'trouble') {
    const advice = adviceOn(outcome.trouble);
    return { kind: 'none', reason: `${outcome.trouble.message}${advice === null ? '' : `. ${advice}`}` };
  }
  const { status, body } = outcome.response;
  if (status !== 200) return { kind: 'none', reason: `it answers ?wsdl with status ${status}` };
  const parse = parseXml(decodeXmlBytes(body, null).text);
  if (parse.kind === 'problem') return { kind: 'none', reason: 'what it answers to ?wsdl is not XML' };
  const { root } = parse.document;
  const namespace = root.attributes.find((one) => one.name === 'targetNamespace' && one.namespace === '')?.value;
  if (root.namespace !== WSDL || root.name !== 'definitions' || namespace === undefined || !usable(namespace))
    return { kind: 'none', reason: 'what it answers to ?wsdl is no WSDL 1.1 with a target namespace' };
  return { kind: 'found', namespace };
}

function usable(namespace: string): boolean {
  try {
    loadContract(namespace);
    return true;
  } catch {
    return false;
  }
}

/** Gets the WSDL that ASMX offers at the endpoint, and notes what the target can be recognised by. */
export async function identify(client: Client): Promise<TargetIdentity> {
  const { contract, context } = client;
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('the contract has no operation');
  const path = `${context.basePath}${contract.endpointPath}?wsdl`;
  const request = { method: 'GET', path, headers: [], body: null };
  const { outcome } = await client.send({ operation, binding: 'http-get' }, request);
  const body = outcome.kind === 'response' && outcome.response.status === 200 ? outcome.response.body : [];
  const wsdlSha256 = body.length === 0 ? null : createHash('sha256').update(Buffer.from(body)).digest('hex');
  return { wsdlSha256, certificateSha256: client.certificate() };
}
