import { onTestFinished } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { startReferenceServer } from '../../reference/server.ts';
import type { Fingerprint, Observation } from '../../results/observation.ts';
import { type Client, openClient } from '../send/client.ts';
import { observeTarget } from './observe.ts';

export const contract = loadContract('http://dealer.example/webservices/');
export const NO_POOLS = { values: {}, rows: [] } as const;

/** Complete options for the embedded server, with changes. */
export function optionsWith(changes: Partial<RunOptions>): RunOptions {
  const flags = { target: null, namespace: contract.namespace, concurrency: '4' };
  return { ...completeOptions({ flags, env: {}, config: null, randomSeed: 1 }), ...changes };
}

/** A client of the server at that address, closed when the test has finished. */
export function clientOf(url: string, options: RunOptions): Client {
  const client = openClient(url, contract, options);
  onTestFinished(() => client.close());
  return client;
}

/** The address of a reference server with these defects, stopped when the test has finished. */
export async function serverWith(defects: readonly Mutation[]): Promise<string> {
  const server = await startReferenceServer({ contract, defects });
  onTestFinished(() => server.close());
  return server.url;
}

/** What is observed of a server. */
export async function observed(url: string, options = optionsWith({})): Promise<readonly Observation[]> {
  return observeTarget(clientOf(url, options), options, NO_POOLS);
}

/** The fingerprints by the ids of the observations. */
export function byId(observations: readonly Observation[]): ReadonlyMap<string, Fingerprint> {
  return new Map(observations.map(({ id, fingerprint }) => [id, fingerprint]));
}

/** Ids of observations that two runs do not agree on. */
export function changedIds(before: readonly Observation[], after: readonly Observation[]): readonly string[] {
  const [old, now] = [byId(before), byId(after)];
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids.filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)));
}
