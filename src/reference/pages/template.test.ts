import { expect, test } from 'vitest';
import { operationNamed } from '../../contract/operations.ts';
import { contract } from '../client.fixture.ts';
import type { PageMarkup } from './page.ts';
import { requestTemplate, responseTemplate } from './template.ts';

const known = contract();
const address = new URL('http://dealer.example/getData.asmx');

/** The text that a reader sees, with placeholders in braces. */
function shown({ markup }: PageMarkup): string {
  return markup
    .replaceAll('<var>', '{')
    .replaceAll('</var>', '}')
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}

test('a request over SOAP 1.1 has its header block', () => {
  const operation = operationNamed(known, 'GetModel_VehicleType');
  expect(shown(requestTemplate(operation, 'soap11', known, address))).toBe(`POST /getData.asmx HTTP/1.1
Host: dealer.example
Content-Type: text/xml; charset=utf-8
Content-Length: {length}
SOAPAction: "http://dealer.example/webservices/GetModel_VehicleType"

<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Header>
    <VehicleTypeHeader xmlns="http://dealer.example/webservices/">
      <Filtervehicles>{boolean}</Filtervehicles>
      <VehicleTypeToFilter>{None or Car or Truck or Utility_Vehicle or Van}</VehicleTypeToFilter>
      <OnlyMake>
        <string>{string}</string>
        <string>{string}</string>
      </OnlyMake>
      <NoModel>
        <string>{string}</string>
        <string>{string}</string>
      </NoModel>
      <NoMissings>{boolean}</NoMissings>
      <VcdbOnly>{boolean}</VcdbOnly>
    </VehicleTypeHeader>
  </soap:Header>
  <soap:Body>
    <GetModel_VehicleType xmlns="http://dealer.example/webservices/">
      <Make>{string}</Make>
      <Year>{string}</Year>
      <ProductID>{string}</ProductID>
    </GetModel_VehicleType>
  </soap:Body>
</soap:Envelope>`);
});

// ASP.NET's samples go four classes deep. That is where the document's nil comes from.
test('a response over SOAP 1.2 ends in nil where the document does', () => {
  const operation = operationNamed(known, 'Get_PartialProd_Resources');
  const text = shown(responseTemplate(operation, 'soap12', known));
  expect(text).toContain(
    'HTTP/1.1 200 OK\nContent-Type: application/soap+xml; charset=utf-8\nContent-Length: {length}\n\n',
  );
  expect(text).toContain(`
          <PartialProd_Categories>
            <PartialProd_Categories xsi:nil="true" />
            <PartialProd_Categories xsi:nil="true" />
          </PartialProd_Categories>
`);
});

test('GET and POST have their parameters in the query and in the body', () => {
  const operation = operationNamed(known, 'Get_Inventory');
  expect(shown(requestTemplate(operation, 'http-get', known, address))).toBe(
    'GET /getData.asmx/Get_Inventory?Application_ID={string}&ItemNo={string} HTTP/1.1\nHost: dealer.example',
  );
  expect(shown(requestTemplate(operation, 'http-post', known, address))).toBe(`POST /getData.asmx/Get_Inventory HTTP/1.1
Host: dealer.example
Content-Type: application/x-www-form-urlencoded
Content-Length: {length}

Application_ID={string}&ItemNo={string}`);
  expect(shown(responseTemplate(operation, 'http-get', known))).toBe(`HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: {length}

<?xml version="1.0" encoding="utf-8"?>
<Inventory_Response xmlns="http://dealer.example/webservices/">
  <Response_Code>{int}</Response_Code>
  <Inventory_List>
    <Inventory_item>
      <ItemNo>{string}</ItemNo>
      <Application_ID>{string}</Application_ID>
      <Quantity>{int}</Quantity>
    </Inventory_item>
    <Inventory_item>
      <ItemNo>{string}</ItemNo>
      <Application_ID>{string}</Application_ID>
      <Quantity>{int}</Quantity>
    </Inventory_item>
  </Inventory_List>
</Inventory_Response>`);
});
