import { ConfigError } from '../base/error.ts';
import { listed, plural } from '../base/words.ts';
import { readConfigText } from './config-file.ts';
import type { GivenWsdl } from './described.ts';
import type { ConfigFlags, Flags } from './flags.ts';
import { namesFlag } from './names.ts';
import { parseConfig } from './parse-config.ts';

type ReadFlags = ConfigFlags & Flags<'reads'>;

/** The operations that `--reads` or the config file names, and where; undefined if neither does. @throws ConfigError */
export function readsNamed(flags: ReadFlags, folder: string) {
  if (flags.reads !== undefined) return { text: flags.reads, where: '--reads' };
  const config = readConfigText(folder, flags);
  const reads = config === null ? undefined : parseConfig(config).reads;
  if (config === null || reads === undefined) return undefined;
  if (reads.includes('*') && config.named !== true)
    throw new ConfigError(
      `${config.file}: reads is '*', which counts only in a file that is named; ` +
        'expected names of operations, or --trust-config',
    );
  return { text: reads.join(','), where: `${config.file}: reads` };
}

/** Those of some operations that are named; '*' names all. @throws ConfigError */
export function readsAmong(names: readonly string[], { text, where }: NonNullable<ReturnType<typeof readsNamed>>) {
  return text.trim() === '*' ? names : (namesFlag('operation of the WSDL', where, text, names) ?? []);
}

/** Characters of a list of names in a sentence: what is cut is said, and the sentence goes on. */
const MOST_LISTED = 1_000;

/** The first of some operations, and how many more there are. */
export function firstReads(names: readonly string[]): string {
  const end = names.findIndex((_, at) => names.slice(0, at + 1).join(', ').length > MOST_LISTED);
  return listed(names, end < 0 ? names.length : Math.max(1, end), ` of ${plural(names.length, 'operation')}`);
}

/** The WSDL of results, to call some of its reads again: the user names them: no file chooses what is called. */
export function wsdlAgain(wsdl: GivenWsdl | undefined, file: string, flags: ReadFlags, folder: string) {
  if (wsdl === undefined) return undefined;
  const named = readsNamed(flags, folder);
  if (named !== undefined) return { ...wsdl, reads: readsAmong(wsdl.reads, named) };
  throw new ConfigError(
    `${file} is of a service by its WSDL, and a file never chooses what is called; name its reads with --reads: ` +
      `${firstReads(wsdl.reads)}, or '*' for these`,
  );
}
