import { type RunRoute, STRAIGHT } from '../exchange/run-route.ts';
import { type ConfigFile, fileBeside } from './config-file.ts';
import type { Environment } from './environment.ts';
import { proxyOf } from './proxy.ts';
import { type PemFile, readTls } from './tls.ts';

/** The flags that say how a target is reached, as typed. */
export interface RouteFlags {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly insecure?: boolean | undefined;
  readonly proxy?: string | undefined;
}

interface RouteSources {
  readonly flags: RouteFlags;
  readonly env: Environment;
  /** Keys of the config file, whose name is `file`. */
  readonly given: Pick<ConfigFile, 'tls' | 'proxy'>;
  readonly file: string;
  readonly folder: string;
}

/**
 * How a target is reached: a flag overrides the config file, file by file. Named files are read and checked for every
 * target, and used where they count: TLS for https.
 * @param target - null: the embedded server, which is reached directly
 * @throws ConfigError in one sentence for the first mistake
 */
export function routeTo(target: string | null, { flags, env, given, file, folder }: RouteSources): RunRoute {
  const pem = (name: 'ca' | 'cert' | 'key'): PemFile | null => {
    const [flag, key] = [flags[name], given.tls?.[name]];
    if (flag !== undefined) return { kind: `--${name}`, file: flag };
    if (key === undefined) return null;
    return { kind: `${file}: tls.${name}`, file: fileBeside(file, key) };
  };
  const insecure = flags.insecure === true || given.tls?.insecure === true;
  const tls = readTls({ ca: pem('ca'), cert: pem('cert'), key: pem('key'), insecure }, folder, env);
  if (target === null) return STRAIGHT;
  const url = new URL(target);
  return {
    tls: url.protocol === 'https:' ? tls : {},
    proxy: proxyOf({ flag: flags.proxy, env, key: given.proxy, file }, url),
  };
}
