import type { Call, HeaderFields } from '../bindings/call.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { baseCall } from '../generate/calls.ts';
import { ConfigError } from '../schemas/error.ts';
import type { ConfigSample } from './config-file.ts';
import { checkValue, parametersNamed } from './values.ts';

/**
 * The calls that a config file vouches for, in the order the contract has parameters and header fields.
 * @throws ConfigError for a parameter that is unknown, a credential or of another type, and for a header where none goes
 */
export function readSamples(samples: readonly ConfigSample[], file: string, contract: Contract): readonly Call[] {
  return samples.map((sample, index) => {
    const where = `${file}: samples[${index}]`;
    const operation = operationNamed(contract, sample.operation);
    for (const [name, value] of Object.entries(sample.values)) {
      const named = parametersNamed(name, operation.parameters, `${where} (${operation.name})`);
      for (const parameter of named) checkValue(value, parameter, `${where}.values.${name}`);
    }
    return {
      operation: operation.name,
      values: inOrder(sample.values, operation.parameters),
      header: headerOf(sample, operation, where, contract),
    };
  });
}

/** The call of an operation with the contract's example values, which the embedded server's catalogue knows. */
export function exampleCall(operation: Operation, contract: Contract): Call {
  return baseCall({ operation, contract, pools: { values: {}, rows: [] } });
}

/** The header a sample is sent with: its own, or the neutral one, since some servers refuse calls without it. */
function headerOf(
  { header }: ConfigSample,
  operation: Operation,
  where: string,
  contract: Contract,
): HeaderFields | null {
  if (header === undefined) return exampleCall(operation, contract).header;
  if (operation.header !== null) return inOrder(header, contract.header.fields);
  const takers = contract.operations.filter((one) => one.header !== null).map(({ name }) => name);
  throw new ConfigError(
    `${where} has a header, which ${operation.name} does not take; only ${takers.join(' and ')} do`,
  );
}

function inOrder<T>(
  values: Readonly<Record<string, T>>,
  names: readonly { readonly name: string }[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    names.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
