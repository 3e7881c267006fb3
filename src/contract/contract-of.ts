import { ConfigError } from '../base/error.ts';
import { NamespaceError } from './error.ts';
import { loadContract } from './load.ts';
import type { Contract } from './model.ts';

/** The contract for a namespace. @param where - where a user gave it; '': the contract's own @throws ConfigError */
export function contractOf(namespace: string, where: string): Contract {
  try {
    return loadContract(namespace);
  } catch (error) {
    if (where === '' || !(error instanceof NamespaceError)) throw error;
    throw new ConfigError(`${where}: ${error.message}`);
  }
}
