import type { Command } from 'commander';
import { ConfigError, thrownText, WriteError } from '../base/error.ts';
import { type FlagName, flagTexts, type NamesIn } from '../options/flags.ts';

export function repeated(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Adds flags of the table, named in a list separated by spaces, in its order. @param texts - what some say here */
export function withFlags<List extends string>(
  command: Command,
  list: NamesIn<List> extends FlagName ? List : never,
  texts: { readonly [Name in FlagName]?: string } = {},
): Command {
  for (const name of list.split(' ') as FlagName[]) {
    const [flag, says, usual]: readonly [string, string, string?] = flagTexts[name];
    if (name === 'header') command.option(flag, texts[name] ?? says, repeated);
    else command.option(flag, texts[name] ?? says, usual);
  }
  return command;
}

/** The flags for reaching a target, and those that name the config file, for a command that takes secrets from one. */
export const ROUTE = 'ca cert key insecure proxy';
export const ROUTE_AND_CONFIG = `${ROUTE} config trustConfig` as const;

/** Says of a server that can't listen what may help. @throws ConfigError, or the error itself if it is of a file */
export function notListening(error: unknown): never {
  if (error instanceof WriteError) throw error;
  throw new ConfigError(`${thrownText(error)}; another --port or --host may be free`);
}

export const PROXY_HELP = `
Without --proxy, HTTP_PROXY, HTTPS_PROXY and ALL_PROXY are used, then the config file's; this machine and what NO_PROXY
lists (hosts, networks, * for all) are reached directly.`;
