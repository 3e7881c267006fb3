import type { BindingName, Cell, Contract } from '../contract/model.ts';
import type { FieldValue, ParameterValues, VehicleTypeHeader } from './value.ts';
import type { OutElement } from './wire/element.ts';
import type { InRequest, OutResponse, RequestFailure } from './wire/message.ts';

/** What a mutation may read besides the thing it changes. */
export interface MutationContext {
  /** '' where the request names no operation of the contract. */
  readonly operation: string;
  readonly binding: BindingName;
  /** Counts the server's calls from 1, so that every second answer can differ. */
  readonly n: number;
  readonly request: InRequest;
  /** As read; in later hooks as changed by earlier ones. */
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
  /** Null while the answer is a result: the later hooks distinguish a fault by it. */
  readonly failure: RequestFailure | null;
  readonly contract: Contract;
}

/** A deliberate fault: pure hooks, in this order from request to response; several of one cell follow each other. */
export interface Mutation {
  /** The cells it changes, decided by the unchanged request. */
  applies(operation: string, binding: BindingName): boolean;
  /** What the log calls the change of one answer, if it differs between answers. */
  name?(ctx: MutationContext): string | undefined;
  /** Changes the request before it is read, or answers it directly. */
  request?(request: InRequest, ctx: MutationContext): InRequest | { readonly answer: OutResponse };
  parameters?(parameters: ParameterValues, ctx: MutationContext): ParameterValues;
  header?(header: VehicleTypeHeader | null, ctx: MutationContext): VehicleTypeHeader | null;
  /** Turns a good call into a failure, or with null the reverse. */
  failure?(failure: RequestFailure | null, ctx: MutationContext): RequestFailure | null;
  /** What the operation answers: records by the contract's field names. */
  result?(value: FieldValue, ctx: MutationContext): FieldValue;
  /** `<Op>Response` in SOAP, the root element over HTTP; a Fault is not a payload. */
  payload?(element: OutElement, ctx: MutationContext): OutElement;
  /** The SOAP envelope, of a result or a fault. */
  envelope?(element: OutElement, ctx: MutationContext): OutElement;
  /** The XML before it is encoded. */
  text?(xml: string, ctx: MutationContext): string;
  /** Status, headers and bytes of every answer. The headers already include Content-Length. */
  response?(response: OutResponse, ctx: MutationContext): OutResponse;
  /** Lets requests that expect 100 Continue wait: in all cells, as a head does not name each. */
  readonly uncontinued?: true;
  /** What the WSDL says about the cells it changes. */
  wsdl?(definitions: OutElement, cell: Cell, contract: Contract): OutElement;
  /** The WSDL is in several documents that import each other. */
  readonly wsdlInParts?: true;
}
