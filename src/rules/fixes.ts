import { fixesInOwnCode } from './fixes-own-code.ts';
import {
  absent,
  escapes,
  fault,
  fieldName,
  list,
  literal,
  namespace,
  type StackTexts,
  wrapper,
} from './stack-settings.ts';

/** Rule id → how stacks fix what breaks it, from their manuals and sources; nothing where we know none. */
const fixesOfStacks: Readonly<Record<string, StackTexts>> = {
  'http.content-type': {
    PHP:
      'SoapServer writes the type of each SOAP version itself: set none with header(). ' +
      'GET and POST need a script of your own, with header("Content-Type: text/xml; charset=utf-8").',
    spyne:
      'Where its version leaves the charset out: mime_type = "text/xml; ' +
      'charset=utf-8" in a subclass of Soap11, likewise for Soap12.',
    'node-soap':
      "It copies the request's Content-Type into the answer: " +
      'set the right one just before headers are written (package on-headers).',
  },
  'http.content-length': {
    'ASP.NET ASMX':
      '[WebMethod(BufferResponse = true)], which is the default, and no Response.Flush() in a module or SoapExtension.',
    WCF: 'transferMode="Buffered" on the binding: a streamed answer is chunked.',
    PHP:
      'Print nothing before handle(), not even a BOM in a .php file: it is not counted. ' +
      'zlib.output_compression = Off. In your own script: header("Content-Length: " . strlen($xml)).',
    'node-soap': 'enableChunkedEncoding: false in the options of soap.listen.',
    'JAX-WS':
      'The reference implementation answers in chunks: buffer the answer in a servlet filter that sets the length.',
    gSOAP: 'Do not set SOAP_IO_CHUNK or SOAP_ENC_GZIP, which imply chunks: without them, gSOAP counts the bytes first.',
  },
  'http.content-type:multipart': {
    WCF: 'messageEncoding="Text" on the binding, in place of "Mtom".',
    'JAX-WS': 'Remove @MTOM from the service, or switch it off: ((SOAPBinding) binding).setMTOMEnabled(false).',
    gSOAP: 'Do not set SOAP_ENC_MTOM or SOAP_ENC_MIME as output mode.',
  },
  'xml.encoding': {
    WCF: 'textEncoding="utf-8" on the binding, or writeEncoding="utf-8" on textMessageEncoding.',
    PHP: "The option 'encoding' of SoapServer names the charset of your strings; they are sent as UTF-8.",
    gSOAP: 'soap_set_mode(soap, SOAP_C_UTFSTRING) where char* strings hold UTF-8.',
  },
  'xml.encoding:Content-Encoding': {
    'ASP.NET ASMX':
      'Where a module sets Response.Filter to a GZipStream, let it look at Accept-Encoding, ' +
      'or leave compression to IIS, which does.',
    PHP: 'Send what gzencode() made only where Accept-Encoding has gzip.',
  },
  'xml.bom': {
    'ASP.NET ASMX': 'In your own handler or filter, write with new UTF8Encoding(false): Encoding.UTF8 writes a BOM.',
    PHP: 'Save every .php file without a BOM: bytes before <?php are sent before the envelope.',
  },
  'xml.well-formed:outside': {
    PHP: 'Print nothing before or after handle(): leave out the closing ?>, and log warnings (display_errors = Off).',
  },
  'xml.well-formed:prefix': {
    'node-soap': "It writes xsi:nil but declares no xsi: add it to response.result in a listener of 'response'.",
  },
  'xml.well-formed:ampersand': { 'node-soap': 'Leave escapeXML on, and return no key $xml.' },
  'xml.well-formed:less-than': { 'node-soap': 'Leave escapeXML on, and return no key $xml.' },
  'xml.well-formed:json': {
    'ASP.NET ASMX':
      'With Content-Type: application/json it answers JSON, by [ScriptService] and [ScriptMethod]: ' +
      'remove them, and see which module changes the type.',
    WCF: '[WebGet(ResponseFormat = WebMessageFormat.Xml)], and [WebInvoke], no automaticFormatSelectionEnabled.',
  },
  'xml.characters': {
    'ASP.NET ASMX':
      'It writes them as references such as &#x1E;: remove them from strings before, with XmlConvert.IsXmlChar.',
    WCF: 'Remove them from strings before you return a record, with XmlConvert.IsXmlChar.',
    'node-soap':
      'It escapes & and <, but leaves control characters in: remove them from strings before you return a record.',
  },
  'soap.envelope-namespace': {
    WCF:
      'basicHttpBinding is SOAP 1.1. SOAP 1.2: ' +
      'customBinding with textMessageEncoding messageVersion="Soap12" and httpTransport.',
    spyne:
      'An Application has one protocol: ' +
      'make one with Soap11 and one with Soap12, and choose by the Content-Type of the request.',
    'node-soap':
      'forceSoap12Headers: true writes the SOAP 1.2 envelope for all calls of a listener: ' +
      'choose it by the Content-Type of the request.',
    'JAX-WS':
      '@BindingType(SOAPBinding.SOAP12HTTP_BINDING) makes an endpoint SOAP 1.2: ' +
      'choose it by the Content-Type of the request.',
  },
  'soap.envelope-structure': {
    spyne:
      'A control character in a string makes lxml raise ValueError, and the answer an Envelope without a Body: ' +
      'remove it from strings before.',
  },
  'soap.encoding-style': literal,
  'soap.encoding-style:rpc-encoded': literal,
  'soap.response-element': wrapper,
  'soap.result-element': wrapper,
  'soap.fault': fault,
  'soap.must-understand': {
    'ASP.NET ASMX': 'Set DidUnderstand of a SoapUnknownHeader to true only where you handled it.',
    WCF: '[ServiceBehavior(ValidateMustUnderstand = true)], which is the default.',
    PHP: 'SoapServer calls the method a header block names, and a class with __call has all: write the methods out.',
    'node-soap': "It ignores mustUnderstand: throw { Fault: … } in a listener of the server's event 'headers'.",
    'JAX-WS': 'getHeaders() of a SOAPHandler names only the headers that it handles.',
    gSOAP:
      'soap->actor = "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver": ' +
      "else it takes blocks with that role for another's.",
  },
  'http.root-element': {
    'ASP.NET ASMX':
      'The root is named after the XML Schema type: [XmlType("Video")] on the class; an array is ArrayOf + name.',
  },
  'record.namespace': namespace,
  'record.field-name': fieldName,
  'record.unknown-field': fieldName,
  'record.field-order': {
    'ASP.NET ASMX':
      '[XmlElement(Order = n)] on every member of the class, or the order of its declarations; a base class is first.',
    WCF: '[DataMember(Order = n)]: without it the order is the alphabet, and a base class comes first.',
    spyne: '_type_info = [("ID", Long), ("Name", Unicode), …]: a list keeps its order.',
    PHP: 'It writes the order of the xsd:sequence in the WSDL, whatever the object has.',
    'node-soap': 'It writes the keys of the returned object in their order.',
    'JAX-WS': '@XmlType(propOrder = {"id", "name", …}) on the class, with the names of the properties.',
    gSOAP: "It writes the members in the order of the file for soapcpp2; wsdl2h takes it from the WSDL's xsd:sequence.",
  },
  'record.namespace:data-contract': {
    WCF:
      '[XmlSerializerFormat] on the service contract, and classes with [XmlType] and [XmlElement]. SoapCore: ' +
      'SoapSerializer.XmlSerializer in UseSoapEndpoint.',
  },
  'record.shape': list,
  'record.shape:list-as-text': list,
  'record.shape:missing-wrapper': list,
  'record.shape:escaped-xml': {
    'ASP.NET ASMX': 'Return the class of the record, or an XmlElement, where the method now returns string.',
    WCF: 'Return the class of the record, or an XmlElement, where the method now returns string.',
    spyne: 'The type of the record, or AnyXml, in place of Unicode as what the method returns.',
    'node-soap': 'Return an object, not XML as a string.',
    'JAX-WS': 'Return the class of the record, where the method now returns String.',
  },
  'record.missing-value': absent,
  'record.nil': absent,
  'record.list-item': {
    'ASP.NET ASMX': '[XmlArrayItem("…")] names the items; without it, they have the name of their XML Schema type.',
    WCF: '[CollectionDataContract(ItemName = "…")] on a list class names the items.',
    spyne: 'Array(Video) names items after the type; member_name="…" gives another name.',
    'JAX-WS': '@XmlElement(name = "…") names the items, with @XmlElementWrapper for the list around them.',
  },
  'record.attribute': {
    'ASP.NET ASMX': '[XmlElement] in place of [XmlAttribute].',
    spyne: 'The plain type in place of XmlAttribute(…).',
    'node-soap': "Return no key 'attributes': it is written as attributes of the element.",
    'JAX-WS': '@XmlElement in place of @XmlAttribute.',
  },
  'record.mixed-text': {
    'ASP.NET ASMX': '[XmlElement] in place of [XmlText].',
    spyne: 'The plain type in place of XmlData(…).',
    'node-soap': "Return no key '$value': it is written as text in place of the fields.",
    'JAX-WS': '@XmlElement in place of @XmlMixed and @XmlValue.',
  },
  'value.boolean': {
    'ASP.NET ASMX': 'Declare it bool; where it is a string, XmlConvert.ToString(value): bool.ToString() gives "True".',
    WCF: 'Declare it bool; where it is a string, XmlConvert.ToString(value): bool.ToString() gives "True".',
    spyne: 'Declare it Boolean: a Unicode field gets "True" from str(value).',
    PHP: 'type="xsd:boolean" in the WSDL: as a string, true is "1" and false is empty.',
  },
  'binding.reachable': {
    'ASP.NET ASMX':
      '<webServices><protocols> in web.config: <add name="…"/> for HttpSoap, HttpSoap12, HttpGet and HttpPost; ' +
      'the last two are off by default.',
    WCF:
      'One endpoint for each: basicHttpBinding, a customBinding with Soap12, webHttpBinding with [WebGet]. ' +
      'A form is read from a Stream.',
    spyne: 'Applications with Soap11, Soap12 and HttpRpc (in) with XmlDocument (out), chosen by path and Content-Type.',
    PHP: 'SoapServer answers only SOAP, in both versions: serve GET and POST with your own script.',
    'node-soap': 'It answers only SOAP: add routes for GET and POST on the same HTTP server.',
    'JAX-WS': 'An endpoint has one SOAP version: publish two, and serve GET and POST by a servlet.',
    gSOAP: 'GET and POST: set soap.fget, and register the plugin http_post.',
  },
  'request.soapaction': {
    'ASP.NET ASMX':
      '[SoapDocumentService(RoutingStyle = SoapServiceRoutingStyle.RequestElement)] takes the operation from the body.',
    WCF: '[OperationContract(Action = …)] with the action of the document: the default has the name of the interface.',
    'JAX-WS': '@WebMethod(action = …) with the action of the document.',
  },
  'request.soapaction:contract-filter': {
    WCF: '[OperationContract(Action = …)] with the action of the document: the default has the name of the interface.',
  },
  'request.text-fidelity': {
    'ASP.NET ASMX': '<globalization requestEncoding="utf-8"/> in web.config: queries and forms are read in it.',
    'node-soap': 'preserveWhitespace: true keeps white space at the ends of a text.',
    'JAX-WS':
      'Servlets on Tomcat: URIEncoding="UTF-8" of the Connector, and request.setCharacterEncoding("UTF-8") for forms.',
    gSOAP: 'SOAP_C_UTFSTRING as mode for input and output: without it, char* strings hold Latin-1.',
  },
  'data.readable-text:a-reference-that-was-escaped-twice': escapes,
  'request.long-parameters': {
    PHP: 'A 64-bit build of PHP.',
    'node-soap': 'customDeserializer: { long: (text) => text }: without it parseInt rounds beyond 2^53.',
  },
  'request.lexical-forms': {
    spyne: 'Integer32 takes 10 characters at most: Integer32(max_str_len=…) takes +, - and leading zeros beyond that.',
  },
  'wsdl.bindings': {
    WCF: '<useRequestHeadersForMetadataAddress> as behaviour: then the address follows the request.',
    PHP: 'SoapServer sends the WSDL file as it is: write the address of the endpoint into it.',
    'node-soap': 'soap.listen sends the WSDL that it was given: write the address of the endpoint into it.',
  },
  'wsdl.types': {
    'ASP.NET ASMX': 'It writes ?wsdl from your classes: change their members and attributes, and the WSDL follows.',
    spyne: 'Integer32(min_occurs=1, nillable=False), likewise for Long and Boolean.',
  },
  'http.status-generated': {
    spyne: 'Integer32 takes 10 characters at most, and so no -1000000000: Integer32(max_str_len=11).',
    'node-soap': 'customDeserializer: { long: (text) => text }: without it parseInt rounds a long beyond 2^53.',
  },
  'soap.version-mismatch': {
    'node-soap':
      'It takes an Envelope of any namespace: ' +
      'write the fault soap:VersionMismatch in a handler in front of it, such as express middleware.',
    gSOAP:
      'In the function that soap->fseterror names: ' +
      '*code = "SOAP-ENV:VersionMismatch" if soap->level is 0, soap->part > SOAP_IN_ENVELOPE and < SOAP_IN_BODY.',
  },
  'request.infoset': {
    PHP:
      'SoapServer refuses CDATA in numbers and beside text: ' +
      '$xml->loadXML($request, LIBXML_NOCDATA) with DOMDocument, and handle($xml->saveXML()).',
    'node-soap':
      'It takes the last of text and CDATA for the whole, and xsi:type for data unless its prefix is xsi. ' +
      'In front of it, parse with libxml2-wasm, option XML_PARSE_NOCDATA, remove xsi:type, ' +
      'and set request.body to the text of the document.',
    gSOAP:
      'It reads 7 characters of a reference such as &#128640; and leaves the ";". In soap_char of stdsoap2.cpp make ' +
      'tmp[8] and the limit of its loop larger; compile that file into the server, without -lgsoap++.',
  },
  'request.header-blocks': {
    PHP:
      'Write methods out: with __call, SoapServer calls every block. ' +
      'It reads a block without its types after one that it does not know: remove that.',
  },
};

/** Rule id, or the cause of some of its findings, → what to change, by stack; in own code last. */
export const fixes: Readonly<Record<string, StackTexts>> = Object.fromEntries(
  Object.entries(fixesInOwnCode).map(([rule, text]) => [rule, { ...fixesOfStacks[rule], 'own code': text }]),
);
