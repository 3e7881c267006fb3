import type { Binding } from './binding.ts';
import { writeEnvelope } from './envelope.ts';
import { locateInEnvelope } from './soap.ts';

/** SOAP 1.1: an envelope in text/xml, with the quoted SOAPAction (the document, table 'Bindings'; SOAP 1.1, section 6.1.1). */
export const soap11: Binding = {
  spec: (contract) => contract.bindings.soap11,
  encode: (call, context) => {
    const { contract, basePath } = context;
    const { requestMediaType, charset, envelopeNamespace } = contract.bindings.soap11;
    return {
      method: 'POST',
      path: `${basePath}${contract.endpointPath}`,
      headers: [
        ['Content-Type', `${requestMediaType}; charset=${charset}`],
        ['SOAPAction', `"${contract.namespace}${call.operation}"`],
      ],
      body: Buffer.from(writeEnvelope(call, context, envelopeNamespace ?? '')),
    };
  },
  locate: (root, operation) => locateInEnvelope(root, operation.name),
};
