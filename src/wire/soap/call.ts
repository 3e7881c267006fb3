import type { Contract, Field, Operation, Parameter } from '../../contract/model.ts';

/** Values of a SOAP header block: a lexical value, or the texts of a list of strings; a field left out is not sent. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** The fields of a header that changes nothing. */
export function neutralFields({ header }: Contract): HeaderFields {
  const neutral = ({ content }: Field): string | readonly string[] => {
    if (content.kind !== 'simple') return [];
    return content.type === 'boolean' ? 'false' : (content.enumeration[0] ?? '');
  };
  return Object.fromEntries(header.fields.map((field) => [field.name, neutral(field)]));
}

/** An operation with values as lexical text (binding rule 2), without binding and credentials. */
export interface Call {
  readonly operation: string;
  readonly values: Readonly<Record<string, string>>;
  readonly header: HeaderFields | null;
}

/** The parameters of an operation that are not credentials. */
export function free({ operation }: { readonly operation: Operation }): readonly Parameter[] {
  return operation.parameters.filter(({ credential }) => !credential);
}

/** Any text is a value of it. */
export const isText = ({ type, enumeration, samples }: Parameter): boolean =>
  type === 'string' && enumeration === undefined && samples === undefined;

export function withValue(call: Call, { name }: Pick<Parameter, 'name'>, value: string): Call {
  return { ...call, values: { ...call.values, [name]: value } };
}

const keys = new WeakMap<Call, string>();

/** A text that is equal for equal calls; of each call it is made once. */
export function callKey(call: Call): string {
  const known = keys.get(call);
  if (known !== undefined) return known;
  const key = JSON.stringify(call);
  keys.set(call, key);
  return key;
}

/** Credential parameter (DealerID, APIKEY, Password) → its value. */
export type Credentials = Readonly<Record<string, string>>;

/** What a call needs besides itself to become a request. */
export interface EncodeContext {
  readonly contract: Contract;
  /** Path of `{base_url}`, without a trailing slash: '' for the root. */
  readonly basePath: string;
  readonly credentials: Credentials;
}

/** The path of the endpoint; one that a WSDL describes may be a whole host. */
export function endpointPathOf({ contract, basePath }: Pick<EncodeContext, 'contract' | 'basePath'>): string {
  return `${basePath}${contract.endpointPath}` || '/';
}

/** A call's parameters, with credentials and values, in the document's order; what is left out is not sent. */
export function parameterValues(call: Call, operation: Operation, credentials: Credentials) {
  const given: [string, string, Parameter][] = [];
  for (const parameter of operation.parameters) {
    const { name, credential } = parameter;
    const value = call.values[name] ?? (credential ? credentials[name] : undefined);
    if (value !== undefined) given.push([name, value, parameter]);
  }
  return given;
}

/** Calls, each once. */
export function withoutRepeats(calls: readonly Call[]): readonly Call[] {
  return [...new Map(calls.map((call) => [callKey(call), call] as const)).values()];
}
