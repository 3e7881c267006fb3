import type { Contract } from '../contract/model.ts';
import { fieldPaths, type UnusedField } from '../rules/fields.ts';
import { ConfigError } from '../schemas/error.ts';
import { knownName } from './names.ts';

/**
 * Checks what a config file declares unused: each field is one of its operation, or of some operation, and has a reason.
 * @throws ConfigError for the first that is not
 */
export function checkUnused(unused: readonly UnusedField[], file: string, contract: Contract): readonly UnusedField[] {
  for (const [index, { operation: named, field, reason }] of unused.entries()) {
    const where = `${file}: unused[${index}]`;
    const operations = contract.operations.filter(({ name }) => named === undefined || name === named);
    const fields = operations.flatMap((operation) => fieldPaths({ operation }, contract));
    knownName('field', field, [...new Set(fields.map(({ path }) => path))], where);
    if (reason.trim() === '')
      throw new ConfigError(`${where} has an empty reason; expected why the target never fills it`);
  }
  return unused;
}
