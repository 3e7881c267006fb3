import type { BindingName, Contract } from '../../contract/model.ts';
import type { FaultCode } from './message.ts';

/** Attributes by their names as written, with prefixes; xmlns declarations are allowed here. */
export type OutAttributes = Readonly<Record<string, string>>;

/** An element to be written. The writer declares namespaces where the scope lacks them. */
export interface OutElement {
  readonly name: string;
  /** undefined: the parent's namespace and prefix; null: no namespace. */
  readonly namespace?: string | null;
  /** Only with a namespace; undefined: the default namespace. */
  readonly prefix?: string;
  readonly attributes: OutAttributes;
  readonly children: readonly OutNode[];
}

/** `raw`: text that the writer does not escape. */
export type OutNode = OutElement | { readonly raw: string } | string;

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const NIL: OutAttributes = { 'xsi:nil': 'true' };

export const NO_ATTRIBUTES: OutAttributes = {};

/** An element in its parent's namespace. */
export function element(name: string, children: readonly OutNode[] = []): OutElement {
  return { name, attributes: NO_ATTRIBUTES, children };
}

export function isElement(node: OutNode): node is OutElement {
  return typeof node !== 'string' && 'children' in node;
}

export type SoapBinding = 'soap11' | 'soap12';

export function isSoap(binding: BindingName): binding is SoapBinding {
  return binding === 'soap11' || binding === 'soap12';
}

/** An envelope with ASMX's prefix and declarations. */
export function envelope(
  binding: SoapBinding,
  payload: OutElement,
  contract: Contract,
  header?: OutElement,
): OutElement {
  const namespace = contract.bindings[binding].envelopeNamespace;
  const attributes = { 'xmlns:soap': namespace ?? '', 'xmlns:xsi': XSI, 'xmlns:xsd': XSD };
  const parts = [...(header === undefined ? [] : [element('Header', [header])]), element('Body', [payload])];
  return { name: 'Envelope', namespace, prefix: 'soap', attributes, children: parts };
}

/** A Fault: SOAP 1.1, section 4.4, has unqualified children; SOAP 1.2 Part 1, section 5.4, qualified ones. */
export function faultElement(binding: SoapBinding, code: FaultCode, message: string): OutElement {
  // A fault about a header has no detail (SOAP 1.1, section 4.4).
  const detail = code === 'Client' || code === 'Server';
  return element('Fault', binding === 'soap11' ? fault11(code, message, detail) : fault12(code, message, detail));
}

function fault11(code: FaultCode, message: string, detail: boolean): readonly OutElement[] {
  const child = (name: string, children: readonly OutNode[]) => ({ ...element(name, children), namespace: null });
  const parts = [child('faultcode', [`soap:${code}`]), child('faultstring', [message])];
  return detail ? [...parts, child('detail', [])] : parts;
}

function fault12(code: FaultCode, message: string, detail: boolean): readonly OutElement[] {
  const names: Partial<Record<FaultCode, string>> = { Client: 'Sender', Server: 'Receiver' };
  const text: OutElement = { ...element('Text', [message]), attributes: { 'xml:lang': 'en' } };
  const parts = [element('Code', [element('Value', [`soap:${names[code] ?? code}`])]), element('Reason', [text])];
  return detail ? [...parts, element('Detail')] : parts;
}

/** The Upgrade header of a VersionMismatch fault (SOAP 1.2 Part 1, section 5.4.7): the envelopes accepted. */
export function upgradeHeader({ bindings: { soap11, soap12 } }: Contract): OutElement {
  const supported = (prefix: string, namespace: string | null): OutElement => ({
    ...element('SupportedEnvelope'),
    attributes: { qname: `${prefix}:Envelope`, [`xmlns:${prefix}`]: namespace ?? '' },
  });
  const children = [supported('soap', soap11.envelopeNamespace), supported('soap12', soap12.envelopeNamespace)];
  return { ...element('Upgrade', children), namespace: soap12.envelopeNamespace, prefix: 'soap12' };
}
