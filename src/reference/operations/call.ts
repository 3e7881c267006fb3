import type { Carts } from '../carts.ts';
import type { Catalog } from '../catalog.ts';
import type { FieldValue, ParameterValues, VehicleTypeHeader } from '../value.ts';

/** What an operation works on. Carts are the one thing it may change. */
export interface OperationCall {
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
  readonly catalog: Catalog;
  readonly carts: Carts;
}

/** An operation of the document: a record, a list of records, or null for no result. */
export type OperationFunction = (call: OperationCall) => FieldValue;

/** A string parameter; null where it was left out. */
export function text(call: OperationCall, name: string): string | null {
  const value = call.parameters[name];
  return typeof value === 'string' ? value : null;
}

/** An int or long parameter; 0 where it was left out, as ASMX has it. */
export function integer(call: OperationCall, name: string): bigint {
  const value = call.parameters[name];
  return typeof value === 'bigint' ? value : 0n;
}

/** Whether a number of the catalogue is the one wanted; those of the catalogue are exact (below 2 ** 53). */
export function isNumber(own: number, wanted: bigint): boolean {
  return Number(wanted) === own;
}
