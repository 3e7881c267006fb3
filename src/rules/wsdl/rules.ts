import type { Reason } from '../judgement.ts';
import { byStandard, everyBinding, interpreted, type Rule } from '../rule.ts';
import { bindingProblems, isDocumentStyle, missingOperation } from './bound.ts';
import type { Describing } from './description.ts';
import { typeProblems } from './messages.ts';
import { danglingParts } from './parts.ts';
import { danglingPorts, describedIn, missingPorts } from './port.ts';

const nothing = (text: string): Reason => ({ code: 'nothing-to-judge', text });
const NO_PORT = nothing('the WSDL has no port for this binding, and the document does not ask for one');
const NO_OPERATION = nothing('the WSDL does not have the operation in this binding');
const ELSEWHERE = nothing('a part of the WSDL stands in other documents, which are not fetched');

const judgeReferences: Describing = (description, cell) => {
  if (description.isPartial) return ELSEWHERE;
  const ports = [...missingPorts(description), ...danglingPorts(description, cell)];
  const found = describedIn(description, cell);
  if (ports.length > 0) return ports;
  if ('missing' in found) return found.missing === 'no-port' ? NO_PORT : NO_OPERATION;
  return [...found.dangling, ...danglingParts(description, found, cell)];
};

const judgeBinding: Describing = (description, cell, contract, endpoint) => {
  const found = describedIn(description, cell);
  if (!('missing' in found)) return bindingProblems(description, found, cell, contract, endpoint);
  if (description.isPartial) return ELSEWHERE;
  return found.missing === 'no-port' ? NO_PORT : [missingOperation(found.binding, cell)];
};

const judgeTypes: Describing = (description, cell, contract) => {
  const found = describedIn(description, cell);
  if ('missing' in found)
    return description.isPartial ? ELSEWHERE : found.missing === 'no-port' ? NO_PORT : NO_OPERATION;
  if (!isDocumentStyle(found, cell)) return nothing('the WSDL has another style than document in this binding');
  return typeProblems(description, found, cell, contract);
};

/** What a description says, where a target offers one: the document does not ask for it. */
export const wsdlRules: readonly Rule[] = [
  {
    id: 'wsdl.valid',
    level: 'recommended',
    layer: 'several exchanges',
    title: 'Where a WSDL is offered, every name in it that a binding needs leads to its component.',
    bindings: everyBinding,
    requirements: [],
    standard: 'WSDL 1.1, sections 2.1, 2.3, 2.4, 2.5, 2.6 and 2.7',
    basis: byStandard(),
    breaks:
      'Generators of clients: svcutil, wsimport, wsdl2h, zeep and node-soap give no client, or one without the operation.',
    breaksFrom: 'definition',
    example: {
      right: '<part element="tns:McatCodes"/> with <element name="McatCodes"> in <types>',
      wrong: 'the part, and no such element',
    },
    defects: [
      'wsdl-no-port',
      'wsdl-binding-nowhere',
      'wsdl-message-nowhere',
      'wsdl-type-nowhere',
      'wsdl-port-type-operation-missing',
    ],
    judge: () => 'not-applicable',
    describing: judgeReferences,
  },
  {
    id: 'wsdl.bindings',
    level: 'recommended',
    layer: 'several exchanges',
    title: 'Where a WSDL is offered, its bindings are those of the document, and their address is the endpoint.',
    bindings: everyBinding,
    requirements: ['service.endpoint', 'service.four-bindings', 'operations.*'],
    standard: 'WSDL 1.1, sections 2.5, 3, 4 and 5',
    basis: interpreted(
      'The document asks for no WSDL and says how each operation is called. A WSDL that says otherwise makes clients that ' +
        'call otherwise. What a WSDL leaves out, such as GET and POST, is no contradiction.',
      {
        'the address':
          'Clients are generated with it. Another host is not judged where the target is on this machine or in a private network: a tunnel explains it.',
        'the soapAction of SOAP 1.2':
          'The document sends no SOAPAction there. One that is named becomes the action parameter of clients, so it is the same or none.',
      },
    ),
    breaks: 'Clients generated from the WSDL call another address, or send a SOAPAction that the server does not know.',
    breaksFrom: 'definition',
    example: {
      right: '<soap:operation soapAction="http://dealer.example/webservices/McatCodes" style="document"/>',
      wrong: 'soapAction="urn:McatCodes"',
    },
    defects: [
      'wsdl-operation-missing',
      'wsdl-soap-action',
      'wsdl-soap12-action',
      'wsdl-rpc-style',
      'wsdl-encoded',
      'wsdl-address-path',
      'wsdl-address-relative',
      'wsdl-http-location',
      'wsdl-header-missing',
      'wsdl-namespace',
    ],
    judge: () => 'not-applicable',
    describing: judgeBinding,
  },
  {
    id: 'wsdl.types',
    level: 'recommended',
    layer: 'several exchanges',
    title: 'Where a WSDL is offered, its messages hold the elements of the document: names, order and types.',
    bindings: everyBinding,
    requirements: ['operations.*', 'operations.parameter-types', 'records.*.fields', 'bindings.rule-1.parameter-names'],
    standard: 'WSDL 1.1, sections 2.2 and 2.3',
    basis: interpreted(
      'The document asks for no WSDL and says what messages hold. Clients are generated from the names, the order and the types ' +
        'in the WSDL, so these are held against the tables; prefixes, named and anonymous types, and absent strings are free.',
      {
        'a number or boolean that may have no value':
          'The tables give each one a type that has no empty value. .NET makes a second member, and sends nothing unless both are set.',
      },
    ),
    breaks:
      'Generated clients send parameters that the server does not know, leave values out in silence, or lose fields of answers.',
    breaksFrom: 'definition',
    example: { right: '<element name="mcat" type="s:int"/>', wrong: '<element name="Mcat" type="s:string"/>' },
    defects: [
      'wsdl-header-order',
      'wsdl-items-renamed',
      'wsdl-long-as-int',
      'wsdl-parameter-renamed',
      'wsdl-parameter-type',
      'wsdl-parameter-optional',
      'wsdl-parameter-order',
      'wsdl-unqualified',
      'wsdl-namespace',
      'wsdl-response-renamed',
      'wsdl-result-no-list',
      'wsdl-http-parameter-missing',
      'wsdl-http-root',
      'wsdl-part-without-element',
    ],
    judge: () => 'not-applicable',
    describing: judgeTypes,
  },
];
