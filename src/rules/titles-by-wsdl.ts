/** What rules are called where a WSDL describes the service, if that says what else the document does: by their ids. */
export const titlesByWsdl: Readonly<Record<string, string>> = {
  'xml.encoding': 'The body is valid in the encoding that it names, or in UTF-8, and in no content coding.',
  'soap.encoding-style': 'No element has an encodingStyle: the messages are literal.',
  'soap.response-element': 'The Body holds exactly one element, the one that the WSDL names.',
  'soap.result-element': 'The element in the Body holds the result as the WSDL names it, or nothing for a null result.',
  'http.root-element': 'The root is the element that the WSDL names.',
  'record.namespace': 'Every element of a record is in the namespace that the WSDL gives it.',
  'record.shape': 'The result is a list or a record as the WSDL says, with no level too many or too few.',
  'record.unknown-field': 'A record holds no element that the WSDL does not name.',
  'record.field-name': 'Fields are spelled as in the WSDL, in the same case and number.',
  'record.field-order': 'Fields are in the order of the WSDL.',
  'record.field-repeated': 'No field of a record appears more often than the WSDL allows.',
  'record.missing-value': 'A field that the WSDL requires is present in every record.',
  'record.list-item': 'Children of a list have the name that the WSDL gives them.',
  'record.nil': 'No element is nil that the WSDL does not call nillable, and a nil element is empty.',
  'record.attribute': 'Elements have no attributes except those of the WSDL and of XML Schema instance.',
  'record.coverage': 'Every field that the WSDL does not call optional has been seen.',
  'binding.reachable': 'Each operation is answered in each of its bindings.',
  'binding.parity': 'One call succeeds in all bindings of its operation or in none, and has data in all or in none.',
  'binding.same-records': 'One call gets the same records in all bindings of its operation.',
  'binding.same-without-header':
    'SOAP without its header, where both versions answer that, gets the same records as GET and POST.',
  'wsdl.bindings':
    'Where a WSDL is offered, its bindings are those of the given one, and their address is the endpoint.',
};
