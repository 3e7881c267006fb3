import { ConfigError } from '../base/error.ts';
import { type Targeted, writeComparison } from '../features/comparison/servers/run-comparison.ts';
import { comparisonText } from '../features/comparison/servers/views/terminal.ts';
import { type RunningShadow, startShadow } from '../features/comparison/shadow/run-shadow.ts';
import { completeOptions, type OptionSources } from '../options/run-options.ts';
import { parseTarget } from '../options/target.ts';
import { withoutSecretLines } from '../results/har/secrets.ts';
import type { Output } from '../views/output.ts';
import { palette, printable } from '../views/terminal/palette.ts';
import type { Header } from '../wire/http/exchange.ts';

/** The flags of `proxy` about the new server. */
export interface NewServerFlags {
  readonly also?: string;
  readonly alsoCredentials?: boolean;
}

/**
 * The new server that gets the reads of clients too; null if none is given. What is secret goes only to the old one,
 * unless the user says otherwise, but for the user and password of its own address. @throws ConfigError
 */
export function newServerOf(sources: OptionSources, { also, alsoCredentials: withSecrets = false }: NewServerFlags) {
  if (also === undefined) {
    if (!withSecrets) return null;
    throw new ConfigError('--also-credentials is given without --also; expected the address of the new server');
  }
  const { baseUrl, authorization } = parseTarget(also, '--also', sources.wsdl !== undefined);
  const { headers, route, ...others } = completeOptions({ ...sources, flags: { ...sources.flags, target: baseUrl } });
  const { cert: _cert, key: _key, ...tls } = route.tls;
  const taken = withSecrets ? headers : withoutSecretLines(headers);
  const isOwn = ([name]: Header): boolean => authorization !== null && name.toLowerCase() === 'authorization';
  const options: Targeted = {
    ...{ ...others, target: baseUrl },
    headers: [...taken.filter((line) => !isOwn(line)), ...(authorization === null ? [] : [authorization])],
    route: withSecrets ? route : { ...route, tls },
  };
  return { options, withSecrets };
}

/** @param old - the options of the target, whose namespace is the one of both */
export function startNewServer({ options, withSecrets }: NonNullable<ReturnType<typeof newServerOf>>, old: Targeted) {
  return startShadow({ options: { a: old, b: { ...options, namespace: old.namespace } }, withSecrets });
}

/**
 * Ends the comparison, writes and prints it. @returns its exit code: that of an inconclusive one where a server made
 * its process die or last too long @throws WriteError
 */
export async function endNewServer(shadow: Pick<RunningShadow, 'end'>, { out, color, quiet, reportsDir }: Output) {
  const ended = await shadow.end();
  if ('failed' in ended) {
    out(`inconclusive: there is no comparison with the new server: ${printable(ended.failed)} (exit code 3)\n`);
    return 3;
  }
  const files = await writeComparison(ended, ['html'], reportsDir);
  out(`${comparisonText(ended, files, palette(color), quiet)}\n`);
  return ended.exitCode;
}
