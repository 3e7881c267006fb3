import { either, isSoap } from '../defects/cells.ts';
import type { Effect, Hooks } from '../defects/defect.ts';
import { type EditField, editRecords, has, type Pick } from '../defects/edit.ts';
import type { MutationContext } from '../mutation.ts';
import type { OutAttribute, OutElement, OutNode } from '../wire/element.ts';
import { isElement } from '../wire/element.ts';

type EditElement = (element: OutElement, ctx: MutationContext) => OutElement;

/** Edits the whole document of a result: the envelope, or the root over HTTP. Refusals stay as they are. */
export function inDocument(edit: EditElement): Hooks {
  return {
    envelope: (root, ctx) => (ctx.failure === null ? edit(root, ctx) : root),
    payload: (root, ctx) => (isSoap(ctx.binding) ? root : edit(root, ctx)),
  };
}

/** Edits the envelope of a result. */
export function inEnvelope(edit: EditElement): Hooks {
  return { envelope: (root, ctx) => (ctx.failure === null ? edit(root, ctx) : root) };
}

/** Edits the text of a document that holds a result. */
export function inText(edit: (xml: string, ctx: MutationContext) => string): Hooks {
  return { text: (xml, ctx) => (ctx.failure === null ? edit(xml, ctx) : xml) };
}

/** Edits every element, the innermost first. */
export function mapElements(root: OutElement, edit: (element: OutElement) => OutElement): OutElement {
  return edit({ ...root, children: root.children.map((node) => (isElement(node) ? mapElements(node, edit) : node)) });
}

/** Puts something else in place of every text. */
export function mapTexts(root: OutElement, edit: (text: string) => readonly OutNode[]): OutElement {
  return mapElements(root, (one) => ({
    ...one,
    children: one.children.flatMap((node) => (typeof node === 'string' ? edit(node) : [node])),
  }));
}

/** Edits every field so chosen, of an operation's own records and of those nested in them. */
export function editFields(pick: Pick, edit: EditField): Effect {
  const change = (where: 'top' | 'nested'): Effect =>
    editRecords(where, has(pick), (record, type) => ({
      ...record,
      children: record.children.flatMap((node) => {
        const field = isElement(node) ? type.fields.find(({ name }) => name === node.name) : undefined;
        return isElement(node) && field !== undefined && pick(field) ? edit(node, field) : [node];
      }),
    }));
  const [top, nested] = [change('top'), change('nested')];
  return {
    cells: either(top.cells, nested.cells),
    hooks: {
      payload: (payload, ctx) => {
        const inner = nested.hooks.payload?.(payload, ctx) ?? payload;
        return top.hooks.payload?.(inner, ctx) ?? inner;
      },
    },
  };
}

/** The element with further attributes. */
export function bearing(element: OutElement, ...attributes: readonly OutAttribute[]): OutElement {
  return { ...element, attributes: [...element.attributes, ...attributes] };
}

/** The element's own text; '' where it has none. */
export function textIn({ children }: OutElement): string {
  return children.filter((node) => typeof node === 'string').join('');
}
