import type { Cell, Contract, Field, Operation, RecordType, SimpleType } from '../../../contract/model.ts';
import { operationNamed, recordNamed } from '../../../contract/operations.ts';
import type { MutationContext } from '../../mutation.ts';
import type { ParameterValues } from '../../value.ts';
import { isElement, isSoap, type OutAttributes, type OutElement, type OutNode } from '../../wire/element.ts';
import { arrays, everywhere, nestedRecord, type Observable, overSoap, recordTypes } from '../cells.ts';
import { changes, type Effect } from '../defect.ts';

export type FieldFilter = (field: Field) => boolean;

export const any: FieldFilter = () => true;
export const ofType =
  (...types: readonly SimpleType[]): FieldFilter =>
  ({ content }) =>
    content.kind === 'simple' && types.includes(content.type);
export const isString = ofType('string');
export const isValue = ofType('int', 'long', 'boolean');
export const isSimple = ofType('string', 'int', 'long', 'boolean');

export const isStringList: FieldFilter = ({ content }) =>
  content.kind === 'list' && content.item.content.kind === 'simple';
/** A list of records whose items the document names. */
export const isRecordList: FieldFilter = ({ content }) =>
  content.kind === 'list' && content.item.content.kind === 'record' && !content.item.anyName;
export const isList: FieldFilter = (field) => isStringList(field) || isRecordList(field);
export const isUnnamedList: FieldFilter = ({ content }) => content.kind === 'list' && content.item.anyName;

export function has(pick: FieldFilter): (type: RecordType) => boolean {
  return (type) => type.fields.some(pick);
}

/** The operation's own records, those nested in them, or the outermost of these that suit. */
export type Depth = 'top' | 'nested' | 'outermost';
type Suits = (type: RecordType) => boolean;
export type EditElement = (element: OutElement) => OutElement;
export type EditInContext = (element: OutElement, ctx: MutationContext) => OutElement;
export type EditRecord = (record: OutElement, type: RecordType) => OutElement;
export type EditField = (element: OutElement, field: Field) => readonly OutNode[];

/** Changes every suitable record of an answer; observable where the operation has such records. */
export function editRecords(depth: Depth, suits: Suits, edit: EditRecord): Effect {
  const chosen = (cell: Pick<Cell, 'operation'>, contract: Contract): readonly RecordType[] => {
    const { top, nested } = recordTypes(cell, contract);
    const own = depth === 'nested' ? [] : [top].filter(suits);
    return depth === 'top' || own.length > 0 ? own : nested.filter(suits);
  };
  return changes((cell, contract) => chosen(cell, contract).length > 0, {
    payload: (payload, ctx) => {
      const operation = operationOf(ctx);
      const types = chosen({ operation }, ctx.contract);
      const change: EditRecord = (record, type) => (types.includes(type) ? edit(record, type) : record);
      return inResult(payload, ctx, (result) => mapRecords(result, operation, ctx.contract, change));
    },
  });
}

/** Changes the first selected field, in every record that has one. */
export function editField(depth: Depth, pick: FieldFilter, edit: EditField): Effect {
  return editRecords(depth, has(pick), (record, type) => {
    const field = type.fields.find(pick);
    if (field === undefined) return record;
    const children = record.children.flatMap((node) =>
      isElement(node) && node.name === field.name ? edit(node, field) : [node],
    );
    return { ...record, children };
  });
}

/** Changes the first selected field to another element. */
export function onField(depth: Depth, pick: FieldFilter, edit: EditElement): Effect {
  return editField(depth, pick, (one) => [edit(one)]);
}

export function onRecords(depth: Depth, edit: EditElement): Effect {
  return editRecords(depth, has(any), edit);
}

export function editChildren(
  depth: Depth,
  suits: Suits,
  edit: (children: readonly OutNode[], type: RecordType) => readonly OutNode[],
): Effect {
  return editRecords(depth, suits, (record, type) => ({ ...record, children: edit(record.children, type) }));
}

/** Changes the result of an array, the element that holds the records; unchanged if there are none. */
export function editArray(edit: (children: readonly OutNode[], operation: Operation) => readonly OutNode[]): Effect {
  return onResult(
    (result, ctx) =>
      result.children.length === 0 ? result : { ...result, children: edit(result.children, operationOf(ctx)) },
    arrays,
  );
}

/** A change of payloads, only of the answers to some calls. */
export function inSome({ cells, hooks }: Effect, calls: (values: ParameterValues, n: number) => boolean): Effect {
  return changes(cells, {
    payload: (payload, ctx) => (calls(ctx.parameters, ctx.n) && hooks.payload?.(payload, ctx)) || payload,
  });
}

/** Changes `<Op>Response`, or the root over HTTP. */
export function inPayload(edit: EditInContext, cells: Observable = everywhere): Effect {
  return changes(cells, { payload: edit });
}

/** Changes the envelope of a result. */
export function inEnvelope(edit: EditInContext): Effect {
  return changes(overSoap, { envelope: (root, ctx) => (ctx.failure === null ? edit(root, ctx) : root) });
}

/** Changes the text of a document that holds a result. */
export function inText(edit: (xml: string) => string, cells: Observable = everywhere): Effect {
  return changes(cells, { text: (xml, ctx) => (ctx.failure === null ? edit(xml) : xml) });
}

/** `<Op>Result` in SOAP, the root over HTTP. A null result has none over SOAP and stays so. */
export function inResult(payload: OutElement, { binding }: MutationContext, edit: EditElement) {
  return isSoap(binding) ? mapElements(payload, edit) : edit(payload);
}

/** An element that holds the content of its children in their place. */
export function unwrapped(one: OutElement): OutElement {
  return { ...one, children: one.children.flatMap((node) => (isElement(node) ? node.children : [node])) };
}

/** Changes `<Op>Result`, or the root over HTTP. */
export function onResult(edit: EditInContext, cells: Observable = everywhere): Effect {
  return inPayload((payload, ctx) => inResult(payload, ctx, (result) => edit(result, ctx)), cells);
}

/** The operation that a mutation changes. Throws if there is none, since hooks run only in known cells. */
export function operationOf({ operation, contract }: MutationContext): Operation {
  return operationNamed(contract, operation);
}

function mapRecords(result: OutElement, { result: spec }: Operation, contract: Contract, edit: EditRecord): OutElement {
  const type = recordNamed(contract, spec.record);
  if (spec.kind === 'single') return mapRecord(result, type, contract, edit);
  return mapElements(result, (item) => mapRecord(item, type, contract, edit));
}

function mapRecord(record: OutElement, type: RecordType, contract: Contract, edit: EditRecord): OutElement {
  const inner = mapElements(record, (child) => {
    const field = type.fields.find(({ name }) => name === child.name);
    const nested = field === undefined ? null : nestedRecord(field);
    if (nested === null) return child;
    return mapElements(child, (item) => mapRecord(item, recordNamed(contract, nested), contract, edit));
  });
  return edit(inner, type);
}

/** Edits every element, innermost first. */
export function mapAll(root: OutElement, edit: EditElement): OutElement {
  return edit(mapElements(root, (child) => mapAll(child, edit)));
}

export function mapTexts(root: OutElement, edit: (text: string) => readonly OutNode[]): OutElement {
  return mapAll(root, (one) => ({
    ...one,
    children: one.children.flatMap((node) => (typeof node === 'string' ? edit(node) : [node])),
  }));
}

export function mapElements(element: OutElement, edit: EditElement): OutElement {
  return { ...element, children: element.children.map((node) => (isElement(node) ? edit(node) : node)) };
}

/** An element with other content. */
export function filledWith(...children: readonly OutNode[]): EditElement {
  return (element) => ({ ...element, children });
}

/** An element with further content at its end. */
export function followedBy(...nodes: readonly OutNode[]): EditElement {
  return (element) => ({ ...element, children: [...element.children, ...nodes] });
}

/** An element with further content at its beginning. */
export function precededBy(...nodes: readonly OutNode[]): EditElement {
  return (element) => ({ ...element, children: [...nodes, ...element.children] });
}

/** An element under another name. */
export function renamed(name: string): EditElement {
  return (element) => ({ ...element, name });
}

/** An element in another namespace; null: in none. */
export function moved(namespace: string | null): EditElement {
  return (element) => ({ ...element, namespace });
}

export function bearing(attributes: OutAttributes): EditElement {
  return (element) => ({ ...element, attributes: { ...element.attributes, ...attributes } });
}

/** A name that begins in the other case. */
export function recased(name: string): string {
  const [first = ''] = name;
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return `${other}${name.slice(1)}`;
}
