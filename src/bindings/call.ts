/** Values of a SOAP header block: a lexical value, or the texts of a list of strings; a field left out is not sent. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** An operation with values as lexical text (binding rule 2), without binding and credentials. */
export interface Call {
  readonly operation: string;
  readonly values: Readonly<Record<string, string>>;
  readonly header: HeaderFields | null;
}

const keys = new WeakMap<Call, string>();

/** A text that is equal for equal calls; of each call it is made once. */
export function callKey(call: Call): string {
  const key = keys.get(call) ?? JSON.stringify(call);
  keys.set(call, key);
  return key;
}

/** Credential parameter (DealerID, APIKEY, Password) → its value. */
export type Credentials = Readonly<Record<string, string>>;
