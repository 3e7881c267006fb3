import type { Cell, Content, Contract, RecordType } from '../../contract/model.ts';
import { recordNamed } from '../../contract/operations.ts';
import { childElements, isNil, textOf, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.ts';
import { isSoap } from './binding.ts';
import type { Call } from './call.ts';
import { canonicalValue } from './canonical-value.ts';

/**
 * A decoded value: text unchanged, numbers and booleans in canonical form; null for content that the document does not
 * show, and for a list of records that SOAP marks nil, whose items other bindings give. Any other nil is empty.
 */
export type Decoded = string | null | readonly Decoded[] | DecodedRecord;

/** Field name → value; an absent field is absent. */
export interface DecodedRecord {
  readonly [field: string]: Decoded;
}

/** A call and the records of its answer: lists whose values other operations take. */
export interface Listed {
  readonly call: Call;
  readonly records: readonly DecodedRecord[];
}

/** The texts at a path of field names: one of a field, several of a list. */
export function valuesAt(value: Decoded | undefined, path: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return path.length === 0 ? [value] : [];
  if (isList(value)) return value.flatMap((item) => valuesAt(item, path));
  const [field, ...rest] = path;
  return field === undefined ? [] : valuesAt(value[field], rest);
}

export function isList(value: Decoded | undefined): value is readonly Decoded[] {
  return Array.isArray(value);
}

export function isRecord(value: Decoded | undefined): value is DecodedRecord {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** The records of a result element (binding rules 3 and 4), as far as they can be read; the rules judge them. */
export function decodeRecords(
  result: XmlElement,
  { operation, binding }: Cell,
  contract: Contract,
): readonly DecodedRecord[] {
  const context = { contract, overSoap: isSoap(binding) };
  const { content, kind, record } = operation.result;
  if (content !== undefined) return recordsOfContent(decodeContent(result, content, context));
  const type = recordNamed(contract, record);
  if (kind === 'single') return [decodeRecord(result, type, context)];
  return childElements(result)
    .filter((child) => !isNil(child))
    .map((child) => decodeRecord(child, type, context));
}

/** A value that is no record is the one field of a record; of a list, each item is. */
function recordsOfContent(decoded: Decoded): readonly DecodedRecord[] {
  return (isList(decoded) ? decoded : [decoded]).map((value) => (isRecord(value) ? value : { value }));
}

interface RecordContext {
  readonly contract: Contract;
  readonly overSoap: boolean;
}

function decodeRecord(element: XmlElement, type: RecordType, context: RecordContext): DecodedRecord {
  const decoded: Record<string, Decoded> = {};
  const { attributes = [], text, derived } = type;
  for (const { name, content } of attributes) {
    const found = element.attributes.find((one) => one.name === name && one.namespace !== XSI_NAMESPACE);
    if (found !== undefined && content.kind === 'simple')
      decoded[`@${name}`] = canonicalValue(found.value, content.type);
  }
  if (text?.kind === 'simple') decoded.value = isNil(element) ? '' : canonicalValue(textOf(element), text.type);
  const named = derived === undefined ? null : typeNamedBy(element);
  const own = named === null ? undefined : derived?.find(([name]) => name === named);
  if (own !== undefined) {
    const [name, record] = own;
    return { 'xsi:type': name, ...decodeRecord(element, recordNamed(context.contract, record), context) };
  }
  for (const field of type.fields) {
    if (field.repeated === true) {
      const items = childElements(element).filter(({ name }) => name === field.name);
      decoded[field.name] = items.map((item) => decodeContent(item, field.content, context));
      continue;
    }
    const child = childElements(element).find(({ name }) => name === field.name);
    if (child !== undefined) decoded[field.name] = decodeContent(child, field.content, context);
  }
  return decoded;
}

/** The local name of the type that an element says it has. */
function typeNamedBy({ attributes }: XmlElement): string | null {
  const said = attributes.find(({ namespace, name }) => namespace === XSI_NAMESPACE && name === 'type');
  return said?.value.trim().replace(/^.*:/, '') ?? null;
}

function decodeContent(element: XmlElement, content: Content, context: RecordContext): Decoded {
  if (content.kind === 'open') return null;
  const isList = content.kind === 'list';
  if (isNil(element) && isList) return context.overSoap && content.item.content.kind === 'record' ? null : [];
  if (content.kind === 'simple') return isNil(element) ? '' : canonicalValue(textOf(element), content.type);
  if (isList) return childElements(element).map((item) => decodeContent(item, content.item.content, context));
  return decodeRecord(element, recordNamed(context.contract, content.record), context);
}
