const CODE_PAGE =
  'Read texts as UTF-8: some step, such as the connection to a database, takes them for Latin-1 or Windows-1252.';
const AS_ELEMENTS =
  'Return the record itself, so that its fields are elements, not a string that holds it in another format.';
const ESCAPE_ONCE = 'Escape a text once, where the XML is written, and keep it unescaped everywhere else.';

/** Rule id, or cause of findings (to its first '-' if a family) → what to change in own code: one or two sentences. */
export const fixesInOwnCode: Readonly<Record<string, string>> = {
  'http.answer':
    'Read the whole request, answer an exception with a Fault and status 500, and close only after the last byte. ' +
    'A header field is one line.',
  'http.answer:closed':
    'See in the log what ends the connection: a crash, or a limit of a gateway. ' +
    'Answer an exception with a Fault and status 500.',
  'http.answer:refused': 'Nothing takes connections at the address: start the server, or give the right port.',
  'http.answer:framing':
    'Let the HTTP library of your platform write the status line and the header fields: ' +
    'HTTP/1.1 200 OK, then a name, a colon and a value in each line.',
  'http.answer:chunks':
    'Write the number of bytes of each chunk in hexadecimal digits in a line before them, ' +
    'and 0 and an empty line at the end. Or send Content-Length, and no Transfer-Encoding.',
  'http.answer:lengths':
    'Send one Content-Length, the number of bytes of the body, or Transfer-Encoding: chunked, and never both.',
  'http.answer:field':
    'Leave the header field to the server, or write it as its RFC has it: ' +
    'a date is like Mon, 23 Nov 2026 01:00:00 GMT.',
  'http.answer:twice': 'Set the header field in one place: code, server and proxy may each add it.',
  'http.answer:untrue': 'Make the header field from the bytes of this answer, when nothing changes them any more.',
  'http.answer:closing':
    'Leave connections to the HTTP library of your platform, or say Connection: ' +
    'close in each answer after which you close, and close after it.',
  'http.answer:reset':
    'Read the whole request before you close, also one you refuse: closing with unread input resets the connection.',
  'http.status':
    'Answer 200 where the call has an answer, also one without records. Behind 4xx and 5xx is an exception: ' +
    'the log of the server names it.',
  'http.status-generated':
    'Accept every value of the type that a parameter or the header has, ' +
    'and answer with an empty list or record where nothing is found.',
  'http.content-type': 'Send application/soap+xml over SOAP 1.2 and text/xml otherwise, both with charset=utf-8.',
  'http.content-type:html-page':
    'See in the log what the page stands for: an error of the service, a log-in or a proxy. ' +
    'Answer an exception with a Fault and status 500.',
  'http.content-type:multipart':
    'Send the envelope itself as text/xml or application/soap+xml: switch MTOM and attachments off.',
  'http.content-length': 'Write the whole body before you send it, and count its bytes.',
  'http.content-length:after-document':
    'Send nothing behind the bytes that Content-Length counts, such as a line end, or count it too.',
  'http.content-length:characters':
    'Encode the text as UTF-8 first, and count those bytes: ' +
    'Buffer.byteLength(text), len(text.encode()), getBytes(UTF_8).length.',
  'http.content-length:list': 'Set Content-Length in one place: code, server and proxy may each add it.',
  'http.content-length:no-body':
    'Send nothing after the head of an answer to HEAD, and of one with 204 or 304: the next answer begins there.',
  'xml.encoding': 'Encode texts as UTF-8, cut them between characters, and declare encoding="utf-8" or nothing.',
  'xml.encoding:Content-Encoding':
    'Compress only where Accept-Encoding of the request allows it, and tell caches so with Vary: Accept-Encoding.',
  'xml.encoding:compressed':
    'Send Content-Encoding with what is compressed, and compress only where Accept-Encoding of the request allows it.',
  'xml.encoding:compressed-twice':
    'Compress in one place: in the service, the server or the proxy before it. ' +
    'Nothing compresses an answer that has a Content-Encoding.',
  'xml.encoding:compressed-cut':
    'Close the compressor before you send what it has written, and count the bytes after that.',
  'xml.encoding:compressed-otherwise':
    'Name the coding that is applied: gzip is RFC 1952, deflate is zlib (RFC 1950) and never DEFLATE without it.',
  'xml.encoding:latin1':
    'Encode the text as UTF-8 where it becomes bytes: ' +
    'a writer or the default of the platform takes ISO 8859-1 or Windows-1252.',
  'xml.encoding:not-compressed':
    'Send Content-Encoding only with what is compressed. What decompresses an answer removes the header field.',
  'xml.bom': 'Write no bytes EF BB BF before the text.',
  'xml.well-formed':
    'Write answers with an XML library, which escapes texts and closes elements, not by joining strings.',
  'xml.well-formed:ampersand':
    'Write & in a text as &amp;. Escape & first, then <. XML has no names such as &nbsp;: write the character itself.',
  'xml.well-formed:less-than': 'Write < in a text as &lt;, with the function of an XML library that escapes texts.',
  'xml.well-formed:prefix':
    'Declare each prefix you write: xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" where you write xsi:nil.',
  'xml.well-formed:outside':
    'Write one document, and nothing before or after it: no empty line, warning or second answer.',
  'xml.well-formed:tags': 'Close each element by the name that opened it, the last one first, as an XML writer does.',
  'xml.well-formed:empty':
    'Write the answer before you send it: flush and close the writer before you take its bytes. ' +
    'See in the log if an exception ended it.',
  'xml.well-formed:json':
    'Write the XML of the document, whatever Accept says and whatever a framework writes by default.',
  'xml.well-formed:escaped':
    'Send the document as it is: what writes the answer takes it for a text, and escapes its markup.',
  'xml.well-formed:base64': 'Send the bytes of the document, not their base64.',
  'xml.well-formed:http-head':
    'Give header fields to the server, and write only the document into the body: ' +
    'a CGI or proxy may have sent the head twice.',
  'xml.well-formed:php-message':
    'Set display_errors to 0 and log_errors to 1, and fix what the message names: PHP writes it before the answer.',
  'xml.well-formed:twice':
    'Write the answer once: see which handler, filter or retry writes it again into the same response.',
  'xml.well-formed:chunk-sizes':
    'Write the body without chunk sizes, unless you send Transfer-Encoding: chunked. ' +
    'What removes that header field, as a proxy or CGI, removes the sizes too.',
  'xml.well-formed:cut':
    'Count Content-Length after the last step that changes the body: what decompresses or rewrites it counts anew. ' +
    'See in the log if an exception ended the writing.',
  'xml.no-doctype': 'Write no <!DOCTYPE …>.',
  'xml.characters':
    'Remove characters that XML 1.0 does not have, such as U+0000 and U+000B: as references they are wrong too.',
  'soap.no-processing-instruction':
    'Write no <?xml-stylesheet …?> or the like: only the XML declaration, at the very start.',
  'soap.envelope-namespace':
    'Answer in the SOAP version of the request: the namespace of its Envelope and its Content-Type say which.',
  'soap.envelope-structure': 'An Envelope has an optional Header, then one Body, and nothing else.',
  'soap.encoding-style': 'Write no encodingStyle attribute: the document is literal.',
  'soap.encoding-style:rpc-encoded':
    'Write document/literal: elements in the service namespace, with no xsi:type and no encodingStyle.',
  'http.no-envelope':
    'Over GET and POST the root is the result itself: choose how you write by the path of the request.',
  'soap.unexpected-fault':
    'Send a Fault with status 500, or 400 for code Sender of SOAP 1.2. A call that finds nothing gets an empty result.',
  'soap.response-element':
    'The Body holds <OpResponse>, and that <OpResult>, named after the operation and in the service namespace.',
  'soap.result-element':
    'The Body holds <OpResponse>, and that <OpResult>, named after the operation and in the service namespace.',
  'soap.fault':
    'A Fault has the Content-Type of its binding. SOAP 1.1: faultcode and faultstring in no namespace, status 500. ' +
    'SOAP 1.2: Code/Value and Reason/Text with xml:lang.',
  'soap.must-understand':
    'Answer an unknown header block that has mustUnderstand="1" or "true" with a fault MustUnderstand.',
  'soap.version-mismatch': 'Answer an Envelope of neither SOAP namespace with a fault VersionMismatch.',
  'http.root-element':
    'The root is the record of the operation or ArrayOf and its name, as its sample in the document has it.',
  'record.namespace':
    'Declare xmlns="{xml_namespace}" where the answer begins, and no xmlns="" or prefix of another namespace below it.',
  'record.namespace:data-contract':
    'Write records by the XML serializer, not by the data contract serializer: ' +
    'it has a namespace, names and an order of its own.',
  'record.shape':
    'An array is one element around its records, also around one or none. A single record has no such element.',
  'record.shape:list-as-text': 'Write each item as an element of its own: <string>LX</string><string>EX</string>.',
  'record.shape:escaped-xml':
    'Return the record itself, not a string that holds its XML: what writes the answer escapes a string.',
  'record.shape:json-text': AS_ELEMENTS,
  'record.shape:base64-text': AS_ELEMENTS,
  'record.shape:missing-wrapper':
    'Write the element of the list, and its items inside it: <Years><string>2023</string></Years>.',
  'record.unknown-field': 'Write the fields of the table, by its names, and no others.',
  'record.field-name': 'Write the names of the table, in their case.',
  'record.field-order':
    'Write the fields one by one as the table has them: a map, a sorted list or reflection has another order.',
  'record.field-repeated': 'Write each field once: a list is one element around its items.',
  'record.missing-value': 'Write 0 or false where there is no value: an int, long or boolean is never left out.',
  'record.nil':
    'Write 0 or false where there is no value: an int, long or boolean is never nil, and what is nil is empty.',
  'record.list-item': 'Name the items of a list of texts <string>, and the items of a list of records as the record.',
  'record.attribute':
    'Write values as elements: only attributes of XML Schema instance, such as xsi:nil, are known to clients.',
  'record.mixed-text': 'Write nothing but white space between the elements of a record.',
  'value.boolean': 'Write true or false, also for a record that is empty.',
  'value.int': 'Write digits only, without separators, and 0 where there is no number.',
  'value.long':
    'Write digits only, without separators or exponent, and 0 where there is no number: a double rounds beyond 2^53.',
  'xsd.valid':
    'The schema is in xsd/operations of this package; http://getdata.invalid/ stands there for the service namespace.',
  'xsd.valid:xsi-type': 'Write no xsi:type, or the type of the table: xsd:string for a text.',
  'binding.reachable':
    'Take POST at /getData.asmx for SOAP, by its Content-Type 1.1 or 1.2, ' +
    'and GET and POST at /getData.asmx/ and the operation.',
  'binding.parity':
    'Where a call is refused, route it as in the other bindings. Read it into the same values, and call one function.',
  'binding.same-records':
    'Read a request of any binding into the same values, call one function with them, and write its one result.',
  'binding.same-without-header': 'Filter nothing where SOAP comes without a VehicleTypeHeader, as over GET and POST.',
  'response.own-call':
    'Keep what belongs to a call in local variables: no static field or shared object. ' +
    'The key of a cache has every parameter.',
  'data.answers-question':
    'Look records up by the parameter itself, and answer without data where there is none: no next or first record.',
  'data.nested-keys':
    'Select the items of a record by its own key: a join without that condition returns items of other records.',
  'data.listed-accepted':
    'Let the list and the operation that takes its values read the same rows, by the same conditions.',
  'data.restricted-part': 'Make the restricted list from the whole one, by conditions: it has no rows of its own.',
  'data.same-record': 'Write the record of a key by one function, from one source, whichever operation asks.',
  'data.lasting':
    'Compare servers behind a load balancer, and look at caches that are empty for a while: some answers lack data.',
  'data.readable-text:utf-8-that-was-read-as-windows-1252': CODE_PAGE,
  'data.readable-text:a-control-character-between-u-0080-and-u-009f': CODE_PAGE,
  'data.readable-text:the-replacement-character-u-fffd':
    'Find the step that reads the text in a wrong encoding: U+FFFD stands for bytes that it could not read.',
  'data.readable-text:a-reference-that-was-escaped-twice': ESCAPE_ONCE,
  'data.readable-text:the-name-of-a-type':
    'Write what the object holds: the default text of an object is the name of its type.',
  'data.readable-text': 'Write an empty element, or none, where a value is null or undefined.',
  'request.header-values':
    'Accept every value of the table VehicleTypeHeader, true, false, 1 and 0, and lists of any length.',
  'request.soapaction':
    'Take the operation from the first element of the Body, or from SOAPAction without quotes. SOAP 1.2 needs none.',
  'request.soapaction:contract-filter':
    'Dispatch by the first element of the Body: ' +
    'the SOAPAction of the document, or none in SOAP 1.2, is no reason to refuse a call.',
  'request.soapaction:version':
    'Take the SOAP version from the namespace of the Envelope and the Content-Type, never from a SOAPAction.',
  'request.text-parameters': 'Parse numbers of forms and queries from their text, as you do for SOAP.',
  'request.text-fidelity':
    'Decode each reference once, by code point. In forms and queries + is a space. A text is no CSV, JSON or number: ' +
    'take nothing off its ends, and refuse none.',
  'request.text-fidelity:beyond':
    'Keep texts in UTF-8 or UTF-16 from the request to the answer: ' +
    'a code page on the way, also of a database, has not all characters.',
  'request.text-fidelity:padded': 'Trim what a column of fixed length, such as CHAR(20), adds to a text.',
  'request.text-fidelity:space as +': 'In forms and queries decode + to a space, before the percent signs.',
  'request.long-parameters': 'Read a long into 64 bits, and an int into 32: fewer cut it, and a double rounds it.',
  'request.parameter-case': 'Compare names of SOAP parameters exactly: XML names differ in case.',
  'request.header-fields':
    'Ignore header fields you do not need, take their names in any case and order, and see what a firewall refuses.',
  'request.header-blocks': 'Skip header blocks that you do not know and that need not be understood.',
  'request.lexical-forms': 'Trim numbers and booleans, and take +, leading zeros, 1 and 0, as XML Schema does.',
  'request.personas': 'Do not look at User-Agent, prefixes, places of declarations or the XML declaration.',
  'request.infoset':
    'Read requests with an XML parser, not by text search, and names by namespace. Join all texts and CDATA of an ' +
    'element: DOM textContent, itertext() in Python, REXML texts; text alone may be the first part.',
  'request.media-type': 'Compare what is before ";" in any case; charset is a parameter of it.',
  'request.url-encoding':
    'Use a library such as URLSearchParams: + is a space, empty pairs do not count. Decode the path before comparing.',
  'request.delivery': 'Join the bytes of all packets before you decode them.',
  'wsdl.valid':
    'Each message, binding, type, element and base must name a component that the WSDL has, ' +
    'in the namespace of its prefix. The address of each import must answer.',
  'wsdl.bindings':
    '<binding>: SOAP 1.1, SOAP 1.2, GET and POST; in SOAP style="document", use="literal", ' +
    'soapAction = namespace + operation. <port>: the absolute address of each.',
  'wsdl.own-answers':
    'Write minOccurs="0" for an element an answer may leave out, and no facet or fixed value that stored data break.',
  'wsdl.types':
    '<types>: elementFormDefault="qualified", and an element for each request and response. ' +
    'Take names and order from the document; int, long and boolean have minOccurs="1".',
};
