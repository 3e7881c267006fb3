import { isDeepStrictEqual } from 'node:util';
import type { Cell, Content, Contract } from '../../contract/model.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Predicates } from './edit.ts';
import { local, type Node, XSI } from './element-tree.ts';
import type { Place, Places } from './places.ts';

interface Of {
  readonly right: Node;
  readonly cell: Cell;
  readonly call: Call;
  readonly places: Places;
  readonly contract: Contract;
}

const EMPTY = { attributes: {}, children: [], text: '' };
const XSD = '{http://www.w3.org/2001/XMLSchema}';

type Change = (node: Node, place: Place | undefined, of: Of) => Node;

/** Changes every element, from the leaves up; what the document lacks has no place. */
const everywhere =
  (change: Change) =>
  (node: Node, of: Of, path = local(node)): Node => {
    const children = node.children.map((child) => everywhere(change)(child, of, `${path}/${local(child)}`));
    return change({ ...node, children }, of.places.get(path), of);
  };

const typeOf = (content: Content | null | undefined) => (content?.kind === 'simple' ? content.type : null);

/** A number or boolean in canonical form; other text unchanged (XML Schema Part 2, sections 3.2.2 and 3.3.13). */
function canonical(text: string, type: string | null): string {
  const value = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (type === 'boolean') return { '1': 'true', '0': 'false' }[value] ?? value;
  const isNumber = type === 'int' || type === 'long';
  return isNumber && /^[+-]?[0-9]+$/.test(value) ? `${BigInt(value.replace('+', ''))}` : text;
}

/** Attributes of XML Schema instance that add nothing to an element that may have them. */
function isIdle(name: string, value: string, place: Place | undefined, isOfService: boolean): boolean {
  if (name === `${XSI}schemaLocation` || name === `${XSI}noNamespaceSchemaLocation`) return true;
  const type = typeOf(place?.content);
  if (name === `${XSI}type`) return type === null ? isOfService && isClass(value) : value === `${XSD}${type}`;
  const isNullable = place?.content && (type === null || type === 'string');
  return name === `${XSI}nil` && Boolean(isNullable) && value === 'false';
}

const isClass = (type: string): boolean => /^\{(?!undeclared )[^}]*\}[\w.-]+$/.test(type) && !type.startsWith(XSD);

const withAttributes = (node: Node, keep: (name: string, value: string) => boolean): Node => {
  const attributes = Object.entries(node.attributes).filter(([name, value]) => keep(name, value));
  return { ...node, attributes: Object.fromEntries(attributes) };
};

/** A record with what may be omitted where the table has it. */
function withAbsent(node: Node, content: Content | null, of: Of, may: (kind: Content) => boolean, text: string): Node {
  const { fields = [] } = (content?.kind === 'record' && of.contract.records.get(content.record)) || {};
  const children = [...node.children];
  for (const [at, field] of fields.entries()) {
    if (!may(field.content) || children.some((child) => local(child) === field.name)) continue;
    const later = new Set(fields.slice(at + 1).map(({ name }) => name));
    const next = children.findIndex((child) => later.has(local(child)));
    const absent = { name: `{${of.contract.namespace}}${field.name}`, ...EMPTY, text };
    children.splice(next < 0 ? children.length : next, 0, absent);
  }
  return { ...node, children };
}

/** An answer in which the right one's elements replace those whose content is left open. */
const completed =
  (isLeftOpen: (node: Node, place: Place | undefined, path: string) => boolean) =>
  (node: Node, of: Of, right = of.right, path = local(node)): Node => {
    if (isLeftOpen(node, of.places.get(path), path)) return right;
    const children = node.children.map((child, at) => {
      const beside = right.children[at];
      return beside?.name === child.name ? completed(isLeftOpen)(child, of, beside, `${path}/${local(child)}`) : child;
    });
    return { ...node, children };
  };

/** A null result: nil, or none in its wrapper. */
const withNullResult = completed((node, place) =>
  place?.name === 'Response'
    ? isDeepStrictEqual(node, { ...EMPTY, name: node.name })
    : place?.content?.kind === 'record' && isNull(node),
);

function isNull({ name, attributes, ...rest }: Node): boolean {
  const { [`${XSI}nil`]: nil = '', ...others } = attributes;
  const plain = { ...rest, name, attributes: others };
  return canonical(nil, 'boolean') === 'true' && isDeepStrictEqual({ ...EMPTY, name }, plain);
}

/** Whether content that the document does not show follows the rules of namespaces and XML Schema instance, as all must. */
function isOpen(node: Node): boolean {
  const { [`${XSI}nil`]: nil = 'false', [`${XSI}type`]: type = XSD, ...others } = node.attributes;
  const isNil = canonical(nil, 'boolean') === 'true';
  const isEmpty = node.children.length === 0 && node.text === '';
  if (/"\{(undeclared|wrong)/.test(JSON.stringify(node)) || Object.keys(others).some((name) => name.startsWith(XSI)))
    return false;
  return (isClass(type) || type.startsWith(XSD)) && (isNil ? isEmpty : canonical(nil, 'boolean') === 'false');
}

/** What namespaces, XML Schema, SOAP and the document leave open to a server. */
export const recordPredicates: Predicates<Node, Of> = {
  'xml.namespaces': [
    'Namespaces in XML 1.0, sections 3 and 6: prefixes and the places of declarations are free',
    (node) => node,
  ],
  'value.lexical': [
    "records.types: int, long and boolean are XML Schema's, whose Part 2 gives a value several forms",
    everywhere((node, place) => ({ ...node, text: canonical(node.text, typeOf(place?.content)) })),
  ],
  'xsi.idle': [
    'XML Schema Part 1, section 2.6: xsi attributes that repeat what is known, or name a class, which the document ' +
      'does not show; xsi:nil in either form',
    everywhere((node, place, { contract }) => {
      const isOfService = node.name.startsWith(`{${contract.namespace}}`);
      const { [`${XSI}nil`]: nil, ...others } = node.attributes;
      const attributes = nil === undefined ? others : { ...others, [`${XSI}nil`]: canonical(nil, 'boolean') };
      return withAttributes({ ...node, attributes }, (name, value) => !isIdle(name, value, place, isOfService));
    }),
  ],
  'list.nil': [
    'records.soap-nil-lists: SOAP marks nested lists of records nil, and what they hold is not shown there',
    // Below the result.
    completed((node, place, path) => {
      const content = place?.content;
      const isList = content?.kind === 'list' && content.item.content.kind === 'record';
      return isList && isNull(node) && /^Envelope(\/[^/]+){4}/.test(path);
    }),
  ],
  'open.content': [
    'records.open-content: content and attributes of these elements are not shown, and null may be left out',
    everywhere((node, place, of) => {
      const content = place?.content ?? null;
      if (content?.kind !== 'open') return withAbsent(node, content, of, ({ kind }) => kind === 'open', '');
      return isOpen(node) ? { ...node, ...EMPTY } : node;
    }),
  ],
  'list.order': [
    'operations gaps: the order of results is not shown',
    everywhere((node, place) => {
      const ordered = node.children.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
      return place?.content?.kind === 'list' ? { ...node, children: ordered } : node;
    }),
  ],
  'list.item-name': [
    'records.recid_images.fields: the items of a list may have no name in the document; they have one',
    everywhere((node, place, { contract }) => {
      const content = place?.content;
      const [name = '', ...others] = new Set(node.children.map((child) => child.name));
      const isOne = others.length === 0 && name.startsWith(`{${contract.namespace}}`);
      if (content?.kind !== 'list' || !content.item.anyName || !isOne) return node;
      return { ...node, children: node.children.map((child) => ({ ...child, name: 'item' })) };
    }),
  ],
  'soap.header': [
    'SOAP 1.1, section 4.2; SOAP 1.2 Part 1, section 5.2: a Header before the Body is optional',
    everywhere((node, place) => {
      const [first, ...rest] = node.children;
      const isHeader = place?.name === 'Envelope' && first?.name === node.name.replace(/}.*/, '}Header');
      const isPlain = ({ name, attributes }: Node): boolean =>
        !name.startsWith('{}') && Object.keys(attributes).every((key) => !key.endsWith('}mustUnderstand'));
      return isHeader && first?.text === '' && first.children.every(isPlain) ? { ...node, children: rest } : node;
    }),
  ],
  'soap.attributes': [
    'SOAP 1.1, section 4.1.1; SOAP 1.2 Part 1, sections 5.1 and 5.3: qualified attributes on Envelope and Body',
    everywhere((node, place) => {
      const notFree = ['{}', '{undeclared', XSI, node.name.replace(/}.*/, '}')];
      const isPart = place?.name === 'Envelope' || place?.name === 'Body';
      return withAttributes(node, (name) => !isPart || notFree.some((start) => name.startsWith(start)));
    }),
  ],
  'write.values': [
    'operations gaps: what a call that changes state answers, if only null, is not shown, except where it repeats a parameter',
    (node, of) =>
      of.cell.operation.effect === 'write' ? everywhere(withoutValue)(withNullResult(node, of), of) : node,
  ],
};

/** A value that repeats no parameter in the right answer is free. */
function withoutValue(node: Node, place: Place | undefined, of: Of): Node {
  const content = place?.content ?? null;
  const type = typeOf(content);
  if (type === null) return withAbsent(node, content, of, (kind) => typeOf(kind) === 'string', 'any');
  const parameters = new Set(Object.values(of.call.values));
  const repeats = (right: Node): boolean =>
    (right.name === node.name && parameters.has(right.text)) || right.children.some(repeats);
  if (repeats(of.right) || !isOf(node.text, type)) return node;
  const isNull = type === 'string' && node.text === '';
  return { ...withAttributes(node, (name) => !isNull || name !== `${XSI}nil`), text: 'any' };
}

/** A text that is a value of a type; numbers of 32 and 64 bits. */
function isOf(text: string, type: string): boolean {
  if (type === 'string') return true;
  const value = canonical(text, type);
  if (type === 'boolean') return value === 'true' || value === 'false';
  return /^-?\d{1,20}$/.test(value) && BigInt.asIntN(type === 'int' ? 32 : 64, BigInt(value)) === BigInt(value);
}
