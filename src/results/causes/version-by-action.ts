import { headerValue } from '../../wire/http/exchange.ts';
import type { Finding } from '../outcome.ts';

const VERSION = 'soap.envelope-namespace:Envelope';

/**
 * A finding of the wrong SOAP version, which plain requests over SOAP 1.2 do not show and a variant with a SOAPAction
 * does, as one that names the SOAPAction; any other as it is.
 */
export function versionByAction(finding: Finding): Finding {
  const { cause, binding, probe, message, exchange } = finding;
  const hasAction = headerValue(exchange.request.headers, 'soapaction') !== undefined;
  if (cause !== VERSION || binding !== 'soap12' || probe === undefined || !hasAction) return finding;
  const found = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return {
    ...finding,
    cause: 'request.soapaction:version',
    message: `The SOAPAction of the request decides the version: ${found}`,
  };
}
