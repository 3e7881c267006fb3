import type { Call, HeaderFields } from '../bindings/call.ts';
import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';

/** A call as a user of the library writes it down. */
export interface GivenCall {
  readonly operation: string;
  /**
   * Parameter → value as text, as it travels over GET and POST; credentials may be among them. What is left out is not
   * sent.
   */
  readonly values?: Readonly<Record<string, string>>;
  /** Fields of the VehicleTypeHeader, for the two operations that take one. */
  readonly header?: HeaderFields | null;
}

/**
 * The cell and call that are meant.
 * @throws RangeError in one sentence for a binding, operation, parameter or header that the contract does not have
 * @throws TypeError where there is no call, or a value is no text
 */
export function namedCall(
  contract: Contract,
  binding: BindingName,
  given: GivenCall,
): { readonly cell: Cell; readonly call: Call } {
  if (typeof given !== 'object' || given === null)
    throw new TypeError('there is no call; expected { operation, values }');
  const { operation: name, values = {}, header = null } = given;
  known(binding, bindingNames, 'binding');
  const names = contract.operations.map((operation) => operation.name);
  const operation = contract.operations.find((one) => one.name === name);
  if (operation === undefined) return unknown(name, names, 'operation');
  const parameters = operation.parameters.map((parameter) => parameter.name);
  for (const [key, value] of Object.entries(values)) {
    known(key, parameters, `parameter of ${name}`);
    if (typeof value !== 'string') throw new TypeError(`the value of ${key} is no text; expected it as it travels`);
  }
  if (header !== null && operation.header === null) throw new RangeError(`${name} takes no header`);
  const fields = contract.header.fields.map((field) => field.name);
  for (const key of Object.keys(header ?? {})) known(key, fields, `field of the ${contract.header.name}`);
  return { cell: { operation, binding }, call: { operation: name, values, header } };
}

function known(name: string, names: readonly string[], what: string): void {
  if (!names.includes(name)) unknown(name, names, what);
}

function unknown(name: string, names: readonly string[], what: string): never {
  const near = names.find((one) => one.toLowerCase() === name.toLowerCase());
  const hint = near === undefined ? `expected one of ${names.join(', ')}` : `did you mean '${near}'?`;
  throw new RangeError(`'${name}' is no ${what}; ${hint}`);
}
