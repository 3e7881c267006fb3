import type { Content, Contract, Operation, RecordType } from '../contract/model.ts';
import { childElements, isNil, textOf, type XmlElement } from '../xml/tree.ts';
import { canonicalValue } from './canonical-value.ts';

/**
 * A decoded value: text as it stands, numbers and booleans in canonical form; null for content that the document does not
 * show, and for a list of records that is nil, whose items other bindings may give. What else is nil is empty.
 */
export type Decoded = string | null | readonly Decoded[] | DecodedRecord;

/** Field name → value; an absent field is absent. */
export interface DecodedRecord {
  readonly [field: string]: Decoded;
}

/**
 * The records of a result element: the repeated records of an array, or the one record of a single result
 * (the document, binding rules 3 and 4). It reads what it can; whether it may stand so is for the rules to say.
 */
export function decodeRecords(result: XmlElement, operation: Operation, contract: Contract): readonly DecodedRecord[] {
  const type = recordNamed(contract, operation.result.record);
  if (operation.result.kind === 'single') return [decodeRecord(result, type, contract)];
  return childElements(result)
    .filter((child) => !isNil(child))
    .map((child) => decodeRecord(child, type, contract));
}

function decodeRecord(element: XmlElement, type: RecordType, contract: Contract): DecodedRecord {
  const decoded: Record<string, Decoded> = {};
  for (const field of type.fields) {
    const child = childElements(element).find(({ name }) => name === field.name);
    if (child !== undefined) decoded[field.name] = decodeContent(child, field.content, contract);
  }
  return decoded;
}

function decodeContent(element: XmlElement, content: Content, contract: Contract): Decoded {
  if (content.kind === 'open') return null;
  const isList = content.kind === 'list';
  if (isNil(element) && isList) return content.item.content.kind === 'record' ? null : [];
  if (content.kind === 'simple') return isNil(element) ? '' : canonicalValue(textOf(element), content.type);
  if (isList) return childElements(element).map((item) => decodeContent(item, content.item.content, contract));
  return decodeRecord(element, recordNamed(contract, content.record), contract);
}

/** The record type of that name. Throws where the contract has none: a mistake of ours. */
export function recordNamed(contract: Contract, name: string): RecordType {
  const type = contract.records.get(name);
  if (type === undefined) throw new Error(`xsd/records.xsd has no complexType '${name}'.`);
  return type;
}
