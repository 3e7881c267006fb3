import type { BindingName } from './model.ts';

/** `Get_Inventory/soap12`: the name of a cell wherever one is shown. */
export function cellName(cell: {
  readonly operation: { readonly name: string };
  readonly binding: BindingName;
}): string {
  return `${cell.operation.name}/${cell.binding}`;
}
