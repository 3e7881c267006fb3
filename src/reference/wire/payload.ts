import type { Content, Contract, Operation } from '../../contract/model.ts';
import { type FieldValue, isRecord } from '../value.ts';
import { element, NIL, type OutElement, type OutNode, XSD, XSI } from './element.ts';

/** The Body's child of a SOAP answer: `<Op>Response` with `<Op>Result`, which a null result omits. */
export function soapPayload(operation: Operation, value: FieldValue, contract: Contract): OutElement {
  const children =
    value === null ? [] : [element(`${operation.name}Result`, resultContent(operation, value, contract))];
  return { ...element(`${operation.name}Response`, children), namespace: contract.namespace };
}

/** The root of an HTTP GET or POST answer; a null result is a nil root. */
export function httpPayload(operation: Operation, value: FieldValue, contract: Contract): OutElement {
  const attributes = { 'xmlns:xsd': XSD, 'xmlns:xsi': XSI, ...(value === null ? NIL : {}) };
  const children = value === null ? [] : resultContent(operation, value, contract);
  return { name: operation.result.httpRoot, namespace: contract.namespace, attributes, children };
}

function resultContent({ result }: Operation, value: FieldValue, contract: Contract): readonly OutNode[] {
  if (result.kind === 'single') return recordFields(result.record, value, contract);
  const content: Content = { kind: 'record', record: result.record };
  return list(value).map((item) => listItem(result.record, content, item, contract));
}

function contentNodes(content: Content, value: FieldValue, contract: Contract): readonly OutNode[] {
  if (content.kind === 'record') return recordFields(content.record, value, contract);
  if (content.kind === 'list') {
    return list(value).map((item) => listItem(content.item.name, content.item.content, item, contract));
  }
  return value === '' ? [] : [String(value)];
}

/** The fields in the order of the contract; null ones are left out, as XmlSerializer does. */
function recordFields(name: string, value: FieldValue, contract: Contract): readonly OutNode[] {
  const record = isRecord(value) ? value : {};
  const nodes: OutNode[] = [];
  for (const field of contract.records.get(name)?.fields ?? []) {
    const one = record[field.name] ?? null;
    if (one !== null) nodes.push(element(field.name, contentNodes(field.content, one, contract)));
  }
  return nodes;
}

function listItem(name: string, content: Content, value: FieldValue, contract: Contract): OutElement {
  if (value === null) return { ...element(name), attributes: NIL };
  return element(name, contentNodes(content, value, contract));
}

function list(value: FieldValue): readonly FieldValue[] {
  return Array.isArray(value) ? value : [value];
}
