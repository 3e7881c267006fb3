import { NamespaceError } from '../contract/error.ts';
import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { ConfigError } from '../schemas/error.ts';

/**
 * The contract for a namespace that a user gave.
 * @param where - where it was given; '' for the contract's own, whose faults are not user errors
 * @throws ConfigError if it can't be a namespace
 */
export function contractOf(namespace: string, where: string): Contract {
  try {
    return loadContract(namespace);
  } catch (error) {
    if (where === '' || !(error instanceof NamespaceError)) throw error;
    throw new ConfigError(`${where}: ${error.message}`);
  }
}
