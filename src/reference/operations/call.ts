import type { Carts } from '../carts.ts';
import type { Catalog } from '../catalog.ts';
import type { FieldValue, ParameterValues, VehicleTypeHeader } from '../value.ts';

/** The data of an operation. It may change only carts. */
export interface OperationCall {
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
  readonly catalog: Catalog;
  readonly carts: Carts;
}

/** Operations of the document by name: each returns a record, a list of records, or null for no result. */
export type Operations = Readonly<Record<string, (call: OperationCall) => FieldValue>>;

export function text(call: OperationCall, name: string): string | null {
  const value = call.parameters[name];
  return typeof value === 'string' ? value : null;
}

/** String parameters by name, as an answer repeats them. */
export function texts(call: OperationCall, ...names: readonly string[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(names.map((name) => [name, text(call, name)]));
}

/** An int or long parameter; 0 if it was left out, as in ASMX. */
export function integer(call: OperationCall, name: string): bigint {
  const value = call.parameters[name];
  return typeof value === 'bigint' ? value : 0n;
}
