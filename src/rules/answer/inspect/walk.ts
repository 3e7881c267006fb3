import type { Content, DocumentType, Field, ListItem, RecordType, SimpleType } from '../../../contract/model.ts';
import { recordNamed } from '../../../contract/operations.ts';
import { isOfType, ranges } from '../../../wire/soap/canonical-value.ts';
import { childElements, textOf, type XmlElement } from '../../../xml/tree.ts';
import { checkElement, checkNil, checkNoText, checkOpen, excerpt, isBlank } from './element.ts';
import type { ElementPlace, Walk } from './inspection.ts';
import { matchFields } from './match-fields.ts';
import { elementsAsText, MISSING_WRAPPER } from './mistakes.ts';
import { checkFields } from './record.ts';

/** Walks what an element holds. `path` is the field path so far (`PartialProd_Master.PartialProd_Categories`). */
export function walkContent(walk: Walk, place: ElementPlace, content: Content, path: string): void {
  if (content.kind === 'simple') walkSimple(walk, place, content.type, path);
  else if (content.kind === 'list') walkList(walk, place, content.item, path);
  else if (content.kind === 'record') walkRecord(walk, place, recordNamed(walk.contract, content.record), path);
}

function walkSimple(walk: Walk, place: ElementPlace, type: SimpleType, path: string): void {
  const { element } = place;
  const child = element.children.find((node) => node.kind === 'element');
  if (child !== undefined) {
    walk.object('record.shape', path, place, `text of type ${type}`, `element <${child.name}>`);
    return;
  }
  const text = textOf(element);
  if (text === '') walk.empty.add(path);
  else walk.seen.add(path);
  if (!isJudged(type)) return;
  const fault = lexicalFault(text, type);
  if (fault !== null) walk.object(`value.${type}`, path, place, fault, `'${excerpt(text)}'`);
}

function walkList(walk: Walk, place: ElementPlace, item: ListItem, path: string): void {
  const children = childElements(place.element);
  const itemName = item.anyName ? (children[0]?.name ?? item.name) : item.name;
  const text = textOf(place.element);
  if (children.length === 0 && !isBlank(text)) {
    // What writes one list of texts as a text does so with all.
    const listCause = item.content.kind === 'simple' ? 'record.shape:list-as-text' : undefined;
    const cause = elementsAsText(text) ?? listCause;
    walk.object('record.shape', path, place, `<${itemName}> elements`, `text '${excerpt(text)}'`, cause);
    return;
  }
  checkNoText(walk, place, path);
  if (children.length > 0 && (item.anyName || !children.some(({ name }) => name === itemName))) {
    const other = otherLevel(walk, children, item);
    if (other !== null) {
      walk.object('record.shape', path, place, `<${itemName}> elements directly below`, other.actual);
      if (other.level === 'missing') walkContent(walk, place, item.content, path);
      else walkList(walk, { element: other.inner, parent: place }, item, path);
      return;
    }
  }
  for (const element of children) walkItem(walk, { element, parent: place }, item, itemName, path);
}

function walkItem(walk: Walk, place: ElementPlace, item: ListItem, itemName: string, path: string): void {
  const { element } = place;
  if (element.name !== itemName) {
    walk.object('record.list-item', path, place, `<${itemName}>`, `<${element.name}>`);
  }
  checkElement(walk, place, path);
  if (checkNil(walk, place, path, item.content.kind === 'simple' ? item.content.type : null)) return;
  // A list counts as seen with a value if it had an item, even an empty one.
  walk.seen.add(path);
  walkContent(walk, place, item.content, path);
}

type OtherLevel =
  | { readonly level: 'missing'; readonly actual: string }
  | { readonly level: 'extra'; readonly actual: string; readonly inner: XmlElement };

/** A list whose children are not its items: one level too many, or one too few. */
function otherLevel(walk: Walk, children: readonly XmlElement[], item: ListItem): OtherLevel | null {
  const [only] = children;
  if (only !== undefined && children.length === 1) {
    const inner = childElements(only);
    if (inner.length > 0 && inner.every(({ name }) => name === item.name)) {
      return { level: 'extra', actual: `<${item.name}> elements inside <${only.name}>`, inner: only };
    }
  }
  if (item.content.kind !== 'record') return null;
  const fields = recordNamed(walk.contract, item.content.record).fields.map(({ name }) => name);
  // An item of any name may be named like a field, but has fields of its own.
  const isField = (child: XmlElement): boolean =>
    fields.includes(child.name) && !(item.anyName && childElements(child).length > 0);
  if (!children.every(isField)) return null;
  return { level: 'missing', actual: `the fields of one ${item.content.record} directly below` };
}

function walkRecord(walk: Walk, place: ElementPlace, type: RecordType, path: string): void {
  const children = childElements(place.element);
  const wrapped = children.length > 0 && children.every(({ name }) => name === type.name);
  if (wrapped && !type.fields.some(({ name }) => name === type.name)) {
    const expected = `the fields of one ${type.name} directly below`;
    walk.object('record.shape', path, place, expected, `<${type.name}> elements`);
    for (const element of children) walkRecord(walk, { element, parent: place }, type, path);
    return;
  }
  const asText = children.length === 0 ? elementsAsText(textOf(place.element)) : null;
  if (asText !== null) {
    const actual = `text '${excerpt(textOf(place.element))}'`;
    walk.object('record.shape', path, place, `the fields of ${type.name}`, actual, asText);
    return;
  }
  walk.hasRecords = true;
  if (checkNoText(walk, place, path) && children.length === 0) return;
  const paths = pathsOf(type, path);
  const all = matchFields(children, type);
  const loose = all.every(({ by }) => by === 'name') ? [] : walkLooseItems(walk, place, children, type, paths);
  const matches = loose.length === 0 ? all : matchFields(without(children, loose), type);
  checkFields(walk, { place, matches, type, path });
  for (const { element, field, at } of matches) {
    if (field !== null) walkField(walk, { element, parent: place }, field, paths[at] ?? '');
  }
}

/** Walks the children of a record that are items of a list, where the element of that list is missing; returns them. */
function walkLooseItems(
  walk: Walk,
  parent: ElementPlace,
  children: readonly XmlElement[],
  type: RecordType,
  paths: readonly string[],
): readonly XmlElement[] {
  const named = (name: string) => children.filter((child) => child.name === name);
  const found: XmlElement[] = [];
  type.fields.forEach(({ name, content }, at) => {
    if (content.kind !== 'list' || content.item.anyName || named(name).length > 0) return;
    const { item } = content;
    if (type.fields.some((field) => field.name === item.name)) return;
    const items = without(named(item.name), found);
    const [first] = items;
    if (first === undefined) return;
    const path = paths[at] ?? '';
    const place = { element: first, parent };
    walk.object('record.shape', path, place, `<${name}>`, `<${item.name}>`, MISSING_WRAPPER);
    for (const element of items) walkItem(walk, { element, parent }, item, item.name, path);
    found.push(...items);
  });
  return found;
}

const without = (all: readonly XmlElement[], some: readonly XmlElement[]): readonly XmlElement[] =>
  all.filter((one) => !some.includes(one));

const pathsByType = new WeakMap<RecordType, Map<string, readonly string[]>>();

/** The paths of a record's fields below a path, cached. */
function pathsOf(type: RecordType, path: string): readonly string[] {
  const made = pathsByType.get(type) ?? new Map<string, readonly string[]>();
  pathsByType.set(type, made);
  const paths = made.get(path) ?? type.fields.map(({ name }) => `${path}.${name}`);
  made.set(path, paths);
  return paths;
}

function walkField(walk: Walk, place: ElementPlace, field: Field, path: string): void {
  // What the document does not show may have any attribute that exists.
  if (field.content.kind === 'open') checkOpen(walk, place, path);
  else checkElement(walk, place, path);
  if (checkNil(walk, place, path, field.content.kind === 'simple' ? field.content.type : null)) {
    walk.nil.add(path);
    return;
  }
  if (field.content.kind === 'list' && childElements(place.element).length === 0) walk.empty.add(path);
  walkContent(walk, place, field.content, path);
}

/** The types of the document whose values have rules. */
const isJudged = (type: SimpleType): type is Exclude<DocumentType, 'string'> =>
  type === 'int' || type === 'long' || type === 'boolean';

/** What a text should be that is no value of the type, by XML Schema; null if it is one. */
export function lexicalFault(text: string, type: DocumentType): string | null {
  if (type === 'string' || isOfType(text, type)) return null;
  if (type === 'boolean') return 'a boolean: true, false, 1 or 0';
  const [low, high] = ranges[type];
  return `${type === 'int' ? 'an int' : 'a long'}: a whole number from ${low} to ${high}`;
}
