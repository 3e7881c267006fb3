import { renameOperation } from '../../calls/spelling/edit-envelope.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { withHeader } from '../../wire/http/exchange.ts';
import type { RunContext } from '../../wire/soap/binding.ts';
import type { EditRequest } from '../../wire/soap/request-of.ts';
import { edited, edits, editsOver, over } from './edit-request.ts';
import { type Observer, observersOf } from './observer.ts';

/** In the ids of observations; what is sent is a word of the run. */
const UNKNOWN = 'No_Such_Operation';

/** Another operation that only reads; it must never be one that writes. */
function anotherRead({ operation }: Cell, contract: Contract): string {
  const other = contract.operations.find(({ name, effect }) => effect === 'read' && name !== operation.name);
  return other?.name ?? operation.name;
}

function uri(contract: Contract, operation: string): string {
  return `${contract.namespace}${operation}`;
}

function sent(name: string, { contract, word }: RunContext): string {
  return uri(contract, name === UNKNOWN ? word(UNKNOWN) : name);
}

/** How the target handles an operation name that is not in the document, or is in another place. */
export const operationObservers: readonly Observer[] = observersOf('parameters', {
  'observe.operation-unknown': [
    'An operation that does not exist is called',
    ['errors.responses'],
    edits({ [UNKNOWN]: (request, cell, { word }) => renameOperation(request, cell, word(UNKNOWN)) }),
  ],
  'observe.operation-case': [
    "The operation's name is in lower case",
    ['errors.responses'],
    edits({ lower: (request, cell) => renameOperation(request, cell, cell.operation.name.toLowerCase()) }),
  ],
  'observe.path-case': [
    "The endpoint's path is in lower case",
    ['errors.responses'],
    (cell, base, { endpointPath }) => {
      const lower = endpointPath.toLowerCase();
      const inLower: EditRequest = (request, { basePath }) => {
        return { ...request, path: `${basePath}${lower}${request.path.slice(basePath.length + lower.length)}` };
      };
      return lower === endpointPath ? [] : [edited('lower', cell, base, inLower)];
    },
  ],
  'observe.soapaction-absent': [
    'SOAP 1.1 without a SOAPAction, or with an empty one',
    ['errors.soapaction'],
    editsOver(['soap11'], {
      absent: (request) => withHeader(request, 'SOAPAction', null),
      empty: (request) => withHeader(request, 'SOAPAction', '""'),
    }),
  ],
  'observe.soapaction-unquoted': [
    'SOAP 1.1 with a SOAPAction without quotes',
    ['errors.soapaction'],
    editsOver(['soap11'], {
      unquoted: (request, cell, { contract }) => withHeader(request, 'SOAPAction', uri(contract, cell.operation.name)),
    }),
  ],
  'observe.soapaction-other': [
    'SOAP 1.1 with the SOAPAction of another operation, or of an unknown one',
    ['errors.soapaction'],
    over(['soap11'], (cell, base, contract) =>
      [anotherRead(cell, contract), UNKNOWN].map((name) =>
        edited(name, cell, base, (request, context) => withHeader(request, 'SOAPAction', `"${sent(name, context)}"`)),
      ),
    ),
  ],
  'observe.soapaction-soap12': [
    'SOAP 1.2 with a SOAPAction',
    ['errors.soapaction'],
    editsOver(['soap12'], {
      right: (request, cell, { contract }) =>
        withHeader(request, 'SOAPAction', `"${uri(contract, cell.operation.name)}"`),
    }),
  ],
  'observe.soap12-action': [
    'SOAP 1.2 with an action parameter in its Content-Type: ' +
      'the right one, that of another operation, that of an unknown one',
    ['errors.soapaction'],
    over(['soap12'], (cell, base, contract) =>
      [cell.operation.name, anotherRead(cell, contract), UNKNOWN].map((name) => {
        const type = (context: RunContext) => `application/soap+xml; charset=utf-8; action="${sent(name, context)}"`;
        return edited(name, cell, base, (request, context) => withHeader(request, 'Content-Type', type(context)));
      }),
    ),
  ],
});
