import { ConfigError } from '../base/error.ts';
import { suggestion } from '../base/nearest.ts';
import { baseCall } from '../calls/calls.ts';
import type { Contract, Operation, Parameter } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { fieldPaths, type UnusedField } from '../rules/fields.ts';
import type { Call } from '../wire/soap/call.ts';
import { isOfType } from '../wire/soap/canonical-value.ts';
import { illegalCharacterAt } from '../xml/characters.ts';
import type { ConfigFile, ConfigSample, ValuePools } from './config-file.ts';
import { knownName } from './names.ts';

const bounds = { int: 2n ** 31n, long: 2n ** 63n } as const;

/** Checks the pools of a config file: names of parameters, values of their types. @throws ConfigError */
export function checkPools(given: ConfigFile, file: string, contract: Contract): void {
  const { values = {}, valuesByOperation = {} } = given;
  const all = contract.operations.flatMap(({ parameters }) => parameters);
  checkPool(values, `${file}: values`, all);
  for (const [name, pool] of Object.entries(valuesByOperation)) {
    const { parameters } = knownOperation(name, contract, `${file}: valuesByOperation`);
    checkPool(pool, `${file}: valuesByOperation.${name}`, parameters);
  }
}

/** The operation of that name. @throws ConfigError with the nearest one if the contract has none */
function knownOperation(name: string, contract: Contract, where: string): Operation {
  const names = contract.operations.map((one) => one.name);
  return operationNamed(contract, knownName(operationWord(contract), name, names, where));
}

/** What an operation is called in a sentence. */
export const operationWord = ({ by }: Contract): string => (by === 'wsdl' ? 'operation of the WSDL' : 'operation');

function checkPool(pool: ValuePools, where: string, parameters: readonly Parameter[]): void {
  for (const [name, values] of Object.entries(pool)) {
    for (const parameter of parametersNamed(name, parameters, where))
      for (const value of values) checkValue(value, parameter, `${where}.${name}`);
  }
}

/** The parameters of that name. @throws ConfigError if there is none, or it is a credential */
function parametersNamed(name: string, parameters: readonly Parameter[], where: string): readonly Parameter[] {
  const named = parameters.filter((parameter) => parameter.name === name);
  if (named.some(({ credential }) => credential)) {
    throw new ConfigError(
      `${where} holds the credential ${name}; expected it under credentials, where it is never printed`,
    );
  }
  if (named.length > 0) return named;
  const allowed = [...new Set(parameters.filter(({ credential }) => !credential).map((parameter) => parameter.name))];
  throw new ConfigError(`${where}: no parameter is named '${name}'; ${suggestion(name, allowed)}`);
}

/** @throws ConfigError if a value does not fit its parameter's type (XML Schema, Part 2: int, long, string) */
function checkValue(value: string, { type }: Parameter, where: string): void {
  const shown = `'${value.slice(0, 80)}'`;
  if (type === 'string') {
    if (illegalCharacterAt(value) < 0) return;
    throw new ConfigError(`${where} has a value with a control character; expected characters that XML 1.0 can carry`);
  }
  if (type !== 'int' && type !== 'long') {
    if (isOfType(value, type)) return;
    throw new ConfigError(`${where} has the value ${shown}; expected a value of the type ${type} of XML Schema`);
  }
  const bound = bounds[type];
  const number = /^[+-]?\d{1,30}$/.test(value) ? BigInt(value.replace('+', '')) : bound;
  if (number >= -bound && number < bound) return;
  throw new ConfigError(
    `${where} has the value ${shown}; expected ${type === 'int' ? 'an int' : 'a long'}: ` +
      `digits from ${-bound} to ${bound - 1n}`,
  );
}

/** The calls that a config file guarantees, in the contract's order. @throws ConfigError for what is not allowed */
export function readSamples(samples: readonly ConfigSample[], file: string, contract: Contract): readonly Call[] {
  return samples.map((sample, index) => {
    const where = `${file}: samples[${index}]`;
    const operation = knownOperation(sample.operation, contract, where);
    for (const [name, value] of Object.entries(sample.values)) {
      const named = parametersNamed(name, operation.parameters, `${where} (${operation.name})`);
      for (const parameter of named) checkValue(value, parameter, `${where}.values.${name}`);
    }
    const values = inOrder(sample.values, operation.parameters);
    return { operation: operation.name, values, header: headerOf(sample, operation, where, contract) };
  });
}

/** Checks the names of parameters whose recorded values are not sent. @throws ConfigError for the first unknown one */
export function checkMasked(masked: readonly string[], file: string, { operations }: Contract): readonly string[] {
  const all = operations.flatMap(({ parameters }) => parameters);
  for (const name of masked) parametersNamed(name, all, `${file}: masked`);
  return masked;
}

/** Checks the fields that a config file declares unused: each exists and has a reason. @throws ConfigError */
export function checkUnused(unused: readonly UnusedField[], file: string, contract: Contract): readonly UnusedField[] {
  for (const [index, { operation: named, field, reason }] of unused.entries()) {
    const where = `${file}: unused[${index}]`;
    const operations = named === undefined ? contract.operations : [knownOperation(named, contract, where)];
    const fields = operations.flatMap((operation) => fieldPaths({ operation }, contract));
    knownName('field', field, [...new Set(fields.map(({ path }) => path))], where);
    if (reason.trim() === '')
      throw new ConfigError(`${where} has an empty reason; expected why the target never fills it`);
  }
  return unused;
}

/** The call of an operation with the contract's example values, which the embedded server's catalogue knows. */
export function exampleCall(operation: Operation, contract: Contract): Call {
  return baseCall({ operation, contract, pools: { values: {}, rows: [] } });
}

/** The header that a sample is sent with: its own, or the neutral one, because some servers refuse calls without it. */
function headerOf({ header }: ConfigSample, operation: Operation, where: string, contract: Contract) {
  if (header === undefined) return exampleCall(operation, contract).header;
  if (operation.header !== null) return inOrder(header, contract.header.fields);
  const takers = contract.operations.filter((one) => one.header !== null).map(({ name }) => name);
  const others = `only ${takers.join(' and ')} do`;
  throw new ConfigError(`${where} has a header, which ${operation.name} does not take; ${others}`);
}

function inOrder<T>(values: Readonly<Record<string, T>>, names: readonly { readonly name: string }[]) {
  const given = names.filter(({ name }) => Object.hasOwn(values, name));
  return Object.fromEntries(given.map(({ name }) => [name, values[name] as T]));
}
