import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wsdl } from '../../reference/wsdl/document.ts';
import { descriptionIn } from './description.ts';
import { answerOf, contract, ENDPOINT, objections, reasons } from './wsdl.fixture.ts';

const own = wsdl(contract, ENDPOINT);
const asmx = readFileSync(new URL('../../../fixtures/asmx/captures/wsdl.xml', import.meta.url), 'utf8');
const ASMX_ENDPOINT = 'http://127.0.0.1:18400/getData.asmx';

test.each([
  ['the reference server', own, ENDPOINT],
  ['a real ASP.NET server', asmx, ASMX_ENDPOINT],
])('everything in the WSDL of %s is judged, and nothing is wrong', (_whose, text, endpoint) => {
  expect([objections(text, endpoint), reasons(text)]).toEqual([[], []]);
});

describe('what a WSDL may write differently', () => {
  const variations: Readonly<Record<string, string>> = {
    'other prefixes': asmx
      .replaceAll(/\b(?:s|tns|wsdl|soap12?|http|mime):(?=[A-Za-z])/g, 'x$&')
      .replaceAll(/xmlns:(?=(?:s|tns|wsdl|soap12?|http|mime)=)/g, 'xmlns:x'),
    'a default namespace for WSDL': own.replaceAll(/(<\/?)wsdl:/g, '$1').replace('xmlns:wsdl=', 'xmlns='),
    'single quotes, comments, CRLF': own.replaceAll('"', "'").replaceAll('\n', '\r\n<!-- "x" -->'),
    'declarations on inner elements': own
      .replaceAll(/xmlns:soap="[^"]*"/g, '')
      .replaceAll(/<soap:(\w+)/g, '<soap:$1 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"'),
    'operations in another order': own.replace(
      /(<wsdl:binding name="GetDataSoap"[\s\S]*?\/>)([\s\S]*?)(<\/wsdl:binding>)/,
      (_all, start: string, inside: string, end: string) =>
        `${start}${(inside.match(/<wsdl:operation [\s\S]*?<\/wsdl:operation>/g) ?? []).toReversed().join('\n')}${end}`,
    ),
    'types of elements apart, with names': own.replace(
      /<s:element name="McatCodes">\s*<s:complexType>([\s\S]*?)<\/s:complexType>\s*<\/s:element>/,
      '<s:element name="McatCodes" type="tns:McatCodesType"/><s:complexType name="McatCodesType">$1</s:complexType>',
    ),
    'an element by reference': own
      .replace(
        /(<s:element name="McatCodes">[\s\S]*?)<s:element [^>]*name="DealerID" type="s:string" \/>/,
        '$1<s:element ref="tns:DealerID"/>',
      )
      .replace('<s:element name="McatCodes">', '<s:element name="DealerID" type="s:string"/>$&'),
    'fields from a base type and a group': own.replace(
      /<s:complexType name="Asset">[\s\S]*?<\/s:complexType>/,
      '<s:complexType name="A0"><s:sequence><s:element name="URL" type="s:string"/></s:sequence></s:complexType>' +
        '<s:group name="G"><s:sequence><s:element name="Description" type="s:string" minOccurs="0"/></s:sequence></s:group>' +
        '<s:complexType name="Asset"><s:complexContent><s:extension base="tns:A0"><s:group ref="tns:G"/></s:extension></s:complexContent></s:complexType>',
    ),
    'xs:all, attributes and any content next to the fields': own.replace(
      /(<s:complexType name="Asset">\s*)<s:sequence>([\s\S]*?)<\/s:sequence>/,
      '$1<s:all>$2</s:all><s:anyAttribute/>',
    ),
    'strings with length facets': own
      .replace(/name="URL" type="s:string"/, 'name="URL" type="tns:Text"')
      .replace(
        '<s:complexType name="Asset">',
        '<s:simpleType name="Text"><s:restriction base="s:string"><s:maxLength value="9"/></s:restriction></s:simpleType>$&',
      ),
    'strings and lists that are always there': own.replaceAll(' minOccurs="0"', ''),
    'nillable strings and lists': own.replaceAll(
      /(<s:element [^<>]*name="\w+") (?=type="(?:s:string|tns:ArrayOf))/g,
      '$1 nillable="true" ',
    ),
    'form on each element': own
      .replace('elementFormDefault="qualified"', '')
      .replaceAll(/<s:element minOccurs=/g, '<s:element form="qualified" minOccurs='),
    'the transport of SOAP 1.2': own.replaceAll(
      /(<soap12:binding transport=")[^"]*/g,
      '$1http://www.w3.org/2003/05/soap/bindings/HTTP/',
    ),
    'no action over SOAP 1.2': own.replaceAll(/(<soap12:operation soapAction=")[^"]*/g, '$1'),
    'style only on the binding, no use': own
      .replaceAll(/(<soap(?:12)?:binding )/g, '$1style="document" ')
      .replaceAll(/(<soap(?:12)?:operation [^>]*?) style="document"/g, '$1')
      .replaceAll(/(<soap(?:12)?:body) use="literal"/g, '$1'),
    'a second port on another address': own.replace(
      /(<wsdl:port name="GetDataSoap")([\s\S]*?<\/wsdl:port>)/,
      (_all, start: string, rest: string) =>
        `<wsdl:port name="Other"${rest.replace(ENDPOINT, 'http://intern.example/getData.asmx')}${start}${rest}`,
    ),
    'answers over GET and POST without a part': own.replaceAll('<mime:mimeXml part="Body"', '<mime:mimeXml'),
    'a DOCTYPE that declares nothing': own.replace(/(<\?xml[^>]*>)/, '$1<!DOCTYPE definitions>'),
    'extensions, and text for people': own
      .replace(
        /(<wsdl:binding name="GetDataSoap"[^>]*>)/,
        '$1<wsdl:documentation><wsdl:b/></wsdl:documentation><p:Policy xmlns:p="urn:p"><p:operation/></p:Policy>',
      )
      .replace(/(<s:schema[^>]*>)/, '$1<s:annotation><s:appinfo><s:x minOccurs="y"/></s:appinfo></s:annotation>'),
    'a schema for each namespace, and policies': own
      .replace('</wsdl:types>', '<s:schema targetNamespace="urn:a"/><s:schema targetNamespace="urn:b"/></wsdl:types>')
      .replace('<wsdl:types>', '<p:Policy xmlns:p="urn:p"/><p:Policy xmlns:p="urn:p"/>$&')
      .replace(/(<s:schema[^>]*>)/, '$1<s:annotation><s:appinfo><s:enumeration value="x"/></s:appinfo></s:annotation>'),
    'a path in another case, as IIS has it': own.replaceAll(ENDPOINT, ENDPOINT.replace('getData', 'GetData')),
  };
  test.each(Object.entries(variations))('%s', (what, text) => {
    expect([own, asmx]).not.toContain(text);
    expect(objections(text, what === 'other prefixes' ? ASMX_ENDPOINT : ENDPOINT)).toEqual([]);
  });
});

test.each([
  ['wsdl:message', 'wsdl:messages', 'unknown-element'],
  ['s:sequence', 's:sequenz', 'unknown-element'],
  ['<wsdl:part name="parameters"', '<wsdl:part', 'part-unnamed'],
  ['<wsdl:service name="GetData"', '<wsdl:service name=""', 'service-unnamed'],
  ['minOccurs="0"', 'minOccurs="none"', 'minOccurs-value'],
  ['maxOccurs="unbounded"', 'maxOccurs="*"', 'maxOccurs-value'],
  ['elementFormDefault="qualified"', 'elementFormDefault="true"', 'elementFormDefault-value'],
  ['type="s:int"', 'type="s:int32"', 'unknown-type'],
  ['<s:sequence>', '<s:sequence name="a">', 'attribute'],
  ['<s:element minOccurs="0"', '<s:element ref="tns:McatCodes" nillable="true" minOccurs="0"', 'attribute'],
  ['<s:complexType>', '<s:complexType><s:element name="a" />', 'child'],
  ['<s:complexType>', '<s:complexType><s:choice />', 'child-twice'],
  ['<wsdl:output>', '<wsdl:input /><wsdl:output>', 'child-repeated'],
])('%s is not %s', (right, wrong, code) => {
  const [first, ...others] = objections(own.replaceAll(right, wrong)).filter((one) => one.startsWith('wsdl.valid'));
  expect(first).toContain(` ${code}: `);
  expect(others.length).toBeGreaterThan(70);
});

test('a WSDL that is not XML is found, and read no further', () => {
  const text = own.replace('</wsdl:types>', '');
  expect(objections(text)).toHaveLength(80);
  expect(objections(text)[0]).toContain('wsdl.valid@Get_Video_Links/soap11 malformed: XML | ');
  expect(new Set(reasons(text).map((one) => one.replace(/^\S+ /, '')))).toEqual(new Set(['the WSDL is not XML']));
});

test('a header block may be in the message of the body', () => {
  const text = own
    .replace(
      /(<wsdl:message name="GetModel_VehicleTypeSoapIn">)/,
      '$1<wsdl:part name="VehicleTypeHeader" element="tns:VehicleTypeHeader"/>',
    )
    .replaceAll('message="tns:GetModel_VehicleTypeVehicleTypeHeader"', 'message="tns:GetModel_VehicleTypeSoapIn"');
  expect(text).not.toBe(own);
  expect(objections(text)).toEqual([]);
});

test('a WSDL of only SOAP 1.1 is right as far as it goes: the document requires none', () => {
  const text = own
    .replaceAll(/<wsdl:port name="GetData(?:Soap12|Http)[\s\S]*?<\/wsdl:port>/g, '')
    .replaceAll(/<wsdl:binding name="GetData(?:Soap12|Http)[\s\S]*?<\/wsdl:binding>/g, '');
  expect(objections(text)).toEqual([]);
  expect(reasons(text)).toHaveLength(3 * 60);
  expect(new Set(reasons(text).map((one) => one.replace(/^\S+ /, '')))).toEqual(
    new Set(['the WSDL has no port for this binding, and the document does not require one']),
  );
});

test('what is in other documents is not fetched, and not judged', () => {
  const types = own.replace(
    /<wsdl:types>[\s\S]*<\/wsdl:types>/,
    '<wsdl:types><s:schema><s:import namespace="urn:x" schemaLocation="http://intern.example/?xsd=0"/></s:schema></wsdl:types>',
  );
  expect(objections(types)).toEqual([]);
  expect(reasons(types).filter((one) => one.startsWith('wsdl.valid@'))).toHaveLength(80);
  const all =
    '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="urn:x" location="http://169.254.169.254/"/></definitions>';
  expect([objections(all), reasons(all).length]).toEqual([[], 240]);
});

test.each([
  ['https://dealer.example/getData.asmx', 'http://dealer.example/getData.asmx', 'address-origin'],
  ['https://dealer.example/getData.asmx', 'https://dealer.example:8443/getData.asmx', 'address-origin'],
  ['https://dealer.example/getData.asmx', 'http://backend/getData.asmx', 'address-host'],
  ['https://dealer.example/getData.asmx', 'http://localhost:8080/getData.asmx', 'address-host'],
  ['https://dealer.example/api/getData.asmx', 'https://dealer.example/getData.asmx', 'address-path'],
  ['https://dealer.example/getData.asmx', 'getData.asmx', 'address-not-absolute'],
  ['https://dealer.example/getData.asmx', 'net.tcp://dealer.example/getData.asmx', 'address-not-absolute'],
  ['http://127.0.0.1:8080/getData.asmx', 'https://dealer.example/getData.asmx', null],
  ['http://localhost:8080/getData.asmx', 'http://127.0.0.1/getData.asmx', null],
  ['http://10.0.0.7/getData.asmx', 'https://dealer.example/getData.asmx', null],
  ['http://web:8080/getData.asmx', 'https://dealer.example/getData.asmx', null],
  ['https://DEALER.example/getData.asmx', 'https://dealer.example:443/getData.asmx', null],
])('run at %s, the address %s is %s', (endpoint, address, code) => {
  const found = objections(wsdl(contract, address), endpoint);
  expect(found).toHaveLength(code === null ? 0 : 80);
  expect(found.every((one) => one.includes(` ${code}: `))).toBe(true);
});

test('an operation that is missing in one port is found in its cells, by one cause', () => {
  const text = own.replaceAll(/<wsdl:operation name="McatCodes">[\s\S]*?<\/wsdl:operation>/g, '');
  expect(objections(text).map((one) => one.replace(/:.*/, ''))).toEqual(
    ['soap11', 'soap12', 'http-get', 'http-post'].map((binding) => `wsdl.bindings@McatCodes/${binding} McatCodes`),
  );
});

test.each([
  ['POST', 'GET', 'http-post'],
  ['POST', 'post', 'http-post'],
  ['GET', 'POST', 'http-get'],
])('a port for %s whose binding has the verb %s is found only in the cells of %s', (verb, written, binding) => {
  const text = own.replace(`verb="${verb}"`, `verb="${written}"`);
  const found = objections(text).map((one) => one.replace(/@[^/]*/, ''));
  expect([found.length, ...new Set(found)]).toEqual([20, `wsdl.bindings/${binding} verb: '${verb}' | '${written}'`]);
});

test.each([
  ['a choice', /<s:sequence>(\s*<s:element [^>]*name="DealerID"[\s\S]*?)<\/s:sequence>/, '<s:choice>$1</s:choice>'],
  ['a group that repeats', /<s:sequence>(\s*<s:element [^>]*name="DealerID")/, '<s:sequence maxOccurs="2">$1'],
  ['a parameter that repeats', /maxOccurs="1" (?=name="DealerID")/, 'maxOccurs="unbounded" '],
  ['one more parameter', /<s:element [^>]*name="DealerID"/, '<s:element name="Locale" type="s:string"/>$&'],
  ['no type', /(name="DealerID") type="s:string"/, '$1'],
  ['a list of values', /name="DealerID" type="s:string"/, 'name="DealerID" type="tns:VehicleTypeToFilter_Enum"'],
  [
    'a ring of types',
    /<s:complexType name="Asset">/,
    '<s:complexType name="Ring"><s:complexContent><s:extension base="tns:Ring"/></s:complexContent></s:complexType>$&',
  ],
])('%s', (what, pattern, replacement) => {
  const text = own.replace(pattern, replacement);
  expect(text).not.toBe(own);
  const found = objections(what === 'a ring of types' ? text.replaceAll('type="tns:Asset"', 'type="tns:Ring"') : text);
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map((one) => one.split('@')[0]))).toEqual(new Set(['wsdl.types']));
});

describe('what is not a WSDL is ignored', () => {
  test.each([
    ['a page', '<html><body>Not here</body></html>'],
    ['no XML', 'nothing'],
    ['nothing', ''],
    ['WSDL 2.0', '<description xmlns="http://www.w3.org/ns/wsdl"/>'],
    ['definitions of another namespace', '<definitions/>'],
    ['a DOCTYPE with entities', `<!DOCTYPE d [<!ENTITY a "aaaa">]>${own.replace(/<\?xml[^>]*>/, '')}`],
    ['elements without end', `${'<a>'.repeat(300_000)}`],
    ['too much', `${own}${' '.repeat(4 * 1024 * 1024)}`],
  ])('%s', (_what, text) => {
    expect(descriptionIn(answerOf(text))).toHaveProperty('none');
  });

  test('a status other than 200, and no answer', () => {
    expect(descriptionIn(answerOf(own, 404))).toEqual({ none: 'it answers ?wsdl with status 404' });
    const trouble = { kind: 'timeout', message: 'no answer within 10 ms' } as const;
    const silent = { ...answerOf(''), outcome: { kind: 'trouble', trouble } } as const;
    expect(descriptionIn(silent)).toEqual({ none: '?wsdl got no answer: no answer within 10 ms' });
  });
});

test('groups that double at each step come to an end', () => {
  const groups = Array.from({ length: 40 }, (_, at) => {
    const inside = `<s:group ref="tns:G${at + 1}"/>`.repeat(2);
    return `<s:group name="G${at}"><s:sequence>${inside}</s:sequence></s:group>`;
  });
  const text = own.replace(
    /(<s:complexType name="Asset">)[\s\S]*?<\/s:complexType>/,
    `${groups.join('')}<s:group name="G40"><s:sequence/></s:group>$1<s:group ref="tns:G0"/></s:complexType>`,
  );
  expect(objections(text).every((one) => one.includes('Asset'))).toBe(true);
});

test('names of JavaScript are names like others', () => {
  const text = own
    .replaceAll(/\btns:McatCodes\b/g, '__proto__:McatCodes')
    .replaceAll('name="Asset"', 'name="constructor"');
  expect(objections(text).length).toBeGreaterThan(0);
});
