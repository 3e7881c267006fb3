import type { Field, RecordType } from '../../../contract/model.ts';
import { childElements, type XmlElement } from '../../../xml/tree.ts';
import type { ElementPlace, Walk } from './inspection.ts';
import type { Match } from './match-fields.ts';

/** A record, and the fields that its children are. */
interface RecordAt {
  readonly place: ElementPlace;
  readonly matches: readonly Match[];
  readonly type: RecordType;
  readonly path: string;
}

/** Which fields a record has, by which names and in which order. */
export function checkFields(walk: Walk, of: RecordAt): void {
  checkNames(walk, of);
  checkPresence(walk, of);
  checkOrder(walk, of);
}

/** Names: a near miss is `record.field-name`, anything else `record.unknown-field`. */
function checkNames(walk: Walk, { place: parent, matches, type, path }: RecordAt): void {
  for (const { element, field, by } of matches) {
    const place = { element, parent };
    if (by === 'near-miss') {
      const [name, facts] = [`${field?.name}`, { wanted: [`${field?.name}`], found: [element.name] }];
      walk.object('record.field-name', `${path}.${name}`, place, `<${name}>`, `<${element.name}>`, undefined, facts);
    } else if (by !== 'name') {
      const own = `${path}.${field?.name ?? element.name}`;
      const expected = field === null ? `only fields of ${type.name}` : `<${field.name}>`;
      walk.object('record.unknown-field', own, place, expected, `<${element.name}>`);
    }
  }
}

/** An int, long or boolean is a value type: it can't be null, so its element is always present. */
function checkPresence(walk: Walk, { place, matches, type, path }: RecordAt): void {
  for (const field of type.fields) {
    if (field.optional || matches.some((match) => match.field === field)) continue;
    walk.object('record.missing-value', `${path}.${field.name}`, place, `<${field.name}>`, 'no such element');
  }
}

/** One finding for a record: the first field that precedes one it should follow; and each repeated one. */
function checkOrder(walk: Walk, { place: parent, matches, type, path }: RecordAt): void {
  if (matches.every(({ at }, index) => index === 0 || at > (matches[index - 1]?.at ?? -1))) return;
  const sorted = isAlphabetical(matches) ? 'record.field-order:alphabetical' : undefined;
  const met = new Set<Field>();
  let last: Field | null = null;
  let objected = false;
  for (const { element, field } of matches) {
    if (field === null) continue;
    const place = { element, parent };
    const fieldPath = `${path}.${field.name}`;
    if (met.has(field)) {
      // A list without its level of items is record.shape's finding, not also this one's.
      if (isFlatList(element, field)) continue;
      walk.object('record.field-repeated', fieldPath, place, `one <${field.name}>`, `another <${element.name}>`);
      continue;
    }
    met.add(field);
    if (last !== null && type.fields.indexOf(field) < type.fields.indexOf(last)) {
      if (!objected) {
        const expected = `<${field.name}> before <${last.name}>`;
        const actual = `it comes after <${last.name}>${sorted === undefined ? '' : ', as in the alphabet'}`;
        const facts = { wanted: [field.name, last.name], found: [last.name, field.name] };
        walk.object('record.field-order', fieldPath, place, expected, actual, sorted, facts);
      }
      objected = true;
      continue;
    }
    last = field;
  }
}

/** Fewest fields whose order is not that of the alphabet by chance. */
const FEW = 3;

/** Whether a serializer wrote the fields in the order of their names: one mistake in all records. */
function isAlphabetical(matches: readonly Match[]): boolean {
  const names = matches.map(({ element }) => element.name);
  const isSorted = (all: readonly string[]): boolean => all.every((name, at) => at === 0 || (all[at - 1] ?? '') < name);
  return names.length >= FEW && (isSorted(names) || isSorted(names.map((name) => name.toLowerCase())));
}

/** A list's field that holds one of its items directly: its text, or its fields. */
function isFlatList(element: XmlElement, { content }: Field): boolean {
  if (content.kind !== 'list') return false;
  const children = childElements(element);
  if (content.item.anyName) return children.every((child) => childElements(child).length === 0);
  return !children.some(({ name }) => name === content.item.name);
}
