import { onTestFinished } from 'vitest';
import type { Environment } from '../base/cli-io.ts';
import { loadContract } from '../contract/load.ts';
import type { BindingName } from '../contract/model.ts';
import { defectNamed, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';

export const NAMESPACE = 'http://dealer.example/webservices/';
export const credentials: Environment = { GETDATA_DEALER_ID: 'd-1', GETDATA_API_KEY: 'k-1', GETDATA_PASSWORD: 'p-1' };
export const FEW = ['--profile', 'quick', '--runs', '1', '--seed', '1'];

interface Started {
  readonly mutation?: Mutation;
  readonly checkCredentials?: boolean;
}

/** The reference server, which may answer otherwise; ended after the test. */
export async function server({ mutation, checkCredentials = false }: Started = {}): Promise<string> {
  const defects = mutation === undefined ? [] : [mutation];
  const { url, close } = await startReferenceServer({ contract: loadContract(NAMESPACE), checkCredentials, defects });
  onTestFinished(close);
  return url;
}

/** Some bindings answer otherwise, with the length of the body that goes with it. */
export function answering(
  status: number,
  headers: readonly (readonly [string, string])[],
  text: string,
  but?: BindingName,
) {
  const body = new TextEncoder().encode(text);
  const all = [...headers, ['Content-Length', `${body.byteLength}`]] as const;
  const applies = (_operation: string, binding: BindingName): boolean => binding !== but;
  return { applies, response: (response) => ({ ...response, status, headers: all, body }) } satisfies Mutation;
}

/** A defect in all cells. */
export function defect(id: string): Mutation {
  const one = defectNamed(id);
  if (one === undefined) throw new Error(`no defect ${id}`);
  return mutation(one, { operation: null, binding: null }, loadContract(NAMESPACE));
}
export const redirect = answering(302, [['Location', 'https://login.example/signin']], '');
