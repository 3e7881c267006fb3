import type { Cell, Contract } from '../../../contract/model.ts';
import { isElement, type OutElement, type OutNode } from '../../wire/element.ts';
import { PORTS } from '../../wsdl/document.ts';
import { everywhere, type Observable } from '../cells.ts';
import { changes, type Effect } from '../defect.ts';

type WsdlChange = (element: OutElement, cell: Cell, contract: Contract) => readonly OutNode[];

/** Makes changes of elements of the WSDL by a path as `service/port:{port}`, twice where SOAP versions share them. */
export const at =
  (path: string, cells: Observable = everywhere) =>
  (change: WsdlChange): Effect =>
    changes(cells, {
      wsdl: (definitions, cell, contract) => {
        const { operation, binding } = cell;
        const port = PORTS.find((one) => one.binding === binding);
        const filled = path
          .replace('{op}', operation.name)
          .replace('{port}', port?.name ?? '')
          .replace('{messages}', port?.suffix ?? '')
          .replace('{record}', operation.result.record);
        return edited(definitions, filled.split('/'), (element) => change(element, cell, contract));
      },
    });

function edited(
  parent: OutElement,
  path: readonly string[],
  change: (element: OutElement) => readonly OutNode[],
): OutElement {
  const [step = '', ...rest] = path;
  const [kind, name] = step.split(':');
  const children = parent.children.flatMap((child) => {
    if (
      !isElement(child) ||
      (kind !== '*' && child.name !== kind) ||
      (name !== undefined && child.attributes.name !== name)
    )
      return [child];
    return rest.length === 0 ? change(child) : [edited(child, rest, change)];
  });
  return { ...parent, children };
}

/** The element with another value of an attribute, or without it. */
export function having(element: OutElement, name: string, value: string | null): OutElement {
  const { [name]: _old, ...others } = element.attributes;
  return { ...element, attributes: value === null ? others : { ...others, [name]: value } };
}

export const set =
  (name: string, value: string | null | ((old: string) => string)): WsdlChange =>
  (element) => [having(element, name, typeof value === 'function' ? value(element.attributes[name] ?? '') : value)];
export const replaced = (name: string, pattern: RegExp, by: string): WsdlChange =>
  set(name, (old) => old.replace(pattern, by));
export const removed: WsdlChange = () => [];
export const withoutChildren: WsdlChange = (element) => [{ ...element, children: [] }];
