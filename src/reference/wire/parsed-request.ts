import type { BindingName, Operation } from '../../contract/model.ts';
import type { ParameterValues, VehicleTypeHeader } from '../value.ts';

/** SOAP 1.1's names of the fault codes; SOAP 1.2 calls Client Sender and Server Receiver. */
export type FaultCode = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';

/** Why a request gets no result, before it has a form on the wire. */
export type Failure =
  /** SOAP: a fault with status 500. */
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly message: string }
  /** HTTP GET and POST: status 500 and plain text. */
  | { readonly kind: 'plain'; readonly message: string }
  /** SOAP that can't be read: no body, as ASMX; the reason phrase says why. */
  | { readonly kind: 'empty'; readonly status: 400 | 415; readonly why: string };

export function fault(code: FaultCode, message: string): Failure {
  return { kind: 'fault', code, message };
}

/** What a request of one of the four bindings says: the part that can be read. */
export interface ParsedRequest {
  readonly binding: BindingName;
  /** Null where the request names no operation of the contract. */
  readonly operation: Operation | null;
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
  readonly failure: Failure | null;
}

/** A request that is refused before its parameters are read. */
export function failed(binding: BindingName, operation: Operation | null, failure: Failure): ParsedRequest {
  return { binding, operation, parameters: {}, header: null, failure };
}
