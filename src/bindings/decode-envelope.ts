import type { BindingName, Contract, Field, Operation } from '../contract/model.ts';
import { parseXml } from '../xml/parse.ts';
import { childElements, isNil, textOf, type XmlElement } from '../xml/tree.ts';
import type { HeaderFields } from './call.ts';
import { decodeParameters } from './decode-parameters.ts';
import { type DecodedRequest, malformed, quoted } from './decoded-request.ts';

/** The parts of a SOAP request that say what is called. */
interface Envelope {
  readonly binding: BindingName;
  readonly header: XmlElement | null;
  /** The Body's one child. */
  readonly payload: XmlElement;
}

/** A call from its envelope of SOAP 1.1 or 1.2, in any namespace of the service and any spelling of XML. */
export function decodeEnvelope(body: string, contract: Contract): DecodedRequest {
  const envelope = envelopeOf(body, contract);
  if (typeof envelope === 'string') return malformed(envelope);
  const { binding, header, payload } = envelope;
  const operation = contract.operations.find(({ name }) => name === payload.name);
  if (operation === undefined) return malformed(`its Body holds ${quoted(payload.name)}, which is no operation`);
  const inside = childElements(payload);
  const strange = inside.some(({ namespace }) => namespace !== payload.namespace);
  const sent = inside.map(
    (one) => [one.name, isNil(one) || childElements(one).length > 0 ? null : textOf(one)] as const,
  );
  const { values, credentials, oddities } = decodeParameters(sent, operation);
  const fields = headerFields(header, operation, payload.namespace, contract);
  return {
    kind: 'call',
    cell: { operation, binding },
    call: { operation: operation.name, values, header: fields },
    credentials,
    namespace: payload.namespace,
    oddities: strange ? [...oddities, 'its parameters are in several namespaces'] : oddities,
  };
}

function envelopeOf(body: string, { bindings }: Contract): Envelope | string {
  const parsed = parseXml(body.replace(/^\uFEFF/, ''));
  if (parsed.kind === 'problem') return `its body is no XML: ${parsed.problem.message}`;
  const { root } = parsed.document;
  const binding = (['soap11', 'soap12'] as const).find((name) => bindings[name].envelopeNamespace === root.namespace);
  if (root.name !== 'Envelope' || binding === undefined) return 'its body is no SOAP 1.1 or 1.2 envelope';
  const part = (name: string): XmlElement | null =>
    childElements(root).find((child) => child.name === name && child.namespace === root.namespace) ?? null;
  const soapBody = part('Body');
  const [payload, second] = soapBody === null ? [] : childElements(soapBody);
  if (payload === undefined || second !== undefined) return "its envelope's Body does not hold one element";
  return { binding, header: part('Header'), payload };
}

/** The VehicleTypeHeader of the operations that take one; a header that nobody takes says nothing. */
function headerFields(
  header: XmlElement | null,
  operation: Operation,
  namespace: string,
  { header: type }: Contract,
): HeaderFields | null {
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
