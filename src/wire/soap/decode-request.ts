import { attempt } from '../../base/error.ts';
import type { BindingName, Cell, Contract, Field, Operation } from '../../contract/model.ts';
import { actionOf, requestElement } from '../../contract/operations.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, isNil, textOf, type XmlElement } from '../../xml/tree.ts';
import { type HttpRequest, headerValue } from '../http/exchange.ts';
import type { Call, Credentials } from './call.ts';
import { decodeParameters, quoted, type SentParameters } from './decode-parameters.ts';
import { mediaTypeOf } from './media-type.ts';

export type DecodedRequest =
  | {
      readonly kind: 'call';
      readonly cell: Cell;
      readonly call: Call;
      readonly credentials: Credentials;
      /** The service namespace of an envelope; null over GET and POST, which send none. */
      readonly namespace: string | null;
    }
  /** It goes to the service, but calls no operation in one of the four bindings: its page, its WSDL, a preflight. */
  | { readonly kind: 'other' }
  | { readonly kind: 'malformed'; readonly message: string };

function malformed(message: string): DecodedRequest {
  return { kind: 'malformed', message };
}

const OTHER: DecodedRequest = { kind: 'other' };

/** A path or another text unescaped; unchanged if it can't be decoded (RFC 3986, section 6.2.2.2). */
export function unescaped(text: string): string {
  return attempt(() => decodeURIComponent(text), text);
}

/**
 * Splits a request's path. IIS compares paths without case, so this does too. @returns where it leads: `{base_url}`'s
 * path and what follows the endpoint (`<Op>` over GET and POST, '' at the endpoint itself, more than a name in what
 * calls no operation); null if it is not the service's
 */
export function servicePath(path: string, { endpointPath }: Contract) {
  const [written = '', ...rest] = path.split('?');
  const whole = unescaped(written);
  const at = whole.toLowerCase().lastIndexOf(endpointPath.toLowerCase());
  const after = at < 0 ? 'none' : whole.slice(at + endpointPath.length);
  if (after !== '' && !after.startsWith('/')) return null;
  return { basePath: whole.slice(0, at), operation: after.slice(1), query: rest.join('?') };
}

/** Reads a request of any client as the call and binding that it is; the client rules report departures. */
export function decodeRequest(request: HttpRequest, contract: Contract): DecodedRequest {
  const place = servicePath(request.path, contract);
  if (place === null) return OTHER;
  if (place.operation === '') return request.method === 'POST' ? decodeEnvelope(request, contract) : OTHER;
  if (request.method !== 'GET' && request.method !== 'POST') return OTHER;
  const operation = contract.operations.find(({ name }) => name === place.operation);
  if (operation === undefined) return malformed(`${quoted(place.operation)} is not an operation`);
  if (request.method === 'GET') return decodeForm(place.query, operation, 'http-get');
  const type = mediaTypeOf(headerValue(request.headers, 'content-type'))?.type;
  // ASMX has a fifth, JSON for scripts; the document does not.
  if (type !== undefined && type !== contract.bindings['http-post'].requestMediaType) return OTHER;
  return decodeForm(bodyText(request), operation, 'http-post');
}

function bodyText({ body }: HttpRequest): string {
  return new TextDecoder().decode(body ?? new Uint8Array());
}

function calledWith(
  sent: SentParameters,
  cell: Cell,
  header: Call['header'],
  namespace: string | null,
): DecodedRequest {
  const { values, credentials } = decodeParameters(sent, cell.operation);
  return { kind: 'call', cell, call: { operation: cell.operation.name, values, header }, credentials, namespace };
}

/** A call over GET or POST from its query or form body (WHATWG URL, application/x-www-form-urlencoded). */
function decodeForm(form: string, operation: Operation, binding: BindingName): DecodedRequest {
  const sent = [...new URLSearchParams(form)];
  return calledWith(sent, { operation, binding }, null, null);
}

/** A call from its envelope of SOAP 1.1 or 1.2, in any namespace of the service and any spelling of XML. */
function decodeEnvelope(request: HttpRequest, contract: Contract): DecodedRequest {
  const envelope = envelopeOf(bodyText(request), contract);
  if (typeof envelope === 'string') return malformed(envelope);
  const { binding, header, payload } = envelope;
  const named = operationOfAction(request, binding, contract);
  const called = contract.operations.filter((one) => requestElement(one) === payload.name);
  const operation = called.find(({ name }) => name === named) ?? called[0];
  if (operation === undefined) return malformed(`its Body holds ${quoted(payload.name)}, which is not an operation`);
  if (named !== null && named !== operation.name)
    return malformed(
      `its Body holds ${quoted(payload.name)} and its action names ${quoted(named)}: servers may call either`,
    );
  const sent = childElements(payload).map(
    (one) => [one.name, isNil(one) || childElements(one).length > 0 ? null : textOf(one)] as const,
  );
  const fields = headerFields(header, operation, payload.namespace, contract);
  return calledWith(sent, { operation, binding }, fields, payload.namespace);
}

/** The operation that SOAPAction names, or over SOAP 1.2 the action of Content-Type; null where it names none. */
function operationOfAction({ headers }: HttpRequest, binding: BindingName, { operations }: Contract): string | null {
  const action =
    binding === 'soap11'
      ? headerValue(headers, 'soapaction')
      : mediaTypeOf(headerValue(headers, 'content-type'))?.action;
  const written = action?.trim().replaceAll('"', '') ?? '';
  const name = written.split(/[/#:\s]/).at(-1);
  const named = operations.find((operation) => written !== '' && actionOf({ operation, binding }) === written);
  return (named ?? operations.find((one) => one.name === name))?.name ?? null;
}

/** The parts of an envelope, its payload the Body's one child; a sentence where it is none. */
function envelopeOf(body: string, { bindings }: Contract) {
  const parsed = parseXml(body.replace(/^\uFEFF/, ''));
  if (parsed.doctype !== undefined) return `its body is not XML: ${parsed.doctype.message}`;
  if (parsed.kind === 'problem') return `its body is not XML: ${parsed.problem.message}`;
  const { root } = parsed.document;
  const binding = (['soap11', 'soap12'] as const).find((name) => bindings[name].envelopeNamespace === root.namespace);
  if (root.name !== 'Envelope' || binding === undefined) return 'its body is not a SOAP 1.1 or 1.2 envelope';
  const part = (name: string): XmlElement | null =>
    childElements(root).find((child) => child.name === name && child.namespace === root.namespace) ?? null;
  const soapBody = part('Body');
  const [payload, second] = soapBody === null ? [] : childElements(soapBody);
  if (payload === undefined || second !== undefined) return "its envelope's Body does not hold one element";
  return { binding, header: part('Header'), payload };
}

/** The VehicleTypeHeader of the operations that take one; ignored if none takes it. */
function headerFields(header: XmlElement | null, operation: Operation, namespace: string, { header: type }: Contract) {
  if (header === null || operation.header === null) return null;
  const block = childElements(header).find((one) => one.name === type.name && one.namespace === namespace);
  if (block === undefined) return null;
  const given = childElements(block);
  return Object.fromEntries(
    type.fields.flatMap((field) => {
      const element = given.find(({ name }) => name === field.name);
      return element === undefined ? [] : [[field.name, fieldValue(element, field)] as const];
    }),
  );
}

function fieldValue(element: XmlElement, { content }: Field): string | readonly string[] {
  return content.kind === 'simple' ? textOf(element) : childElements(element).map(textOf);
}
