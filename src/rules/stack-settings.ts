// What a setting of each stack does, where the fixes of several rules need it.

/**
 * A stack for servers. WCF includes CoreWCF if that has the same setting, PHP is its SoapServer, JAX-WS has JAXB.
 * 'own code' is a server that reads and writes XML and forms itself.
 */
export type Stack = 'ASP.NET ASMX' | 'WCF' | 'spyne' | 'PHP' | 'node-soap' | 'JAX-WS' | 'gSOAP' | 'own code';

/** What to change, in a sentence or two per stack for which we know it. */
export type StackTexts = Readonly<Partial<Record<Stack, string>>>;

/** What names the elements of a message. */
export const wrapper: StackTexts = {
  'ASP.NET ASMX':
    '[SoapDocumentMethod(ResponseElementName = …, ResponseNamespace = …)] names the response, [return: ' +
    'XmlElement("…")] the result.',
  WCF:
    '[return: MessageParameter(Name = "…")] names the result; ' +
    "the response is named after the operation's Name, with Response added.",
  spyne: '@rpc(…, _out_message_name="…", _out_variable_name="…") names the response and the result.',
  PHP: 'new SoapServer("service.wsdl"), with style="document" and use="literal": without a WSDL it writes <return>.',
  'node-soap':
    "The WSDL's output message names the response; the method returns an object with the result as its only key.",
  'JAX-WS':
    '@ResponseWrapper(localName, targetNamespace) names the response, @WebResult(name, targetNamespace) the result.',
};

/** What makes messages document/literal. */
export const literal: StackTexts = {
  'ASP.NET ASMX': '[SoapDocumentService], which is the default, and no [SoapRpcMethod] or [SoapRpcService].',
  PHP: 'use="literal" and style="document" in the binding of the WSDL.',
  'JAX-WS': '@SOAPBinding(style = DOCUMENT, use = LITERAL), which is the default.',
  gSOAP: '"//gsoap ns service style: document" and "encoding: literal" in the file for soapcpp2; no option -e.',
};

/** What puts elements in the service namespace. */
export const namespace: StackTexts = {
  'ASP.NET ASMX':
    '[WebService(Namespace = …)] on the service; [XmlType(Namespace = …)] on record classes must not name another.',
  WCF: '[ServiceContract(Namespace = …)], and [DataContract(Namespace = …)] on each record: its default is another.',
  spyne: 'Application(tns=…), and __namespace__ of each ComplexModel: without it, it is the name of the Python module.',
  PHP: 'Give SoapServer a WSDL with this targetNamespace and elementFormDefault="qualified" in its schema.',
  'node-soap': 'The schema in the WSDL needs this targetNamespace and elementFormDefault="qualified".',
  'JAX-WS':
    '@XmlSchema(namespace = …, elementFormDefault = XmlNsForm.QUALIFIED) in package-info.java, ' +
    'and @WebService(targetNamespace = …).',
  gSOAP: '"//gsoap ns schema elementForm: qualified" and "//gsoap ns schema namespace: …" in the file for soapcpp2.',
};

export const fieldName: StackTexts = {
  'ASP.NET ASMX': '[XmlElement("…")] names a field; [XmlIgnore] leaves a member out.',
  WCF: '[DataMember(Name = "…")] names a field; a member without [DataMember] is left out.',
  spyne: 'The key in _type_info names a field, or sub_name="…" of its type.',
  PHP: "In WSDL mode the property of the object must have the schema's name, in the same case.",
  'node-soap': 'The key of the object that the method returns is the name of the element.',
  'JAX-WS': '@XmlElement(name = "…") names a field; @XmlTransient leaves a property out.',
};

/** What decides whether an empty field is absent, empty or nil. */
export const absent: StackTexts = {
  'ASP.NET ASMX':
    'Declare it int and not int?, written as xsi:nil for null; a member …Specified that is false leaves it out.',
  WCF: 'Declare it int and not int?, without EmitDefaultValue = false.',
  spyne: 'A field that is None is left out, or nil where min_occurs=1: set 0 or False before you return the record.',
  PHP: 'A property that is not set is left out, or nil where the WSDL says nillable="true": set 0 or false.',
  'node-soap': 'null is written as xsi:nil and undefined is left out: set 0 or false.',
  'JAX-WS':
    'Declare it int, long or boolean: null Integer, Long and Boolean are left out, or nil with nillable = true.',
};

/** How a list gets an element around its items. */
export const list: StackTexts = {
  'ASP.NET ASMX': 'A list with [XmlArray], or neither, has an element around its items; with [XmlElement] it has none.',
  spyne: 'Array(Video) has an element around its items; Video.customize(max_occurs="unbounded") has none.',
  'JAX-WS': '@XmlElementWrapper puts an element around the items of a list; without it there is none.',
};

/** How an operation answers with a fault that the stack itself writes. */
export const fault: StackTexts = {
  'ASP.NET ASMX':
    'throw new SoapException("…", SoapException.ClientFaultCode). ' +
    'On IIS, <httpErrors existingResponse="PassThrough"/> keeps its body.',
  WCF: 'throw new FaultException(…).',
  spyne: 'raise Fault("Client.…", "…"): Soap12 takes no other codes than Client and Server.',
  PHP:
    'throw new SoapFault("Client", "…"), for an unknown operation $server->fault("Client", "…") before handle(); ' +
    'display_errors off. Before PHP 8.5, ob_start() and str_replace put xml:lang="en" into <env:Text>; ' +
    'then count Content-Length again.',
  'node-soap':
    'throw { Fault: { statusCode: 500, faultcode, faultstring } }; for SOAP 1.2 Code: { Value }, Reason: ' +
    "{ Text: { attributes: { 'xml:lang': 'en' }, $value } }. It answers an unknown operation without XML: " +
    'write that fault in a handler in front of it.',
  'JAX-WS': "throw new SOAPFaultException(fault), with a fault made by the SOAPFactory of the request's SOAP version.",
};

/** Where texts are escaped. */
export const escapes: StackTexts = {
  'ASP.NET ASMX': 'XmlSerializer escapes texts: return them without HttpUtility.HtmlEncode.',
  WCF: 'The serializer escapes texts: return them without WebUtility.HtmlEncode.',
  PHP: 'SoapServer escapes texts: return them without htmlspecialchars() and htmlentities().',
  'node-soap': 'It escapes texts, unless escapeXML is off: return them as they are.',
  'JAX-WS': 'JAXB escapes texts: return them as they are.',
};
