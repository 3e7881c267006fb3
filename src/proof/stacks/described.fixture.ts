import { tmpdir } from 'node:os';
import type { Cell } from '../../contract/model.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { openClient } from '../../engine/send/client.ts';
import { readGivenWsdl } from '../../features/described/given-wsdl.ts';
import { contractBy, describedIn, type GivenWsdl } from '../../options/described.ts';
import { completeOptions } from '../../options/run-options.ts';
import { patience } from '../../patience.fixture.ts';
import type { Header, HttpResponse } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Golden } from '../mutants/golden.ts';

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

/** The right answers to a call in some cells, without what only the connection has. */
export async function answersTo(call: Call, cells: readonly Cell[], { client }: Described): Promise<readonly Golden[]> {
  const goldens: Golden[] = [];
  for (const cell of cells) {
    const { outcome } = await client.call(cell, call);
    if (outcome.kind !== 'response' || outcome.response.status !== 200) continue;
    const { status, reason, body } = outcome.response;
    if (body.length === 0) continue;
    const lines = framed(outcome.response).map(([name, value]) => `${name}: ${value}`);
    const answer = { statusLine: `HTTP/1.1 ${status} ${reason}`, lines, body: Buffer.from(body) };
    goldens.push({ index: goldens.length, cell, call, answer });
  }
  return goldens;
}

const OF_CONNECTION = /^(?:content-length|transfer-encoding|connection|keep-alive|date)$/i;

/** The header lines of an answer without what only the connection has, and with its length. */
export function framed({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): readonly Header[] {
  const own = headers.filter(([name]) => !OF_CONNECTION.test(name));
  return [...own, ['Content-Length', `${body.length}`]];
}
