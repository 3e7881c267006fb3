/** A mistake in specs/ or xsd/: one sentence with the file, the entry, what was found and what was expected. */
export class ContractError extends Error {
  override readonly name: string = 'ContractError';
}

/** The given namespace can't be a service's. */
export class NamespaceError extends ContractError {
  override readonly name = 'NamespaceError';
}
