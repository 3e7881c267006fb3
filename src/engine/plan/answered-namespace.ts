import { attempt } from '../../base/error.ts';
import { loadContract } from '../../contract/load.ts';
import { readExchange } from '../../judge/read.ts';
import type { RunOptions } from '../../options/model.ts';
import { openClient } from '../send/client.ts';
import { firstCalls } from './preflight.ts';

/**
 * The namespace in which a target answers a few calls over GET and POST, whose requests have none (binding rule 4);
 * null if it answers none as the document describes, or in several. For targets that show no WSDL.
 */
export async function answeredNamespace(options: RunOptions, baseUrl: string): Promise<string | null> {
  const contract = loadContract(options.namespace);
  const client = openClient(baseUrl, contract, options);
  try {
    const calls = firstCalls(contract, { ...options, bindings: ['http-get', 'http-post'] });
    const exchanges = await Promise.all(calls.map(({ cell, call }) => client.call(cell, call)));
    const found = exchanges.flatMap((exchange, place) => {
      const cell = calls[place]?.cell;
      return cell === undefined ? [] : (readExchange(exchange, cell).located.payload?.namespace ?? []);
    });
    const [namespace, ...others] = new Set(found);
    const isOne = namespace !== undefined && others.length === 0;
    return isOne && attempt(() => loadContract(namespace), null) !== null ? namespace : null;
  } finally {
    await client.close();
  }
}
