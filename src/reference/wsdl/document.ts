import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import type { Mutation } from '../mutation.ts';
import { isSoap, type OutAttributes, type OutElement, XSD } from '../wire/element.ts';
import { writeDocument } from '../wire/write.ts';
import { wsdlParts } from './parts.ts';
import { wsdlTypes } from './types.ts';

/** The namespaces of WSDL 1.1 and its extensions, by the prefixes the description uses. */
const NAMESPACES = {
  soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  http: 'http://schemas.xmlsoap.org/wsdl/http/',
  mime: 'http://schemas.xmlsoap.org/wsdl/mime/',
  soap: 'http://schemas.xmlsoap.org/wsdl/soap/',
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
} as const;

/** The declarations and the target namespace, in the order in which ASP.NET writes them. */
function attributesFor(namespace: string): OutAttributes {
  const { soap12, http, mime, soap, wsdl: own } = NAMESPACES;
  return {
    'xmlns:soapenc': 'http://schemas.xmlsoap.org/soap/encoding/',
    'xmlns:soap12': soap12,
    'xmlns:http': http,
    'xmlns:tns': namespace,
    'xmlns:mime': mime,
    'xmlns:tm': 'http://microsoft.com/wsdl/mime/textMatching/',
    'xmlns:s': XSD,
    'xmlns:soap': soap,
    targetNamespace: namespace,
    'xmlns:wsdl': own,
  };
}

function node(
  prefix: keyof typeof NAMESPACES,
  name: string,
  attributes: OutAttributes = {},
  children: readonly OutElement[] = [],
): OutElement {
  return { name, prefix, namespace: NAMESPACES[prefix], attributes, children };
}

/** A port of the service. It and its port type are named as ASMX makes them from the class name. */
interface Port {
  readonly binding: BindingName;
  readonly extension: 'soap' | 'soap12' | 'http';
  readonly name: string;
  /** What the names of its port type and its messages end in. */
  readonly suffix: 'Soap' | 'HttpGet' | 'HttpPost';
}

export const PORTS: readonly Port[] = [
  { binding: 'soap11', extension: 'soap', name: 'GetDataSoap', suffix: 'Soap' },
  { binding: 'soap12', extension: 'soap12', name: 'GetDataSoap12', suffix: 'Soap' },
  { binding: 'http-get', extension: 'http', name: 'GetDataHttpGet', suffix: 'HttpGet' },
  { binding: 'http-post', extension: 'http', name: 'GetDataHttpPost', suffix: 'HttpPost' },
];
/** One port for each port type: both SOAP ports share one. */
const PORT_TYPES = PORTS.filter(({ binding }) => binding !== 'soap12');

/** The WSDL 1.1 that ASP.NET generates for an endpoint (`address`), with a port for each of the four bindings. */
export function wsdl(contract: Contract, address: string, mutations: readonly Mutation[] = []): string {
  return writeDocument(definitionsOf(contract, address, mutations), true);
}

/** The documents of a description by their query: one, or several where a mutation says so. */
export function wsdlDocument(query: string, contract: Contract, address: string, mutations: readonly Mutation[]) {
  const whole = definitionsOf(contract, address, mutations);
  const isSplit = mutations.some((one) => one.wsdlInParts === true);
  const parts = isSplit ? wsdlParts(whole, contract, address.slice(address.lastIndexOf('/') + 1)) : { wsdl: whole };
  const part = Object.entries(parts).find(([name]) => name === query.toLowerCase())?.[1];
  return part === undefined ? null : writeDocument(part, true);
}

function definitionsOf(contract: Contract, address: string, mutations: readonly Mutation[]): OutElement {
  const ports = PORTS.map(({ name, extension }) =>
    node('wsdl', 'port', { name, binding: `tns:${name}` }, [node(extension, 'address', { location: address })]),
  );
  const definitions = node('wsdl', 'definitions', attributesFor(contract.namespace), [
    node('wsdl', 'types', {}, [wsdlTypes(contract)]),
    ...messages(contract),
    ...portTypes(contract),
    ...bindings(contract),
    node('wsdl', 'service', { name: 'GetData' }, ports),
  ]);
  return mutated(definitions, mutations, contract);
}

function mutated(definitions: OutElement, mutations: readonly Mutation[], contract: Contract): OutElement {
  let changed = definitions;
  for (const mutation of mutations.filter((one) => one.wsdl !== undefined)) {
    for (const operation of contract.operations) {
      for (const { binding } of PORTS) {
        if (!mutation.applies(operation.name, binding)) continue;
        changed = mutation.wsdl?.(changed, { operation, binding }, contract) ?? changed;
      }
    }
  }
  return changed;
}

/** The message elements of WSDL 1.1, section 2.3: in and out for SOAP, GET and POST, and the header's. */
function messages({ operations }: Contract): readonly OutElement[] {
  const part = (name: string, element: string) => node('wsdl', 'part', { name, element: `tns:${element}` });
  const message = (name: string, parts: readonly OutElement[]) => node('wsdl', 'message', { name }, parts);
  return PORT_TYPES.flatMap(({ suffix }) =>
    operations.flatMap(({ name, parameters, result, header }) => {
      // Over HTTP every parameter is text (the document's binding rule 2).
      const texts = parameters.map((one) => node('wsdl', 'part', { name: one.name, type: 's:string' }));
      const soap = suffix === 'Soap';
      return [
        message(`${name}${suffix}In`, soap ? [part('parameters', name)] : texts),
        message(`${name}${suffix}Out`, [soap ? part('parameters', `${name}Response`) : part('Body', result.httpRoot)]),
        ...(soap && header !== null ? [message(`${name}${header}`, [part(header, header)])] : []),
      ];
    }),
  );
}

/** The port types of WSDL 1.1, section 2.4. */
function portTypes({ operations }: Contract): readonly OutElement[] {
  return PORT_TYPES.map(({ suffix }) => {
    const inside = operations.map(({ name }) =>
      node('wsdl', 'operation', { name }, [
        node('wsdl', 'input', { message: `tns:${name}${suffix}In` }),
        node('wsdl', 'output', { message: `tns:${name}${suffix}Out` }),
      ]),
    );
    return node('wsdl', 'portType', { name: `GetData${suffix}` }, inside);
  });
}

/** The bindings of WSDL 1.1, sections 2.5, 3 (SOAP), 4 (HTTP) and 5 (MIME). */
function bindings({ operations, bindings: specs, namespace }: Contract): readonly OutElement[] {
  return PORTS.map(({ name, suffix, extension, binding }) => {
    const attributes: OutAttributes = isSoap(binding)
      ? { transport: 'http://schemas.xmlsoap.org/soap/http' }
      : { verb: specs[binding].method };
    const inside = operations.map((one) => {
      const own = extension === 'http' ? httpOperation(one, binding) : soapOperation(one, extension, namespace);
      return node('wsdl', 'operation', { name: one.name }, own);
    });
    const type = `tns:GetData${suffix}`;
    return node('wsdl', 'binding', { name, type }, [node(extension, 'binding', attributes), ...inside]);
  });
}

function soapOperation({ name, header }: Operation, prefix: 'soap' | 'soap12', namespace: string) {
  const body = node(prefix, 'body', { use: 'literal' });
  const block = { message: `tns:${name}${header}`, part: header ?? '', use: 'literal' };
  return [
    node(prefix, 'operation', { soapAction: `${namespace}${name}`, style: 'document' }),
    node('wsdl', 'input', {}, header === null ? [body] : [body, node(prefix, 'header', block)]),
    node('wsdl', 'output', {}, [body]),
  ];
}

function httpOperation({ name }: Operation, binding: BindingName) {
  const form = node('mime', 'content', { type: 'application/x-www-form-urlencoded' });
  return [
    node('http', 'operation', { location: `/${name}` }),
    node('wsdl', 'input', {}, [binding === 'http-get' ? node('http', 'urlEncoded') : form]),
    node('wsdl', 'output', {}, [node('mime', 'mimeXml', { part: 'Body' })]),
  ];
}
