import { expect } from 'vitest';
import type { Header, HttpRequest } from '../../exchange/exchange.ts';

type Edit = (request: HttpRequest) => HttpRequest;

const inBody =
  (from: string | RegExp, to: string): Edit =>
  (request) => {
    const before = Buffer.from(request.body ?? []).toString();
    expect(before).toMatch(from);
    return { ...request, body: Buffer.from(before.replace(from, to)) };
  };
const inPath =
  (from: string, to: string): Edit =>
  (request) => ({ ...request, path: request.path.replace(from, to) });
const method =
  (name: string): Edit =>
  (request) => ({ ...request, method: name });
const header =
  (name: string, value: string | null): Edit =>
  (request) => {
    const others = request.headers.filter(([own]) => own !== name);
    return { ...request, headers: value === null ? others : [...others, [name, value] satisfies Header] };
  };
/** A header line twice. */
const again =
  (name: string): Edit =>
  (request) => ({ ...request, headers: request.headers.flatMap((line) => (line[0] === name ? [line, line] : [line])) });
/** Any body: the golden one's length does not apply. */
const body =
  (bytes: string | Uint8Array): Edit =>
  (request) => ({ ...request, body: Buffer.from(bytes) });

const soap11 = ['Get_Inventory', 'soap11'] as const;
const soap12 = ['Get_Inventory', 'soap12'] as const;
const get = ['Get_Inventory', 'http-get'] as const;
const post = ['Get_Inventory', 'http-post'] as const;
const mcat = ['McatCode_check', 'soap11'] as const;
const vehicle = ['GetModel_VehicleType', 'soap11'] as const;
const password = ['McatCodes', 'http-get'] as const;

/** A golden request, an edit, and what the rules say about it. `(hint)` and `(recommended)` are less than required. */
export const specimens: readonly (readonly [cell: readonly [string, string], edit: Edit, ...said: string[]])[] = [
  [soap11, method('PUT'), "client.method: method 'PUT' calls nothing: expected POST"],
  [soap11, method('post'), "client.method: method 'post' calls nothing: expected POST"],
  [get, method('HEAD'), "client.method: method 'HEAD' calls nothing: expected GET"],
  [post, method('PUT'), "client.method: method 'PUT' calls nothing: expected GET or POST"],
  [
    soap11,
    method('GET'),
    "client.method: method 'GET' calls nothing: expected POST",
    "client.path: the path names no operation: expected '/getData.asmx/<Op>'",
  ],
  [get, inPath('getData.asmx', 'getdata.asmx'), "client.path: path '/getdata.asmx': expected '/getData.asmx'"],
  [soap11, inPath('getData.asmx', 'getData'), "client.path: path '/getData': expected '/getData.asmx'"],
  [
    soap11,
    inPath('.asmx', '.asmx/Get_Inventory'),
    "client.path: a SOAP envelope is posted below the endpoint: expected only '/getData.asmx'",
  ],
  [
    soap11,
    inPath('.asmx', '.asmx?wsdl'),
    'client.path (hint): the query is ignored: over POST the parameters belong in the body',
  ],
  [get, inPath('/getData.asmx', ''), "client.path: the path has no '/getData.asmx'"],
  [soap12, inPath('/getData.asmx', '/'), "client.path: the path has no '/getData.asmx'"],
  [post, inPath('/Get_Inventory', ''), "client.path: the path names no operation: expected '/getData.asmx/<Op>'"],
  [get, inPath('?', '/?'), "client.path: the path goes on after the operation: expected '/getData.asmx/Get_Inventory'"],
  [get, inPath('asmx/', 'asmx'), "client.path: path '/getData.asmxGet_Inventory': expected '/getData.asmx'"],
  [
    post,
    method('GET'),
    'client.path: the body is ignored: over GET the parameters belong in the query',
    "client.parameter-missing (hint): parameter 'Application_ID' is not sent",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    post,
    (request) => body('')({ ...request, path: `${request.path}?Application_ID=1&ItemNo=2` }),
    'client.path: the query is ignored: over POST the parameters belong in the body',
    "client.parameter-missing (hint): parameter 'Application_ID' is not sent",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    soap11,
    header('Content-Type', 'application/soap+xml; charset=utf-8'),
    "client.media-type: Content-Type is 'application/soap+xml; charset=utf-8': expected 'text/xml', as the envelope is SOAP 1.1's",
  ],
  [
    soap12,
    header('Content-Type', 'text/xml; charset=utf-8'),
    "client.media-type: Content-Type is 'text/xml; charset=utf-8': expected 'application/soap+xml', as the envelope is SOAP 1.2's",
  ],
  [
    soap11,
    header('Content-Type', null),
    "client.media-type: Content-Type is none: expected 'text/xml', as the envelope is SOAP 1.1's",
  ],
  [
    soap11,
    header('Content-Type', 'text/xml; charset = utf-8'),
    "client.media-type: Content-Type is 'text/xml; charset = utf-8': expected 'text/xml', in the grammar of media types",
  ],
  [
    post,
    again('Content-Type'),
    "client.media-type: Content-Type is 'application/x-www-form-urlencoded, application/x-www-form-urlencoded': expected 'application/x-www-form-urlencoded'",
  ],
  [
    post,
    header('Content-Type', 'multipart/form-data; boundary=x'),
    "client.media-type: Content-Type is 'multipart/form-data; boundary=x': expected 'application/x-www-form-urlencoded'",
  ],
  [
    post,
    (request) => body('{"ItemNo": "SC & 1001"}')(header('Content-Type', 'application/json')(request)),
    "client.media-type: Content-Type is 'application/json': expected 'application/x-www-form-urlencoded'",
  ],
  [
    post,
    header('Content-Type', null),
    "client.media-type: Content-Type is none: expected 'application/x-www-form-urlencoded'",
  ],
  [
    soap11,
    header('Content-Type', 'text/xml; charset=iso-8859-1'),
    "client.charset: charset 'iso-8859-1': expected 'utf-8'",
  ],
  [soap11, header('Content-Type', 'text/xml'), "client.charset (hint): Content-Type has no charset: expected 'utf-8'"],
  [
    soap11,
    (request) => ({
      ...request,
      body: Buffer.from(
        Buffer.from(request.body ?? [])
          .toString()
          .replace('SC', 'SÖ'),
        'latin1',
      ),
    }),
    'client.charset: byte D6 at offset 324 is not UTF-8',
  ],
  [post, header('Content-Encoding', 'gzip'), "client.charset (hint): Content-Encoding is 'gzip': expected none"],
  [
    soap11,
    inBody('encoding="utf-8"', 'encoding="utf-16"'),
    'client.charset (recommended): the XML declaration says encoding="utf-16", the bytes are UTF-8',
  ],
  [
    get,
    inPath('SC-1001', 'S%F6'),
    "client.url-encoding: parameter 'ItemNo' is not URL-encoded: its escapes are not UTF-8",
  ],
  [
    get,
    inPath('SC-1001', '100%'),
    "client.url-encoding: parameter 'ItemNo' is not URL-encoded: a '%' begins no escape",
  ],
  [
    get,
    inPath('SC-1001', 'SÖ'),
    "client.url-encoding: parameter 'ItemNo' is not URL-encoded: a character that needs an escape has none",
  ],
  [
    get,
    inPath('SC-1001', 'S%u00D6'),
    "client.url-encoding (recommended): parameter 'ItemNo' is not URL-encoded: a '%u' escape, which no standard has",
  ],
  [get, inPath('SC-1001', 'a|b'), "client.url-encoding (recommended): the query has a raw '|': expected an escape"],
  [get, inPath('SC-1001', 'a#b'), "client.url-encoding: the query has a raw '#': expected an escape"],
  [
    post,
    body('Application_ID=1&ItemNo'),
    "client.url-encoding (hint): parameter 'ItemNo' is not URL-encoded: it has no '='",
  ],
  [
    password,
    inPath('Password=secret-1001', 'Password=a&secret'),
    "client.url-encoding: parameter '…' is not URL-encoded: it has no '='",
  ],
  [
    soap11,
    header('Transfer-Encoding', 'chunked'),
    'client.content-length (hint): Content-Length is none: expected 383',
  ],
  [post, header('Content-Length', '3'), "client.content-length (hint): Content-Length is '3': expected 35"],
  [
    soap11,
    inBody('SC-1001', 'S & Co'),
    'client.well-formed: the body is not XML that SOAP allows: "&" begins no reference',
  ],
  [soap11, body('{}'), 'client.well-formed: the body is not XML that SOAP allows: text data outside of root node'],
  [
    soap11,
    inBody('?>', '?><!DOCTYPE x>'),
    'client.well-formed: the body is not XML that SOAP allows: a document type declaration',
  ],
  [
    soap11,
    inBody('?>', '?><?x y?>'),
    'client.well-formed: the body is not XML that SOAP allows: a processing instruction, which SOAP forbids',
  ],
  [
    soap11,
    inBody('version="1.0"', 'version="1.1"'),
    'client.well-formed: the body is not XML that SOAP allows: XML of another version than 1.0',
  ],
  [
    soap11,
    inBody('soap/envelope/', 'soap/envelope'),
    "client.envelope-namespace: the envelope is in the namespace 'http://schemas.xmlsoap.org/soap/envelope': expected SOAP 1.1's 'http://schemas.xmlsoap.org/soap/envelope/'",
  ],
  [
    soap11,
    inBody(/<soap:Envelope.*?<soap:Body>(.*)<\/soap:Body>.*/s, '$1'),
    "client.envelope-structure: the root is 'Get_Inventory': expected an Envelope around the call",
  ],
  [
    soap11,
    inBody(/<Get_Inventory.*<\/Get_Inventory>/, ''),
    'client.envelope-structure: the Body is empty: expected the element of the operation',
  ],
  [soap11, inBody('</soap:Body>', '<a/></soap:Body>'), 'client.envelope-structure: the Body holds a second element'],
  [
    soap11,
    inBody('</soap:Body>', '</soap:Body><soap:Header/>'),
    'client.envelope-structure: Header comes after Body: expected it before',
  ],
  [soap11, inBody('<soap:Body>', '<a/><soap:Body>'), "client.envelope-structure: 'a' is not part of an Envelope"],
  [
    soap11,
    inBody('</soap:Body>', '</soap:Body><a xmlns="urn:a"/>'),
    "client.envelope-structure (hint): 'a' is not part of an Envelope",
  ],
  [
    soap11,
    inBody('<ItemNo>', 'x<ItemNo>'),
    "client.envelope-structure: text in 'Get_Inventory' is ignored: expected only elements",
  ],
  [
    soap11,
    inBody(/<ItemNo>.*<\/ItemNo>/, '<ItemNo value="SC-1001"/>'),
    "client.envelope-structure (hint): attribute 'value' of 'ItemNo' means nothing here",
  ],
  [
    vehicle,
    inBody('<OnlyMake>', '<OnlyMake xsi:nil="true">'),
    "client.envelope-structure (hint): attribute 'nil' of 'OnlyMake' means nothing here",
  ],
  [
    vehicle,
    inBody('<VehicleTypeHeader', '<VehicleTypeHeader xsi:type="xsd:string"'),
    "client.envelope-structure (hint): attribute 'type' of 'VehicleTypeHeader' means nothing here",
  ],
  [
    soap11,
    inBody('<ItemNo>', '<ItemNo><!-- x -->'),
    "client.envelope-structure (hint): a comment in 'ItemNo', which ASMX refuses",
  ],
  [
    soap11,
    inBody('<soap:Body>', '<soap:Body soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">'),
    "client.envelope-structure (hint): attribute 'encodingStyle' of 'Body' means nothing here",
  ],
  [
    vehicle,
    inBody('<Filtervehicles>', 'true<Filtervehicles>'),
    "client.envelope-structure: text in 'VehicleTypeHeader' is ignored: expected only elements",
  ],
  [
    soap11,
    again('SOAPAction'),
    'client.soapaction: SOAPAction is \'"http://dealer.example/webservices/Get_Inventory", "http://dealer.example/webser…\': expected "http://dealer.example/webservices/Get_Inventory"',
  ],
  [
    soap11,
    header('SOAPAction', null),
    'client.soapaction: SOAPAction is absent: expected "http://dealer.example/webservices/Get_Inventory"',
  ],
  [
    soap11,
    header('SOAPAction', '""'),
    'client.soapaction: SOAPAction is \'""\': expected "http://dealer.example/webservices/Get_Inventory"',
  ],
  [
    soap11,
    header('SOAPAction', 'http://dealer.example/webservices/Get_Inventory'),
    'client.soapaction (hint): SOAPAction has no double quotes around it',
  ],
  [soap12, header('SOAPAction', '""'), 'client.soapaction (hint): SOAPAction is sent over SOAP 1.2: expected none'],
  [
    soap12,
    header('Content-Type', 'application/soap+xml; charset=utf-8; action="urn:x"'),
    "client.soap12-action (hint): action is 'urn:x': expected 'http://dealer.example/webservices/Get_Inventory'",
  ],
  [
    soap11,
    inBody(/Get_Inventory/g, 'get_inventory'),
    "client.operation: operation 'get_inventory' does not exist: did you mean 'Get_Inventory'?",
  ],
  [
    get,
    inPath('Get_Inventory', 'GetInventory'),
    "client.operation: operation 'GetInventory' does not exist: did you mean 'Get_Inventory'?",
  ],
  [
    get,
    inPath('Get_Inventory', 'Ping'),
    "client.operation: operation 'Ping' does not exist, nor one with a name like it",
  ],
  [get, inPath('ItemNo', 'itemno'), "client.parameters: parameter 'itemno' is ignored: did you mean 'ItemNo'?"],
  [soap11, inBody(/ItemNo>/g, 'Item_No>'), "client.parameters: parameter 'Item_No' is ignored: did you mean 'ItemNo'?"],
  [
    post,
    inBody('ItemNo', 'Colour'),
    "client.parameters: parameter 'Colour' is ignored: Get_Inventory has no such parameter",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    soap11,
    inBody('<ItemNo>', '<ItemNo xmlns="">'),
    "client.service-namespace: parameter 'ItemNo' is ignored: it is in no namespace, expected 'http://dealer.example/webservices/'",
  ],
  [
    soap11,
    inBody('dealer.example/webservices/', 'tempuri.org/'),
    "client.service-namespace: operation 'Get_Inventory' is in the namespace 'http://tempuri.org/', expected 'http://dealer.example/webservices/'",
  ],
  [
    mcat,
    inBody(/<mcat>.*<\/mcat>/, '<mcat>1,000</mcat>'),
    "client.types: parameter 'mcat' is '1,000': expected an int",
  ],
  [mcat, inBody(/<mcat>.*<\/mcat>/, '<mcat xsi:nil="1"/>'), "client.types: parameter 'mcat' is nil: expected an int"],
  [
    mcat,
    inBody('<mcat>', '<mcat xsi:type="xsd:string">'),
    "client.types (recommended): parameter 'mcat' says that its type is 'xsd:string': expected int",
  ],
  [
    soap11,
    inBody(/<ItemNo>.*<\/ItemNo>/, '<ItemNo xsi:nil="1"/>'),
    "client.types (hint): parameter 'ItemNo' is nil: the document shows text",
  ],
  [
    soap11,
    inBody(/<ItemNo>.*<\/ItemNo>/, '<ItemNo><string>1</string></ItemNo>'),
    "client.types: parameter 'ItemNo' holds elements: expected text",
  ],
  [get, inPath('&ItemNo=SC-1001', ''), "client.parameter-missing (hint): parameter 'ItemNo' is not sent"],
  [
    get,
    inPath('Application_ID=APP-1&ItemNo=SC-1001', 'ItemNo=1&Application_ID=2'),
    "client.parameter-order (hint): parameter 'ItemNo' is where 'Application_ID' is in the document",
  ],
  [get, inPath('&ItemNo', '&ItemNo=1&ItemNo'), "client.parameter-repeated (hint): parameter 'ItemNo' is sent again"],
  [password, inPath('&Password=secret-1001', ''), "client.credentials (hint): credential 'Password' is not sent"],
  [
    password,
    inPath('&Password=secret-1001', '&Password='),
    "client.credentials (hint): credential 'Password' is empty",
  ],
  [
    vehicle,
    inBody(/Filtervehicles>/g, 'FilterVehicles>'),
    "client.header: 'FilterVehicles' in the header is ignored: did you mean 'Filtervehicles'?",
  ],
  [
    vehicle,
    inBody(/VehicleTypeHeader/g, 'VehicleTypeheader'),
    "client.header: 'VehicleTypeheader' in the header is ignored: did you mean 'VehicleTypeHeader'?",
  ],
  [
    vehicle,
    inBody(/<VehicleTypeHeader [^>]*>/, '<VehicleTypeHeader>'),
    "client.header: 'VehicleTypeHeader' in the header is ignored: it is in no namespace",
  ],
  [
    vehicle,
    inBody(/<Filtervehicles>.*?<\/Filtervehicles>/, '<Filtervehicles>True</Filtervehicles>'),
    "client.header: 'Filtervehicles' is 'True': expected 'true'",
  ],
  [
    vehicle,
    inBody(/<VehicleTypeToFilter>.*<\/VehicleTypeToFilter>/, '<VehicleTypeToFilter>SUV</VehicleTypeToFilter>'),
    "client.header: 'VehicleTypeToFilter' is 'SUV': expected one of None, Car, Truck, Utility_Vehicle, Van",
  ],
  [
    vehicle,
    inBody(/<OnlyMake ?\/>|<OnlyMake>.*<\/OnlyMake>/, '<OnlyMake><Make>Honda</Make></OnlyMake>'),
    "client.header: 'Make' in the header is ignored: did you mean 'string'?",
  ],
  [
    vehicle,
    inBody(/<OnlyMake ?\/>|<OnlyMake>.*<\/OnlyMake>/, '<OnlyMake>Honda</OnlyMake>'),
    "client.header: 'OnlyMake' holds text: expected <string> for each item",
  ],
  [
    vehicle,
    inBody('</VehicleTypeHeader>', '</VehicleTypeHeader><Filtervehicles xmlns="http://dealer.example/webservices/"/>'),
    "client.header: 'Filtervehicles' in the header is ignored: did you mean 'VehicleTypeHeader'?",
  ],
  [
    vehicle,
    inBody(/(<Filtervehicles>.*?)(<VehicleTypeToFilter>.*?)(?=<OnlyMake)/, '$2$1'),
    "client.header (hint): 'Filtervehicles' comes earlier in the document",
  ],
  [
    vehicle,
    inBody('<soap:Header>', '<soap:Header><soap:Extra/>'),
    "client.header: 'Extra' in the header is ignored: did you mean 'VehicleTypeHeader'?",
  ],
  [
    vehicle,
    inBody('<string>Honda</string>', '<string><Make>Honda</Make></string>'),
    "client.header: 'string' in 'OnlyMake' holds elements: expected text",
  ],
  [
    vehicle,
    inBody('<soap:Header>', '<soap:Header><w:Security xmlns:w="urn:w" soap:mustUnderstand="1"/>'),
    "client.header (recommended): the service has no 'Security' in the header that it must understand",
  ],
  [
    soap11,
    inBody(
      '<soap:Body>',
      '<soap:Header><VehicleTypeHeader xmlns="http://dealer.example/webservices/"/></soap:Header><soap:Body>',
    ),
    'client.header (hint): Get_Inventory takes no VehicleTypeHeader: it is ignored',
  ],
];
