import type { BindingName, Operation } from '../../contract/model.ts';
import type { ParameterValues, VehicleTypeHeader } from '../value.ts';
import type { Failure } from './failure.ts';

/** What a request of one of the four bindings says, as far as it could be read. */
export interface ParsedRequest {
  readonly binding: BindingName;
  /** Null where the request names none of the contract's operations. */
  readonly operation: Operation | null;
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
  readonly failure: Failure | null;
}

/** A request that is refused before its parameters are read. */
export function failed(binding: BindingName, operation: Operation | null, failure: Failure): ParsedRequest {
  return { binding, operation, parameters: {}, header: null, failure };
}

/** The operation of that exact name. */
export function operationNamed(operations: readonly Operation[], name: string | undefined): Operation | null {
  return operations.find((operation) => operation.name === name) ?? null;
}
