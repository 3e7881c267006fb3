import type { BindingName, BindingSpec, Contract, Operation } from '../contract/model.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import type { XmlElement } from '../xml/tree.ts';
import type { Call, Credentials } from './call.ts';

/** What a call needs besides itself to become a request. */
export interface EncodeContext {
  readonly contract: Contract;
  /** Path of `{base_url}`, without a slash at its end: '' for the root. */
  readonly basePath: string;
  readonly credentials: Credentials;
}

/** What the requests of a run are made of. What it draws from its seed recurs in no other run, so that no target knows us by it. */
export interface RunContext extends EncodeContext {
  /** A word of letters for this use. */
  readonly word: (use: string) => string;
  /** 64 hexadecimal digits for this use. */
  readonly hex: (use: string) => string;
}

/** Where a response document holds what. Names are matched locally, so that one broken layer does not hide the next. */
export interface Located {
  /** The SOAP envelope's parts; null for GET and POST, and where the root is no Envelope. */
  readonly envelope: { readonly root: XmlElement; readonly body: XmlElement | null } | null;
  readonly fault: XmlElement | null;
  /** `<Op>Response` in SOAP, the root over GET and POST; null where another element stands in its place. */
  readonly payload: XmlElement | null;
  /** The element that holds the records; null where it is another one, absent, or nil. */
  readonly result: XmlElement | null;
  /** The method returned null: no `<Op>Result`, or a nil one, or a nil root. */
  readonly nullResult: boolean;
}

/** One of the four bindings: how a call is written and where an answer holds its records. */
export interface Binding {
  readonly spec: (contract: Contract) => BindingSpec;
  readonly encode: (call: Call, context: EncodeContext) => HttpRequest;
  readonly locate: (root: XmlElement, operation: Operation) => Located;
}

/** The parameters of a call with the credentials filled in, in the document's order; a value left out is not sent. */
export function parameterValues(
  call: Call,
  operation: Operation,
  credentials: Credentials,
): readonly (readonly [string, string])[] {
  return operation.parameters.flatMap(({ name, credential }) => {
    const value = call.values[name] ?? (credential ? credentials[name] : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** True for the two bindings with an envelope. */
export function isSoap(binding: BindingName): boolean {
  return binding === 'soap11' || binding === 'soap12';
}
