import { again, body, header, inBody, type Specimen, soap11, soap12, vehicle } from './specimen-edits.fixture.ts';

/** Mistakes in the envelope and its SOAPAction. */
export const envelopeSpecimens: readonly Specimen[] = [
  [
    soap11,
    inBody('SC-1001', 'S & Co'),
    'client.well-formed: the body is not XML that SOAP allows: "&" is not escaped as "&amp;"',
  ],
  [soap11, body('{}'), 'client.well-formed: the body is JSON: expected an envelope'],
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
    header('SOAPAction', '"http://dealer.example/webservices/McatCodes"'),
    'client.soapaction: SOAPAction is \'"http://dealer.example/webservices/McatCodes"\', and calls McatCodes: expected "http://dealer.example/webservices/Get_Inventory"',
  ],
  [
    soap11,
    header('SOAPAction', 'http://dealer.example/webservices/Get_Inventory'),
    'client.soapaction (hint): SOAPAction has no double quotes around it',
  ],
  [soap12, header('SOAPAction', '""'), 'client.soapaction (hint): SOAPAction is sent over SOAP 1.2: expected none'],
  [
    soap12,
    header('Content-Type', 'application/soap+xml; charset=utf-8; action="http://dealer.example/webservices/McatCodes"'),
    "client.soapaction: action is 'http://dealer.example/webservices/McatCodes', and calls McatCodes: expected 'http://dealer.example/webservices/Get_Inventory'",
  ],
  [
    soap12,
    header('Content-Type', 'application/soap+xml; charset=utf-8; action="urn:x"'),
    "client.soap12-action (hint): action is 'urn:x': expected 'http://dealer.example/webservices/Get_Inventory'",
  ],
];
