import type { BindingName, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { rules } from '../rules/rules.ts';
import { ConfigError } from '../schemas/error.ts';
import { suggestion } from '../schemas/nearest.ts';

/**
 * The names of a flag like `--operations a,b`; null where it is not given.
 * @throws ConfigError where it holds none
 */
export function namesFlag(flag: string, text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new ConfigError(`${flag} names nothing; expected names with commas between them`);
  return [...new Set(names)];
}

/** The name itself where it is allowed. @throws ConfigError with the nearest allowed name */
export function knownName<T extends string>(what: string, found: string, allowed: readonly T[], where: string): T {
  const name = allowed.find((candidate) => candidate === found);
  if (name !== undefined) return name;
  throw new ConfigError(`${where} names the unknown ${what} '${found}'; ${suggestion(found, allowed)}`);
}

/** Names of operations, checked. @throws ConfigError for an unknown one */
export function operationNames(names: readonly string[] | null, where: string, contract: Contract) {
  const allowed = contract.operations.map(({ name }) => name);
  return names?.map((name) => knownName('operation', name, allowed, where)) ?? null;
}

/** Names of bindings, checked. @throws ConfigError for an unknown one */
export function knownBindings(names: readonly string[] | null, where: string): readonly BindingName[] | null {
  return names?.map((name) => knownName('binding', name, bindingNames, where)) ?? null;
}

/** Ids of rules, checked. @throws ConfigError for an unknown one */
export function ruleIds(names: readonly string[] | null, where: string): readonly string[] | null {
  const allowed = rules.map(({ id }) => id);
  return names?.map((name) => knownName('rule', name, allowed, where)) ?? null;
}
