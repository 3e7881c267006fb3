import type { Contract } from '../contract/model.ts';
import type { Mutation } from './mutation.ts';
import { operationPage, operationsPage, unknownOperationPage } from './pages/operation.ts';
import type { Routed } from './route.ts';
import { type OutAttribute, type OutElement, XSD, XSI } from './wire/element.ts';
import { textResponse } from './wire/message.ts';
import { writeDocument } from './wire/write.ts';
import { wsdl } from './wsdl/document.ts';

/**
 * Answers GET at the endpoint as ASP.NET does: `?wsdl` and `?disco` only as the one name there without `=`, in any
 * case; it has no numbered `wsdl=` or `schema=`; `?op=`; for anything else, the operations.
 * @param address - the endpoint's absolute address
 */
export function documentation(
  query: string,
  contract: Contract,
  address: string,
  mutations: readonly Mutation[],
): Routed {
  const pairs = query.split('&');
  const bare = pairs
    .filter((one) => !one.includes('='))
    .join(',')
    .toLowerCase();
  const named = new Map(
    [...new URLSearchParams(pairs.filter((one) => one.includes('=')).join('&'))].map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  if (named.has('schema')) return refused('Schema not found.');
  if (named.has('wsdl')) return refused('XML Web service description was not found.');
  if (bare === 'wsdl') return xml(wsdl(contract, address, mutations), 'wsdl');
  if (bare === 'disco') return xml(discovery(contract, address), 'disco');
  const wanted = named.get('op');
  if (wanted === undefined) return { response: operationsPage(contract), label: 'page' };
  const operation = contract.operations.find(({ name }) => name === wanted);
  const response =
    operation === undefined ? unknownOperationPage(wanted, contract) : operationPage(operation, contract, address);
  return { response, label: 'page' };
}

function xml(text: string, label: string): Routed {
  return { response: textResponse(200, 'text/xml; charset=utf-8', text), label };
}

function refused(message: string): Routed {
  return { response: textResponse(500, 'text/plain; charset=utf-8', `${message}\n`), label: 'page' };
}

const DISCO = 'http://schemas.xmlsoap.org/disco/';

/**
 * The discovery document that ASP.NET gives for `?disco`: where the description is, and the SOAP bindings.
 * @param address - the endpoint's absolute address
 */
export function discovery({ namespace }: Contract, address: string): string {
  const reference = entry('contractRef', 'scl/', { ref: `${address}?wsdl`, docRef: address });
  const bindings = ['GetDataSoap', 'GetDataSoap12'].map((name, at) => {
    const prefix = `q${at + 1}`;
    return entry('soap', 'soap/', { address, [`xmlns:${prefix}`]: namespace, binding: `${prefix}:${name}` });
  });
  const declared = attributes({ 'xmlns:xsd': XSD, 'xmlns:xsi': XSI });
  const root = { name: 'discovery', namespace: DISCO, attributes: declared, children: [reference, ...bindings] };
  return writeDocument(root, true);
}

function entry(name: string, kind: string, values: Readonly<Record<string, string>>): OutElement {
  return { name, namespace: `${DISCO}${kind}`, attributes: attributes(values), children: [] };
}

function attributes(values: Readonly<Record<string, string>>): readonly OutAttribute[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
