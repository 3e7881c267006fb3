import type { BindingName, Contract } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import type { Header, HttpResponse } from '../wire/http/exchange.ts';
import type { Call, HeaderFields } from '../wire/soap/call.ts';

/** A call as a user of the library writes it down. */
export interface GivenCall {
  readonly operation: string;
  /** Parameter → value as text, as over GET and POST, also credentials; what is left out is not sent. */
  readonly values?: Readonly<Record<string, string>>;
  /** Fields of the VehicleTypeHeader, for the two operations that take one. */
  readonly header?: HeaderFields | null;
}

/** The cell and call that are meant. @throws RangeError for what the contract does not have, TypeError for no text */
export function namedCall(contract: Contract, binding: BindingName, given: GivenCall) {
  if (typeof given !== 'object' || given === null)
    throw new TypeError('there is no call; expected { operation, values }');
  const { operation: name, values = {}, header = null } = given;
  known(binding, bindingNames, 'a binding');
  known(name, namesOf(contract.operations), 'an operation');
  const operation = operationNamed(contract, name);
  const parameters = namesOf(operation.parameters);
  for (const [key, value] of Object.entries(values)) {
    known(key, parameters, `a parameter of ${name}`);
    if (typeof value !== 'string') throw new TypeError(`the value of ${key} is not text; expected it as it is sent`);
  }
  if (header !== null && operation.header === null) throw new RangeError(`${name} takes no header`);
  const fields = namesOf(contract.header.fields);
  for (const key of Object.keys(header ?? {})) known(key, fields, `a field of the ${contract.header.name}`);
  const call: Call = { operation: name, values, header };
  return { cell: { operation, binding }, call };
}

function namesOf(all: readonly { readonly name: string }[]): readonly string[] {
  return all.map(({ name }) => name);
}

function known(name: string, names: readonly string[], what: string): void {
  if (names.includes(name)) return;
  const near = names.find((one) => one.toLowerCase() === name.toLowerCase());
  const hint = near === undefined ? `expected one of ${names.join(', ')}` : `did you mean '${near}'?`;
  throw new RangeError(`'${name}' is not ${what}; ${hint}`);
}

/** A response as a user of the library has it, from any client or from a handler called without one. */
export interface GivenResponse {
  readonly status: number;
  /** fetch's Headers, a Map, name-value pairs, or node:http's object; repeated lines count if they can be seen. */
  readonly headers: GivenHeaders;
  /** The bytes as they came, before anything decoded them. */
  readonly body: Uint8Array;
}

export type GivenHeaders =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * The response as rules see it. @throws TypeError if its status is no number, its body not bytes (a text has lost its
 * encoding, which is judged), its headers not pairs
 */
export function httpResponse({ status, headers, body }: GivenResponse): HttpResponse {
  if (!Number.isInteger(status)) throw new TypeError("the response's status is not an integer; expected one like 200");
  // Not instanceof: a test environment like jsdom has a Uint8Array of its own.
  if (!ArrayBuffer.isView(body)) throw new TypeError("the response's body is not a Uint8Array; expected its bytes");
  const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const lines = headerLines(headers);
  return { status, reason: '', version: '1.1', headers: lines, body: bytes, complete: true, surplus: 0 };
}

function headerLines(headers: GivenHeaders): readonly Header[] {
  if (typeof headers !== 'object' || headers === null) throw new TypeError(`the response has no headers; ${EXPECTED}`);
  const pairs: readonly (readonly [unknown, unknown])[] = isIterable(headers)
    ? Array.from(headers, pairOf)
    : Object.entries(headers).filter(([, value]) => value !== undefined);
  return pairs.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => headerLine(name, one)));
}

const EXPECTED = "expected fetch's Headers, a Map, name-value pairs, or an object like node:http's";

function pairOf(pair: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(pair)) throw new TypeError(`the response's headers are a flat list; ${EXPECTED}`);
  return [pair[0], pair[1]];
}

function headerLine(name: unknown, value: unknown): Header {
  if (typeof name !== 'string' || (typeof value !== 'string' && typeof value !== 'number'))
    throw new TypeError(`the response's header '${String(name)}' is not text; ${EXPECTED}`);
  return [name, String(value).trim()];
}

function isIterable(headers: object): headers is Iterable<unknown> {
  return Symbol.iterator in headers;
}
