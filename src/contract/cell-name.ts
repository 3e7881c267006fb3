/** `Get_Inventory/soap12`: the name of a cell wherever one is shown. */
export function cellName({
  operation,
  binding,
}: {
  readonly operation: string | { readonly name: string };
  readonly binding: string;
}): string {
  return `${typeof operation === 'string' ? operation : operation.name}/${binding}`;
}
