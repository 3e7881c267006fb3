import type { Contract } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { escapeText } from '../xml/escape.ts';
import { childElements, isNil, type XmlElement } from '../xml/tree.ts';
import { type EncodeContext, type Located, parameterValues } from './binding.ts';
import type { Call, HeaderFields } from './call.ts';

/** The bytes of the SOAP envelope of a call (the document, table 'Bindings', column 'Request payload'). */
export function writeEnvelope(call: Call, context: EncodeContext, envelopeNamespace: string): Uint8Array {
  const { contract } = context;
  const operation = operationNamed(contract, call.operation);
  const parameters = parameterValues(call, operation, context.credentials).map(([name, value]) => leaf(name, value));
  const namespace = escapeText(contract.namespace).replaceAll('"', '&quot;');
  const header =
    call.header === null ? '' : `<soap:Header>${writeHeader(call.header, contract, namespace)}</soap:Header>`;
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespace}">${header}` +
      `<soap:Body><${operation.name} xmlns="${namespace}">${parameters.join('')}</${operation.name}></soap:Body></soap:Envelope>`,
  );
}

function writeHeader(values: HeaderFields, contract: Contract, namespace: string): string {
  const { name, fields } = contract.header;
  const children = fields.map((field) => {
    const value = values[field.name];
    if (value === undefined) return '';
    if (typeof value === 'string') return leaf(field.name, value);
    return `<${field.name}>${value.map((item) => leaf('string', item)).join('')}</${field.name}>`;
  });
  return `<${name} xmlns="${namespace}">${children.join('')}</${name}>`;
}

function leaf(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}

/** Finds Envelope, Body, `<Op>Response` and `<Op>Result` (the document, table 'Bindings' and binding rule 3). */
export function locateInEnvelope(root: XmlElement, operation: string): Located {
  const nothing: Located = { envelope: null, fault: null, payload: null, result: null, nullResult: false };
  if (root.name !== 'Envelope') return nothing;
  const body = childElements(root).find((child) => child.name === 'Body') ?? null;
  const envelope = { root, body };
  if (body === null) return { ...nothing, envelope };
  const children = childElements(body);
  const fault = children.find((child) => child.name === 'Fault' && child.namespace === body.namespace) ?? null;
  const payload = children.find((child) => child.name === `${operation}Response`) ?? null;
  if (payload === null) return { ...nothing, envelope, fault };
  const inside = childElements(payload);
  const result = inside.find((child) => child.name === `${operation}Result`) ?? null;
  const nullResult = inside.length === 0 || (result !== null && isNil(result));
  return { envelope, fault, payload, result: nullResult ? null : result, nullResult };
}
