import type { Cell, Contract } from '../../../contract/model.ts';
import { edited, renameOperation, setHeader } from '../edit-request.ts';
import type { Observer } from '../observer.ts';

const common = { scope: 'parameters', sees: 'answer' } as const;

/** Another operation that only reads; it must never be one that writes. */
function anotherRead({ operation }: Cell, contract: Contract): string {
  const other = contract.operations.find(({ name, effect }) => effect === 'read' && name !== operation.name);
  return other?.name ?? operation.name;
}

function uri(contract: Contract, operation: string): string {
  return `${contract.namespace}${operation}`;
}

/** What is done with a name of an operation that is not, or not where, the document has it. */
export const operationObservers: readonly Observer[] = [
  {
    ...common,
    id: 'observe.operation-unknown',
    title: 'An operation that does not exist is called',
    gaps: ['errors.responses'],
    plan: (cell, base) => [
      edited('No_Such_Operation', cell, base, (request) => renameOperation(cell, request, 'No_Such_Operation')),
    ],
  },
  {
    ...common,
    id: 'observe.operation-case',
    title: "The operation's name is in lower case",
    gaps: ['errors.responses'],
    plan: (cell, base) => [
      edited('lower', cell, base, (request) => renameOperation(cell, request, cell.operation.name.toLowerCase())),
    ],
  },
  {
    ...common,
    id: 'observe.soapaction-absent',
    title: 'SOAP 1.1 without a SOAPAction, or with an empty one',
    gaps: ['errors.soapaction'],
    plan: (cell, base) =>
      cell.binding === 'soap11'
        ? [
            edited('absent', cell, base, (request) => setHeader(request, 'SOAPAction', null)),
            edited('empty', cell, base, (request) => setHeader(request, 'SOAPAction', '""')),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.soapaction-unquoted',
    title: 'SOAP 1.1 with a SOAPAction without quotes',
    gaps: ['errors.soapaction'],
    plan: (cell, base, contract) =>
      cell.binding === 'soap11'
        ? [
            edited('unquoted', cell, base, (request) =>
              setHeader(request, 'SOAPAction', uri(contract, cell.operation.name)),
            ),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.soapaction-other',
    title: 'SOAP 1.1 with the SOAPAction of another operation, or of none',
    gaps: ['errors.soapaction'],
    plan: (cell, base, contract) =>
      cell.binding === 'soap11'
        ? [anotherRead(cell, contract), 'No_Such_Operation'].map((name) =>
            edited(name, cell, base, (request) => setHeader(request, 'SOAPAction', `"${uri(contract, name)}"`)),
          )
        : [],
  },
  {
    ...common,
    id: 'observe.soapaction-soap12',
    title: 'SOAP 1.2 with a SOAPAction',
    gaps: ['errors.soapaction'],
    plan: (cell, base, contract) =>
      cell.binding === 'soap12'
        ? [
            edited('right', cell, base, (request) =>
              setHeader(request, 'SOAPAction', `"${uri(contract, cell.operation.name)}"`),
            ),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.soap12-action',
    title:
      'SOAP 1.2 with an action parameter in its Content-Type: the right one, that of another operation, that of none',
    gaps: ['errors.soapaction'],
    plan: (cell, base, contract) =>
      cell.binding === 'soap12'
        ? [cell.operation.name, anotherRead(cell, contract), 'No_Such_Operation'].map((name) =>
            edited(name, cell, base, (request) =>
              setHeader(
                request,
                'Content-Type',
                `application/soap+xml; charset=utf-8; action="${uri(contract, name)}"`,
              ),
            ),
          )
        : [],
  },
];
