import { fileURLToPath } from 'node:url';
import { ConfigError } from '../schemas/error.ts';

/**
 * Refuses to run from a folder whose path vite, which loads the suite, takes for something else: '#' and '?' begin the
 * parts of an address, '%' an encoded character. No file of the suite would be found there.
 * @param module - the file: address of a module of this package
 * @throws ConfigError where the path has one of them
 */
export function refuseInstallPlace(module: string = import.meta.url): void {
  const path = fileURLToPath(new URL('../..', module));
  const [found] = /[#?%]/.exec(path) ?? [];
  if (found === undefined) return;
  throw new ConfigError(
    `the suite can't run from ${path}: '${found}' in a path is not read as it is; install it elsewhere`,
  );
}
