import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import { doctypeAt } from '../../xml/doctype.ts';
import { readXml, XmlReadError } from '../../xml/fast-xml.ts';
import { readPlainXml } from '../../xml/plain-xml.ts';
import type { ParameterValues, VehicleTypeHeader } from '../value.ts';
import { decodeBody } from './charset.ts';
import type { Failure } from './failure.ts';
import { fault } from './failure.ts';
import { readMediaType } from './media-type.ts';
import type { InRequest } from './message.ts';
import { headerOf } from './message.ts';
import type { InElement } from './namespaces.ts';
import { withNamespaces } from './namespaces.ts';
import type { ParsedRequest } from './parsed-request.ts';
import { failed } from './parsed-request.ts';
import type { Read } from './soap-parameters.ts';
import { soapParameters, vehicleTypeHeader } from './soap-parameters.ts';
import type { Arrival } from './soap-route.ts';
import { byAction, byBody, route } from './soap-route.ts';

const HEADER = 'VehicleTypeHeader';

/** Reads a POST to the endpoint as ASMX does: SOAP 1.1 or 1.2 by the envelope, lenient about the rest. */
export function readSoap(request: InRequest, contract: Contract): ParsedRequest {
  const media = readMediaType(headerOf(request.headers, 'content-type'));
  const soapAction =
    headerOf(request.headers, 'soapaction')
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? null;
  const guess = media.type === 'application/soap+xml' || soapAction === null ? 'soap12' : 'soap11';
  const arrival = {
    contract,
    mediaType: media.type,
    soapAction,
    action: media.parameters.get('action'),
    guess,
  } as const;
  if (media.type !== 'text/xml' && media.type !== 'application/soap+xml') {
    return early(arrival, { kind: 'empty', status: 415, why: 'SOAP is text/xml or application/soap+xml' });
  }
  const text = decodeBody(request.body, media.parameters.get('charset'));
  if (text === null)
    return early(arrival, { kind: 'empty', status: 400, why: 'the bytes are not valid in their charset' });
  const root = readRoot(text, guess);
  return root.kind === 'failure' ? early(arrival, root.failure) : readEnvelope(root.value, arrival);
}

function early(arrival: Arrival, failure: Failure): ParsedRequest {
  return failed(arrival.guess, byAction(arrival, arrival.soapAction ?? undefined), failure);
}

function readRoot(text: string, guess: BindingName): Read<InElement> {
  const refuse = (why: string, detail: string): Read<never> => ({
    kind: 'failure',
    failure:
      guess === 'soap11'
        ? { kind: 'empty', status: 400, why }
        : fault('Server', `Server was unable to process request. ---> ${detail}`),
  });
  if (text.trim() === '') return refuse('the body is empty', 'Root element is missing.');
  if (doctypeAt(text) !== null) return refuse('DTD is prohibited', 'DTD is prohibited in this XML document.');
  try {
    return { kind: 'value', value: withNamespaces(readPlainXml(text) ?? readXml(text)) };
  } catch (error) {
    if (!(error instanceof XmlReadError)) throw error;
    return { kind: 'failure', failure: { kind: 'empty', status: 400, why: `not well-formed XML: ${error.message}` } };
  }
}

function readEnvelope(root: InElement, arrival: Arrival): ParsedRequest {
  const { contract } = arrival;
  const versions = ['soap11', 'soap12'] as const;
  const version = versions.find((name) => contract.bindings[name].envelopeNamespace === root.namespace);
  const body = root.children.find((child) => child.name === 'Body' && child.namespace === root.namespace);
  if (version === undefined || root.name !== 'Envelope') {
    const operation = byAction(arrival, arrival.soapAction ?? undefined) ?? byBody(arrival, body);
    return failed('soap11', operation, mismatch(root, contract));
  }
  if (version === 'soap11' && arrival.mediaType === 'application/soap+xml') {
    return failed(version, byBody(arrival, body), {
      kind: 'empty',
      status: 415,
      why: 'a SOAP 1.1 envelope is text/xml',
    });
  }
  const routed = route(arrival, version, body);
  if (routed.kind === 'failure') return failed(version, null, routed.failure);
  return readCall(root, body, version, routed.value, arrival);
}

function mismatch(root: InElement, { bindings }: Contract): Failure {
  const known = `${bindings.soap11.envelopeNamespace} or ${bindings.soap12.envelopeNamespace}`;
  const message = `Possible SOAP version mismatch: Envelope namespace ${root.namespace} was unexpected. Expecting ${known}.`;
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
  const blocks = root.children.find((one) => one.name === 'Header' && one.namespace === root.namespace)?.children ?? [];
  const isOurs = (block: InElement) =>
    operation.header === HEADER && block.name === HEADER && block.namespace === namespace;
  const ours = blocks.find(isOurs);
  const header: Read<VehicleTypeHeader | null> =
    ours === undefined ? { kind: 'value', value: null } : vehicleTypeHeader(ours, namespace, vehicleTypes(contract));
  const parameters: Read<ParameterValues> = soapParameters(operation, wrapper, namespace);
  const strange = blocks.find((block) => !isOurs(block) && mustUnderstand(block, root.namespace));
  const refusal = strange && fault('MustUnderstand', `SOAP header ${strange.name} was not understood.`);
  return {
    binding,
    operation,
    parameters: parameters.kind === 'value' ? parameters.value : {},
    header: header.kind === 'value' ? header.value : null,
    failure: [header, parameters].find((read) => read.kind === 'failure')?.failure ?? refusal ?? null,
  };
}

function mustUnderstand(block: InElement, envelopeNamespace: string): boolean {
  const value = block.attributes.find((one) => one.namespace === envelopeNamespace && one.name === 'mustUnderstand');
  return ['1', 'true'].includes(value?.value.trim() ?? '');
}

function vehicleTypes(contract: Contract): readonly string[] {
  const content = contract.header.fields.find((field) => field.name === 'VehicleTypeToFilter')?.content;
  return content?.kind === 'simple' ? content.enumeration : [];
}
