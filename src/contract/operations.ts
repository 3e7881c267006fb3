import type { BindingName, Cell, Content, Contract, Operation, RecordType } from './model.ts';

/** The bindings in the order of the document's table 'Bindings'. */
export const bindingNames = ['soap11', 'soap12', 'http-get', 'http-post'] as const satisfies readonly BindingName[];

/** The operation of that name, case-sensitive. @throws RangeError if there is none: user input is checked before */
export function operationNamed(contract: Contract, name: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new RangeError(`the contract has no operation '${name}'`);
  return operation;
}

/** The place of a cell's operation in the contract, from 0: what each operation gets another of, in turn. */
export function placeOf({ operation }: Pick<Cell, 'operation'>, { operations }: Pick<Contract, 'operations'>): number {
  return operations.findIndex(({ name }) => name === operation.name);
}

/** The action of an operation in a binding, as a WSDL names it; undefined for the namespace with the name. */
export function actionOf({ operation, binding }: Cell): string | undefined {
  const { soapAction, soapAction12 = soapAction } = operation;
  return binding === 'soap12' ? soapAction12 : soapAction;
}

/** The element in the Body of its requests. */
export const requestElement = ({ name, request }: Operation): string => request?.name ?? name;

/** The record type with that name. Throws if the contract has none: our mistake. */
export function recordNamed(contract: Contract, name: string): RecordType {
  const type = contract.records.get(name);
  if (type === undefined) throw new Error(`xsd/records.xsd has no complexType '${name}'.`);
  return type;
}

/** What the root over GET and POST, and `<Op>Result` over SOAP, holds (binding rules 3 and 4): a list, or a record. */
export function httpRootContent(operation: Operation): Content {
  const { kind, record, content: own } = operation.result;
  if (own !== undefined) return own;
  const content: Content = { kind: 'record', record };
  return kind === 'single' ? content : { kind: 'list', item: { name: record, anyName: false, content } };
}
