import type { Command } from 'commander';

export function repeated(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Adds the options for reaching a target, the same for every command that talks to one. */
export function withRouteOptions(command: Command): Command {
  return command
    .option('--ca <pem>', 'file of certificates to trust in addition to the usual ones')
    .option('--cert <pem>', 'file of the client certificate, if the target asks for one; with --key')
    .option('--key <pem>', 'file of its private key; the passphrase of an encrypted one: GETDATA_TLS_KEY_PASSPHRASE')
    .option('--insecure', "accept any TLS certificate; such a run can't be certified")
    .option('--proxy <url>', 'HTTP proxy to use, http://user:password@host:port');
}

/** Adds the options that name the config file, the same for every command that takes secrets from one. */
export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'config file (default: getdata.config.json when present)')
    .option('--trust-config', 'let getdata.config.json of this folder count as if --config named it');
}

export const PROXY_HELP = `
Without --proxy, HTTP_PROXY, HTTPS_PROXY and ALL_PROXY are used, then the config file's; this machine and what NO_PROXY
lists (hosts, networks, * for all) are reached directly.`;
