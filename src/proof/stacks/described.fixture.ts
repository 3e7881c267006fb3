import { tmpdir } from 'node:os';
import { harvest } from '../../engine/plan/harvest.ts';
import { openClient } from '../../engine/send/client.ts';
import { readGivenWsdl } from '../../features/described/given-wsdl.ts';
import { contractBy, describedIn, type GivenWsdl } from '../../options/described.ts';
import { completeOptions } from '../../options/run-options.ts';
import { patience } from '../../patience.fixture.ts';

/** A service as a run by its WSDL knows it before the first cell. @param reads - names, or '*' for all */
export async function openDescribed(url: string, wsdl: string, reads: string) {
  const whole = await readGivenWsdl(wsdl, { flags: {}, env: {}, folder: tmpdir() });
  const all = describedIn(whole).contract.operations.map(({ name }) => name);
  const given: GivenWsdl = { ...whole, reads: reads === '*' ? all : reads.split(',') };
  const contract = contractBy({ namespace: '', wsdl: given });
  const flags = { target: url, profile: 'quick', timeout: `${patience(10_000)}` };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1, wsdl: given });
  const client = openClient(url, contract, options);
  return { contract, options, client, pools: await harvest(client, options) };
}

export type Described = Awaited<ReturnType<typeof openDescribed>>;
