import { bindings } from '../bindings/bindings.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { OPERATION } from './bodies.ts';

/** One request as every plain client sends it. */
export interface RawRequest {
  readonly contract: Contract;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The request that all clients send, encoded once. */
export function rawRequest(): RawRequest {
  const contract = loadContract(defaultNamespace());
  const credentials = { DealerID: 'DEALER_ID', APIKEY: 'API_KEY', Password: 'PASSWORD' };
  const call = { operation: OPERATION, values: {}, header: null };
  const { path, headers, body } = bindings.soap11.encode(call, { contract, basePath: '', credentials });
  return { contract, path, headers: Object.fromEntries(headers), body: Buffer.from(body ?? []) };
}
