import { get, inBody, inPath, mcat, password, post, type Specimen, soap11, vehicle } from './specimen-edits.fixture.ts';

/** Mistakes in operations, parameters and the VehicleTypeHeader. */
export const parametersSpecimens: readonly Specimen[] = [
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
  [get, inPath('ItemNo', 'itemno'), "client.parameters: parameter 'itemno' is unknown: did you mean 'ItemNo'?"],
  [soap11, inBody(/ItemNo>/g, 'Item_No>'), "client.parameters: parameter 'Item_No' is unknown: did you mean 'ItemNo'?"],
  [
    post,
    inBody('ItemNo', 'Colour'),
    "client.parameters: parameter 'Colour' is unknown: Get_Inventory has no such parameter",
    "client.parameter-missing (hint): parameter 'ItemNo' is not sent",
  ],
  [
    soap11,
    inBody('<ItemNo>', '<ItemNo xmlns="">'),
    "client.service-namespace: parameter 'ItemNo' is unknown: it is in no namespace, expected 'http://dealer.example/webservices/'",
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
    "client.header: 'VehicleTypeHeader' in the header is ignored: it is in no namespace, expected 'http://dealer.example/webservices/'",
  ],
  [
    soap11,
    inBody('<ItemNo>', '<VehicleTypeHeader/><ItemNo>'),
    "client.parameters: parameter 'VehicleTypeHeader' is unknown: it belongs in the envelope's Header",
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
