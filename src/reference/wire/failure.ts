/** SOAP 1.1's names of the fault codes; SOAP 1.2 calls Client Sender and Server Receiver. */
export type FaultCode = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';

/** Why a request gets no result, before it takes a form on the wire. */
export type Failure =
  /** SOAP: a fault with status 500. */
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly message: string }
  /** HTTP GET and POST: status 500 and plain text. */
  | { readonly kind: 'plain'; readonly message: string }
  /** SOAP that can't be read: no body, as ASMX; the reason phrase says why. */
  | { readonly kind: 'empty'; readonly status: 400 | 415; readonly why: string };

/** A fault of a method or of the request in the binding's own form. */
export function fault(code: FaultCode, message: string): Failure {
  return { kind: 'fault', code, message };
}
