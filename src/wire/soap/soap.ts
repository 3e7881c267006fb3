import type { Operation } from '../../contract/model.ts';
import { actionOf, operationNamed } from '../../contract/operations.ts';
import { childElements, isNil, type XmlElement } from '../../xml/tree.ts';
import type { Header } from '../http/exchange.ts';
import { type Binding, type Located, nothing } from './binding.ts';
import { endpointPathOf } from './call.ts';
import { writeEnvelope } from './envelope.ts';

/** SOAP 1.1: an envelope in text/xml, with a quoted SOAPAction (document, 'Bindings'; SOAP 1.1, section 6.1.1). */
export const soap11 = soapBinding('soap11');

/** SOAP 1.2: an envelope in application/soap+xml, with no SOAPAction (the document, table 'Bindings'). */
export const soap12 = soapBinding('soap12');

function soapBinding(name: 'soap11' | 'soap12'): Binding {
  return {
    spec: (contract) => contract.bindings[name],
    encode: (call, context, style) => {
      const { contract } = context;
      const { requestMediaType, charset, envelopeNamespace, soapAction } = contract.bindings[name];
      const named = actionOf({ operation: operationNamed(contract, call.operation), binding: name });
      const action: readonly Header[] = [['SOAPAction', `"${named ?? `${contract.namespace}${call.operation}`}"`]];
      // The document has none for SOAP 1.2; a WSDL may name what only the action leads to.
      const parameter = soapAction || !named ? '' : `; action="${named}"`;
      return {
        method: 'POST',
        path: endpointPathOf(context),
        headers: [
          ['Content-Type', `${requestMediaType}; charset=${charset}${parameter}`],
          ...(soapAction ? action : []),
        ],
        body: Buffer.from(writeEnvelope(call, context, envelopeNamespace ?? '', style)),
      };
    },
    locate: locateInEnvelope,
  };
}

/** Finds Envelope, Body, `<Op>Response` and `<Op>Result` (the document, table 'Bindings' and binding rule 3). */
function locateInEnvelope(root: XmlElement, { name, result: shape }: Operation): Located {
  const { wrapper = `${name}Response`, element = `${name}Result` } = shape;
  if (root.name !== 'Envelope') return nothing;
  const body = childElements(root).find((child) => child.name === 'Body') ?? null;
  const envelope = { root, body };
  if (body === null) return { ...nothing, envelope };
  const children = childElements(body);
  const fault = children.find((child) => child.name === 'Fault' && child.namespace === body.namespace) ?? null;
  const payload = children.find((child) => child.name === wrapper) ?? null;
  if (payload === null) return { ...nothing, envelope, fault };
  if (element === null) {
    const isNull = isNil(payload);
    return { envelope, fault, payload, result: isNull ? null : payload, nullResult: isNull };
  }
  const inside = childElements(payload);
  const result = inside.find((child) => child.name === element) ?? null;
  const nullResult = inside.length === 0 || (result !== null && isNil(result));
  return { envelope, fault, payload, result: nullResult ? null : result, nullResult };
}
