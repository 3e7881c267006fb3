import { either, everywhere } from '../defects/cells.ts';
import { changes, type Effect } from '../defects/defect.ts';
import {
  type EditField,
  type EditInContext,
  type EditRecord,
  editRecords,
  type FieldFilter,
  has,
} from '../defects/edits/tree.ts';
import { isElement, isSoap, type OutElement } from '../wire/element.ts';

/** Edits the whole document of a result: the envelope, or the root over HTTP. Refusals stay as they are. */
export function inDocument(edit: EditInContext): Effect {
  return changes(everywhere, {
    envelope: (root, ctx) => (ctx.failure === null ? edit(root, ctx) : root),
    payload: (root, ctx) => (isSoap(ctx.binding) ? root : edit(root, ctx)),
  });
}

/** Several edits of payloads as one, seen if one of them is. */
export function all(...effects: readonly Effect[]): Effect {
  return changes(either(...effects.map(({ cells }) => cells)), {
    payload: (root, ctx) => effects.reduce((current, { hooks }) => hooks.payload?.(current, ctx) ?? current, root),
  });
}

/** Edits every record with such a field, nested ones first. */
export function editAllRecords(pick: FieldFilter, edit: EditRecord): Effect {
  return all(editRecords('nested', has(pick), edit), editRecords('top', has(pick), edit));
}

/** Edits every selected field, of an operation's own records and of those nested in them. */
export function editFields(pick: FieldFilter, edit: EditField): Effect {
  return editAllRecords(pick, (record, type) => ({
    ...record,
    children: record.children.flatMap((node) => {
      const field = isElement(node) ? type.fields.find(({ name }) => name === node.name) : undefined;
      return isElement(node) && field !== undefined && pick(field) ? edit(node, field) : [node];
    }),
  }));
}

export function textIn({ children }: OutElement): string {
  return children.filter((node) => typeof node === 'string').join('');
}
