/** `Get_Inventory/soap12`: the name of a cell wherever one is shown. */
export function cellName(cell: {
  readonly operation: string | { readonly name: string };
  readonly binding: string;
}): string {
  return `${operationName(cell)}/${cell.binding}`;
}

/** The operation's name for a cell: as the contract has it or as results name it. */
export function operationName({ operation }: Pick<Parameters<typeof cellName>[0], 'operation'>): string {
  return typeof operation === 'string' ? operation : operation.name;
}
