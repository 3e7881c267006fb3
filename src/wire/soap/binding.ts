import type { BindingName, BindingSpec, Contract, Operation } from '../../contract/model.ts';
import type { XmlElement } from '../../xml/tree.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { Call, EncodeContext } from './call.ts';
import type { EnvelopeStyle } from './envelope.ts';

/** What a run's requests are made of. What its seed draws is in no other run, so that no target recognises us. */
export interface RunContext extends EncodeContext {
  /** A word of letters for this use. */
  readonly word: (use: string) => string;
  /** 64 hexadecimal digits for this use. */
  readonly hex: (use: string) => string;
}

/** Where a response document holds what. Names are matched locally: one broken layer does not hide the next. */
export interface Located {
  /** The SOAP envelope's parts; null for GET and POST, and if the root is not an Envelope. */
  readonly envelope: { readonly root: XmlElement; readonly body: XmlElement | null } | null;
  readonly fault: XmlElement | null;
  /** `<Op>Response` in SOAP, the root over GET and POST; null if it is another element. */
  readonly payload: XmlElement | null;
  /** The element that holds the records; null if it is another, absent, or nil. */
  readonly result: XmlElement | null;
  /** The method returned null: no `<Op>Result`, or a nil one, or a nil root. */
  readonly nullResult: boolean;
}

/** What is located where an answer is no envelope or no XML. */
export const nothing: Located = { envelope: null, fault: null, payload: null, result: null, nullResult: false };

/** One of the four bindings: how a call is written and where an answer holds its records. */
export interface Binding {
  readonly spec: (contract: Contract) => BindingSpec;
  /** @param style - of the envelope, in a binding that has one; as in the document's samples if left out */
  readonly encode: (call: Call, context: EncodeContext, style?: EnvelopeStyle) => HttpRequest;
  readonly locate: (root: XmlElement, operation: Operation) => Located;
}

/** True for the two bindings with an envelope. */
export function isSoap(binding: BindingName): boolean {
  return binding === 'soap11' || binding === 'soap12';
}
