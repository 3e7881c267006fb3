import { loadContract } from '../contract/load.ts';
import type { Contract, Operation, Parameter } from '../contract/model.ts';
import { credentialSources } from '../results/credentials.ts';
import { type ConfigFile, schemaAddress } from './config-file.ts';
import { defaultLimits } from './limits.ts';
import { proxyAddress } from './proxy.ts';
import type { RouteFlags } from './route.ts';
import type { TargetAddress } from './target.ts';

interface NewConfig {
  readonly target: TargetAddress | null;
  readonly namespace: string;
  /** Where the file will be: the current folder, so that paths of flags are valid in it. */
  readonly folder: string;
  readonly route: RouteFlags;
}

/** A config file to edit: target and namespace, credentials as references, limits, and values only the user knows. */
export function newConfig({ target, namespace, folder, route }: NewConfig): ConfigFile & { readonly $schema?: string } {
  const schema = schemaAddress('config', folder);
  const { concurrency, timeoutMs, maxBodyBytes } = defaultLimits;
  return {
    ...(schema === null ? {} : { $schema: schema }),
    ...(target === null ? {} : { target: target.baseUrl }),
    namespace,
    credentials: Object.fromEntries(credentialSources.map(({ key, variable }) => [key, `\${${variable}}`])),
    values: unfedExamples(loadContract(namespace)),
    limits: { concurrency, timeoutMs, maxBodyBytes },
    ...routeKeys(route),
  };
}

/** The keys of the given flags; a proxy's address is without user and password, which are secret. */
function routeKeys({ ca, cert, key, insecure, proxy }: RouteFlags): Pick<ConfigFile, 'tls' | 'proxy'> {
  const given = Object.entries({ ca, cert, key, insecure: insecure === true || undefined });
  const tls: ConfigFile['tls'] = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return {
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
    ...(proxy === undefined ? {} : { proxy: new URL(proxyAddress(proxy, '--proxy')).origin }),
  };
}

/**
 * An example for each parameter that a harvest can't fill from the answers of operations (the spec's `feeds`): only the
 * user knows these values.
 */
function unfedExamples({ operations }: Contract): Readonly<Record<string, readonly string[]>> {
  const reached = reachable(operations);
  const open = operations.flatMap(suppliable).filter(({ name }) => !reached.has(name));
  return Object.fromEntries(open.map(({ name, example }) => [name, [example]]));
}

function suppliable({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(({ credential }) => !credential);
}

/** The parameters that are known once every operation with known parameters has been called. */
function reachable(operations: readonly Operation[], known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const callable = operations.filter((operation) => suppliable(operation).every(({ name }) => known.has(name)));
  const next = new Set([...known, ...callable.flatMap(({ feeds }) => Object.values(feeds).flat())]);
  return next.size === known.size ? known : reachable(operations, next);
}
