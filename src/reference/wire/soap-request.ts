import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { doctypeAt } from '../../xml/doctype.ts';
import { readXml, XmlReadError } from '../../xml/fast-xml.ts';
import { decodeBody } from './charset.ts';
import { failed, fault, type InRequest, type ParsedRequest, type RequestFailure, readMediaType } from './message.ts';
import { childNamed, type InElement, isSet, readPlain, withNamespaces } from './namespaces.ts';
import { type Read, soapParameters, vehicleTypeHeader } from './soap-parameters.ts';

const HEADER = 'VehicleTypeHeader';
const NO_ACTION = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.';

interface Arrival {
  readonly contract: Contract;
  readonly mediaType: string;
  /** Null if there is none; without its quotes. */
  readonly soapAction: string | null;
  /** SOAP 1.2's action parameter of the media type. */
  readonly action: string | null;
  /** The version that ASMX assumes before it sees the envelope. */
  readonly guess: 'soap11' | 'soap12';
}

/** Reads a POST to the endpoint as ASMX does: SOAP 1.1 or 1.2 by the envelope, lenient about the rest. */
export function readSoap(request: InRequest, contract: Contract): ParsedRequest {
  const media = readMediaType(headerValue(request.headers, 'content-type'));
  const soapAction =
    headerValue(request.headers, 'soapaction')
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? null;
  const guess = media.type === 'application/soap+xml' || soapAction === null ? 'soap12' : 'soap11';
  const action = media.parameters.get('action') ?? null;
  const arrival: Arrival = { contract, mediaType: media.type, soapAction, action, guess };
  if (media.type !== 'text/xml' && media.type !== 'application/soap+xml') {
    return early(arrival, { kind: 'empty', status: 415, why: 'SOAP is text/xml or application/soap+xml' });
  }
  const text = decodeBody(request.body, media.parameters.get('charset'));
  if (text === null)
    return early(arrival, { kind: 'empty', status: 400, why: 'the bytes are not valid in their charset' });
  const root = readRoot(text, guess);
  return 'failure' in root ? early(arrival, root.failure) : readEnvelope(root.value, arrival);
}

function early(arrival: Arrival, failure: RequestFailure): ParsedRequest {
  return failed(arrival.guess, byAction(arrival, arrival.soapAction), failure);
}

function readRoot(text: string, guess: BindingName): Read<InElement> {
  const unreadable = (why: string): Read<never> => ({ failure: { kind: 'empty', status: 400, why } });
  const refuse = (why: string, detail: string): Read<never> =>
    guess === 'soap11'
      ? unreadable(why)
      : { failure: fault('Server', `Server was unable to process request. ---> ${detail}`) };
  try {
    const plain = readPlain(text);
    if (plain !== null) return { value: plain };
    if (text.trim() === '') return refuse('the body is empty', 'Root element is missing.');
    if (doctypeAt(text) !== null) return refuse('DTD is prohibited', 'DTD is prohibited in this XML document.');
    return { value: withNamespaces(readXml(text)) };
  } catch (error) {
    if (!(error instanceof XmlReadError)) throw error;
    return unreadable(`not well-formed XML: ${error.message}`);
  }
}

function readEnvelope(root: InElement, arrival: Arrival): ParsedRequest {
  const { contract } = arrival;
  const versions = ['soap11', 'soap12'] as const;
  const version = versions.find((name) => contract.bindings[name].envelopeNamespace === root.namespace);
  const body = childNamed(root, 'Body', root.namespace);
  if (version === undefined || root.name !== 'Envelope') {
    const operation = byAction(arrival, arrival.soapAction) ?? byBody(arrival, body);
    return failed('soap11', operation, mismatch(root, contract));
  }
  if (version === 'soap11' && arrival.mediaType === 'application/soap+xml') {
    const why = 'a SOAP 1.1 envelope is text/xml';
    return failed(version, byBody(arrival, body), { kind: 'empty', status: 415, why });
  }
  const routed = route(arrival, version, body);
  if ('failure' in routed) return failed(version, null, routed.failure);
  return readCall(root, body, version, routed.value, arrival);
}

function mismatch(root: InElement, { bindings }: Contract): RequestFailure {
  const known = `${bindings.soap11.envelopeNamespace} or ${bindings.soap12.envelopeNamespace}`;
  const found = `Envelope namespace ${root.namespace} was unexpected. Expecting ${known}.`;
  const message = `Possible SOAP version mismatch: ${found}`;
  return root.name === 'Envelope'
    ? fault('VersionMismatch', message)
    : fault('Client', `The root element is ${root.name}, not Envelope.`);
}

function readCall(
  root: InElement,
  body: InElement | undefined,
  binding: 'soap11' | 'soap12',
  operation: Operation,
  { contract }: Arrival,
): ParsedRequest {
  const { namespace } = contract;
  const first = body?.children[0];
  const wrapper = first?.name === operation.name && first.namespace === namespace ? first : null;
  const blocks = childNamed(root, 'Header', root.namespace)?.children ?? [];
  const isOurs = (block: InElement) =>
    operation.header === HEADER && block.name === HEADER && block.namespace === namespace;
  const ours = blocks.find(isOurs);
  const header = ours === undefined ? { value: null } : vehicleTypeHeader(ours, namespace, vehicleTypes(contract));
  const parameters = soapParameters(operation, wrapper, namespace);
  const strange = blocks.find(
    (block) => !isOurs(block) && isForReceiver(block, root.namespace) && isSet(block, 'mustUnderstand', root.namespace),
  );
  const refusal = strange && fault('MustUnderstand', `SOAP header ${strange.name} was not understood.`);
  return {
    binding,
    operation,
    parameters: 'value' in parameters ? parameters.value : {},
    header: 'value' in header ? header.value : null,
    failure: [header, parameters].find((read) => 'failure' in read)?.failure ?? refusal ?? null,
  };
}

/** For the last receiver? ASMX does not look (SOAP 1.1, section 4.2.2; SOAP 1.2 Part 1, section 2.2). */
function isForReceiver({ attributes }: InElement, namespace: string): boolean {
  const role = attributes.find((one) => one.namespace === namespace && /^(actor|role)$/.test(one.name))?.value.trim();
  return !role || /\/(next|ultimateReceiver)$/.test(role);
}

function vehicleTypes(contract: Contract): readonly string[] {
  const content = contract.header.fields.find((field) => field.name === 'VehicleTypeToFilter')?.content;
  return content?.kind === 'simple' ? content.enumeration : [];
}

/** SOAP 1.1 uses SOAPAction if there is one; SOAP 1.2 its action if that is known, else the Body's element. */
function route(arrival: Arrival, version: 'soap11' | 'soap12', body: InElement | undefined): Read<Operation> {
  const isByAction = version === 'soap11' && arrival.soapAction !== null;
  const action = byAction(arrival, version === 'soap11' ? arrival.soapAction : arrival.action);
  const operation = action ?? (isByAction ? null : byBody(arrival, body));
  if (operation !== null) return { value: operation };
  const unknown = `Server did not recognize the value of HTTP Header SOAPAction: ${arrival.soapAction}.`;
  return { failure: fault('Client', isByAction ? unknown : NO_ACTION) };
}

function byAction({ contract: { namespace, operations } }: Arrival, action: string | null): Operation | null {
  const written = action?.startsWith(namespace) ? action.slice(namespace.length) : null;
  return operations.find(({ name }) => name === written) ?? null;
}

function byBody({ contract: { namespace, operations } }: Arrival, body: InElement | undefined): Operation | null {
  const first = body?.children[0];
  return (first?.namespace === namespace && operations.find(({ name }) => name === first.name)) || null;
}
