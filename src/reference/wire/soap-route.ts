import type { Contract, Operation } from '../../contract/model.ts';
import { fault } from './failure.ts';
import type { InElement } from './namespaces.ts';
import { operationNamed } from './parsed-request.ts';
import type { Read } from './soap-parameters.ts';

const NO_ACTION = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.';

/** What the HTTP headers of a SOAP request say. */
export interface Arrival {
  readonly contract: Contract;
  readonly mediaType: string;
  /** Null where there is none; without its quotes. */
  readonly soapAction: string | null;
  /** SOAP 1.2's action parameter of the media type. */
  readonly action: string | undefined;
  /** What ASMX takes the request for before it sees the envelope. */
  readonly guess: 'soap11' | 'soap12';
}

/** SOAP 1.1 goes by SOAPAction where there is one; SOAP 1.2 by its action if that is known, else by the Body's element. */
export function route(arrival: Arrival, version: 'soap11' | 'soap12', body: InElement | undefined): Read<Operation> {
  const viaBody = byBody(arrival, body);
  if (version === 'soap11' && arrival.soapAction !== null) {
    const message = `Server did not recognize the value of HTTP Header SOAPAction: ${arrival.soapAction}.`;
    return orFault(byAction(arrival, arrival.soapAction), message);
  }
  return orFault(version === 'soap12' ? (byAction(arrival, arrival.action) ?? viaBody) : viaBody, NO_ACTION);
}

function orFault(operation: Operation | null, message: string): Read<Operation> {
  return operation === null
    ? { kind: 'failure', failure: fault('Client', message) }
    : { kind: 'value', value: operation };
}

/** The operation an action names: the namespace and the operation's name, exactly. */
export function byAction({ contract }: Arrival, action: string | undefined): Operation | null {
  if (action === undefined || !action.startsWith(contract.namespace)) return null;
  return operationNamed(contract.operations, action.slice(contract.namespace.length));
}

/** The operation of the Body's first element. */
export function byBody({ contract }: Arrival, body: InElement | undefined): Operation | null {
  const first = body?.children[0];
  return first?.namespace === contract.namespace ? operationNamed(contract.operations, first.name) : null;
}
