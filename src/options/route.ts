import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Environment } from '../base/cli-io.ts';
import { attempt, ConfigError } from '../base/error.ts';
import { mostMiB, readNamed } from '../base/read-file.ts';
import type { TlsOptions } from '../wire/http/connector.ts';
import { type RunRoute, STRAIGHT } from '../wire/http/run-route.ts';
import { type ConfigFile, fileBeside } from './config-file.ts';
import { variable } from './environment.ts';
import type { RouteFlags } from './flags.ts';
import { proxyOf } from './proxy.ts';

export interface RouteSources {
  readonly flags: RouteFlags;
  readonly env: Environment;
  /** Keys of the config file, whose name is `file`. */
  readonly given?: Pick<ConfigFile, 'tls' | 'proxy'>;
  readonly file?: string;
  readonly folder: string;
}

/**
 * How a target (null: the embedded server) is reached: a flag overrides the config file, file by file. Named files are
 * read and checked for every target; TLS is used for https. @throws ConfigError for the first mistake
 */
export function routeTo(target: string | null, { flags, env, given = {}, file = '', folder }: RouteSources): RunRoute {
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

const TLS_PASSPHRASE = 'GETDATA_TLS_KEY_PASSPHRASE';

/** A PEM file and its flag or key, for the sentence: `--ca`. */
interface PemFile {
  readonly kind: string;
  readonly file: string;
}

/** The files of TLS that were named; null for those that were not. */
type TlsFiles = Readonly<Record<'ca' | 'cert' | 'key', PemFile | null>> & { readonly insecure: boolean };

/** Reads what TLS needs. @throws ConfigError if a file can't be read or is another, or key and certificate differ */
function readTls({ ca, cert, key, insecure }: TlsFiles, folder: string, env: Environment): TlsOptions {
  if ((cert === null) !== (key === null)) {
    const [given, missing] = cert === null ? [key, 'certificate (--cert)'] : [cert, 'key (--key)'];
    throw new ConfigError(
      `${given === null ? '' : pemName(given)} is given without its ${missing}; expected both, or neither`,
    );
  }
  return {
    ...(ca === null ? {} : { ca: certificatesOf(ca, folder).pem }),
    ...(cert === null || key === null ? {} : certAndKey(cert, key, folder, env)),
    ...(insecure ? { insecure } : {}),
  };
}

function certAndKey(cert: PemFile, key: PemFile, folder: string, env: Environment) {
  const { pem, first } = certificatesOf(cert, folder);
  const own = privateKeyOf(key, folder, env);
  if (!first.checkPrivateKey(own))
    throw new ConfigError(`${pemName(key)} is not the key of ${pemName(cert)}; expected both of one pair`);
  return { cert: pem, key: own.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

const BLOCK = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]*-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/** The certificates of a file, as its text and the first one; all are checked, because TLS would skip a broken one. */
function certificatesOf(named: PemFile, folder: string) {
  const where = pemName(named);
  const blocks = pemText(named, folder).match(BLOCK) ?? [];
  const [first] = blocks.map((block, index) => {
    const certificate = attempt(() => new X509Certificate(block), null);
    if (certificate !== null) return certificate;
    throw new ConfigError(`${where} has a certificate that can't be read, number ${index + 1} in it`);
  });
  if (first === undefined)
    throw new ConfigError(`${where} is not a certificate in PEM; expected a file with -----BEGIN CERTIFICATE-----`);
  return { pem: `${blocks.join('\n')}\n`, first };
}

function privateKeyOf(named: PemFile, folder: string, env: Environment): KeyObject {
  const where = pemName(named);
  const text = pemText(named, folder);
  if (!/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text))
    throw new ConfigError(`${where} is not a private key in PEM; expected a file with -----BEGIN PRIVATE KEY-----`);
  const encrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text);
  const passphrase = encrypted ? variable(env, TLS_PASSPHRASE) : null;
  if (encrypted && passphrase === null)
    throw new ConfigError(`${where} is encrypted; give its passphrase in ${TLS_PASSPHRASE}`);
  const pem = { key: text, format: 'pem', ...(passphrase === null ? {} : { passphrase }) } as const;
  const key = attempt(() => createPrivateKey(pem), null);
  if (key !== null) return key;
  const why = encrypted ? `; is ${TLS_PASSPHRASE} its passphrase?` : '';
  throw new ConfigError(`${where} is a private key that can't be read${why}`);
}

/** The file's name in a sentence: `--ca ca.pem`. */
function pemName({ kind, file }: PemFile): string {
  return `${kind} ${file}`;
}

function pemText({ kind, file }: PemFile, folder: string): string {
  return readNamed({ folder, file, kind, mostMiB: mostMiB.written }).bytes.toString('latin1');
}
