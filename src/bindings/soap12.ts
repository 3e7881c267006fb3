import type { Binding } from './binding.ts';
import { writeEnvelope } from './envelope.ts';
import { locateInEnvelope } from './soap.ts';

/** SOAP 1.2: an envelope in application/soap+xml, with no SOAPAction (the document, table 'Bindings'). */
export const soap12: Binding = {
  spec: (contract) => contract.bindings.soap12,
  encode: (call, context) => {
    const { contract, basePath } = context;
    const { requestMediaType, charset, envelopeNamespace } = contract.bindings.soap12;
    return {
      method: 'POST',
      path: `${basePath}${contract.endpointPath}`,
      headers: [['Content-Type', `${requestMediaType}; charset=${charset}`]],
      body: Buffer.from(writeEnvelope(call, context, envelopeNamespace ?? '')),
    };
  },
  locate: (root, operation) => locateInEnvelope(root, operation.name),
};
