import { createHash } from 'node:crypto';
import { attempt } from '../../base/error.ts';
import { loadContract } from '../../contract/load.ts';
import type { TargetAddress } from '../../options/target.ts';
import type { KeptDescription, TargetIdentity } from '../../results/observation.ts';
import type { Redact } from '../../results/record/redact.ts';
import { adviceOn } from '../../results/unreachable.ts';
import { descriptionIn } from '../../rules/wsdl/description.ts';
import { outlineOf } from '../../rules/wsdl/outline.ts';
import { MOST_OUTLINE_CHARACTERS, outlineText } from '../../rules/wsdl/outline-text.ts';
import type { Exchange, NetworkError } from '../../wire/http/exchange.ts';
import type { RunRoute } from '../../wire/http/run-route.ts';
import type { TargetOptions } from '../../wire/http/target.ts';
import { endpointPathOf } from '../../wire/soap/call.ts';
import { askEndpoint, type Client, type Get } from '../send/client.ts';
import { absence } from '../send/outages.ts';
import { following, wholeDescription } from './wsdl-documents.ts';

/** The namespace of a target's WSDL, or why there is none. */
type WsdlNamespace =
  | { readonly kind: 'found'; readonly namespace: string; readonly exchange: Exchange }
  | { readonly kind: 'none'; readonly reason: string; readonly trouble?: NetworkError; readonly isLate?: true };

/** Gets the WSDL at the endpoint and reads its targetNamespace. @param how - other options for sending and waiting */
export async function wsdlNamespace(
  { baseUrl, authorization }: Omit<TargetAddress, 'otherCase'>,
  route: RunRoute,
  how: Partial<Pick<TargetOptions, 'headers' | 'timeoutMs' | 'signal'>> = {},
) {
  const headers = [...(authorization === null ? [] : [authorization]), ...(how.headers ?? [])];
  const usual = { timeoutMs: 10_000, maxBodyBytes: MOST_BYTES };
  const { answer, ...sent } = await askEndpoint(baseUrl, { ...usual, ...how, headers, route }, askForWsdl);
  return { ...namespaceIn(answer), ...sent };
}

/** Ten times the size of ASMX's for this service. */
const MOST_BYTES = 1024 * 1024;

function namespaceIn(exchange: Exchange): WsdlNamespace {
  const { outcome } = exchange;
  if (outcome.kind === 'trouble') {
    const { trouble } = outcome;
    const none = { kind: 'none', trouble } as const;
    // A service that is slow only here has no WSDL to wait for.
    if (trouble.kind === 'timeout') return { ...none, reason: trouble.message, isLate: true };
    const advice = adviceOn(trouble);
    return { ...none, reason: `${trouble.message}${advice === null ? '' : `. ${advice}`}` };
  }
  const absent = absence(outcome);
  if (absent !== null) return { kind: 'none', reason: absent.message, isLate: true };
  const offered = descriptionIn(exchange);
  if ('none' in offered) return { kind: 'none', reason: offered.none };
  const { targetNamespace: namespace } = offered;
  if (attempt(() => loadContract(namespace), null) !== null) return { kind: 'found', namespace, exchange };
  return { kind: 'none', reason: 'its answer to ?wsdl is not WSDL 1.1 with a target namespace that calls can have' };
}

/** Asks for the description; by ?WSDL where only that leads to it, as some servers compare queries exactly. */
async function askForWsdl(get: Get, endpoint: string, target: URL): Promise<Exchange> {
  const exchange = await following(get, `${endpoint}?wsdl`, target);
  if (exchange.outcome.kind === 'trouble' || !('none' in descriptionIn(exchange)) || absence(exchange.outcome) !== null)
    return exchange;
  const capitals = await following(get, `${endpoint}?WSDL`, target);
  return 'none' in descriptionIn(capitals) ? exchange : capitals;
}

/** The answer of a target to the request for its description. */
export function getWsdl(client: Client): Promise<Exchange> {
  return askForWsdl(getBy(client), endpointPathOf(client.context), client.target);
}

/** Asks the target by GET. */
export function getBy(client: Client): Get {
  const [operation] = client.contract.operations.filter(({ effect }) => effect === 'read');
  if (operation === undefined) throw new Error('the contract has no operation that reads');
  return (path) => client.send({ operation, binding: 'http-get' }, { method: 'GET', path, headers: [], body: null });
}

/** What a target can be recognised by. @param wsdl - its answer to ?wsdl */
export function identityOf(client: Client, { outcome }: Exchange): TargetIdentity {
  const body = outcome.kind === 'response' && outcome.response.status === 200 ? outcome.response.body : [];
  const wsdlSha256 = body.length === 0 ? null : createHash('sha256').update(Buffer.from(body)).digest('hex');
  return { wsdlSha256, certificateSha256: client.certificate() };
}

/** A target's description with what it imports, as results keep it. @param wsdl - its answer to ?wsdl */
export async function readDescription(client: Client, wsdl: Exchange, redact: Redact): Promise<KeptDescription> {
  const offered = await wholeDescription(wsdl, getBy(client), client.target);
  if ('none' in offered) return { outline: null, gap: redact(offered.none) };
  const outline = outlineOf(offered);
  const text = outline === null ? '' : redact(outlineText(outline));
  if (text === '' || text.length > MOST_OUTLINE_CHARACTERS) return { outline: null, gap: 'it is no XML, or too large' };
  return { outline: text, gap: offered.gap === null ? null : redact(offered.gap) };
}
