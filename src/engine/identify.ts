import { createHash } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { TargetIdentity } from '../results/observation.ts';
import type { Client } from './client.ts';

/** Asks a target for its WSDL, as ASMX offers it at the endpoint, and notes what it can be recognised by. */
export async function identify(client: Client): Promise<TargetIdentity> {
  const { contract, context } = client;
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('the contract has no operation');
  const path = `${context.basePath}${contract.endpointPath}?wsdl`;
  const request = { method: 'GET', path, headers: [], body: null };
  const exchange = await client.send({ operation, binding: 'http-get' }, request);
  return { wsdlSha256: wsdlDigest(exchange), certificateSha256: client.certificate() };
}

function wsdlDigest({ outcome }: Exchange): string | null {
  if (outcome.kind === 'trouble' || outcome.response.status !== 200 || outcome.response.body.length === 0) return null;
  return createHash('sha256').update(outcome.response.body).digest('hex');
}
