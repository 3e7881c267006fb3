import { ParseOption, XmlDocument } from 'libxml2-wasm';
import { contractOfWsdl } from '../../contract/wsdl/read-wsdl.ts';
import { descriptionIn } from '../../rules/wsdl/description.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { atMost, type Line, shown } from './line.ts';
import { type Contestant, measured, type Round } from './rounds.ts';

const OPERATIONS = 500;
const FIELDS = 29;

/** The contract of a WSDL of 2 MB with 500 operations, against what parses its text and no more. */
export async function wsdl(rounds: number): Promise<readonly Line[]> {
  const body = Buffer.from(largeWsdl());
  const [parsing, reading] = await measured(
    [
      contestant('parsed by libxml2-wasm', () => {
        XmlDocument.fromBuffer(body, { option: ParseOption.XML_PARSE_NO_XXE }).dispose();
      }),
      contestant('read as a contract', () => {
        if (operationsIn(body) !== OPERATIONS) throw new Error('not all operations are taken');
      }),
    ],
    { rounds, ms: 3000 },
  );
  const cpu = ({ cpuPerCall }: Round): string => `${(cpuPerCall / 1000).toFixed(0)} ms CPU`;
  const ratios = reading.all.map((one, n) => one.cpuPerCall / (parsing.all[n]?.cpuPerCall ?? Number.NaN));
  const what = `${OPERATIONS} operations, ${(body.byteLength / 1e6).toFixed(1)} MB`;
  return [
    shown(`${what}: ${parsing.name}`, cpu(parsing)),
    atMost(`${what}: ${reading.name}, CPU against that`, ratios, 10, `(${cpu(reading)})`),
  ];
}

function contestant(name: string, work: () => void): Contestant {
  return { name, concurrency: 1, call: async () => work(), close: () => {} };
}

function operationsIn(body: Uint8Array): number {
  const rest = { reason: 'OK', version: '1.1', headers: [], complete: true, surplus: 0 };
  const exchange: Exchange = {
    request: { method: 'GET', path: '/?wsdl', headers: [], body: null },
    outcome: { kind: 'response', response: { status: 200, body, ...rest } },
    durationMs: 0,
  };
  const description = descriptionIn(exchange);
  if ('none' in description) throw new Error(description.none);
  return contractOfWsdl(description, new Map([['wsdl', `${body.byteLength}`]])).contract.operations.length;
}

/** As ASP.NET writes one: each operation with a request, a list of records of its own, two bindings. */
function largeWsdl(): string {
  const all = (make: (name: string) => string): string =>
    Array.from({ length: OPERATIONS }, (_, at) => make(`Op${at}`)).join('\n');
  const element = (name: string, type: string, most = '1'): string =>
    `<s:element minOccurs="0" maxOccurs="${most}" name="${name}" type="${type}" />`;
  const type = (inside: string): string => `<s:complexType>\n<s:sequence>\n${inside}\n</s:sequence>\n</s:complexType>`;
  const named = (name: string, inside: string): string =>
    type(inside).replace('complexType', `complexType name="${name}"`);
  const types = ['s:string', 's:int', 's:decimal', 's:dateTime'];
  const fields = Array.from({ length: FIELDS }, (_, at) => element(`Field${at}`, types[at % types.length] ?? '')).join(
    '\n',
  );
  const bound = (soap: string): string => `<w:binding name="B${soap}" type="t:P"><${soap}:binding transport="t" />
${all(
  (name) => `<w:operation name="${name}"><${soap}:operation soapAction="urn:big${name}" style="document" />
<w:input><${soap}:body use="literal" /></w:input><w:output><${soap}:body use="literal" /></w:output></w:operation>`,
)}
</w:binding>`;
  const schema = all(
    (name) => `<s:element name="${name}">${type(element('id', 's:int') + element('from', 's:dateTime'))}</s:element>
<s:element name="${name}Response">${type(element(`${name}Result`, `t:ArrayOf${name}`))}</s:element>
${named(`ArrayOf${name}`, element(name, `t:${name}`, 'unbounded'))}${named(name, fields)}`,
  );
  const messages = all(
    (name) => `<w:message name="${name}In"><w:part name="parameters" element="t:${name}" /></w:message>
<w:message name="${name}Out"><w:part name="parameters" element="t:${name}Response" /></w:message>`,
  );
  const operations = all(
    (name) =>
      `<w:operation name="${name}"><w:input message="t:${name}In" /><w:output message="t:${name}Out" /></w:operation>`,
  );
  return `<w:definitions targetNamespace="urn:big" xmlns:t="urn:big" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
 xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">
<w:types><s:schema elementFormDefault="qualified" targetNamespace="urn:big">${schema}</s:schema></w:types>
${messages}<w:portType name="P">${operations}</w:portType>${bound('soap')}${bound('soap12')}
<w:service name="S"><w:port name="A" binding="t:Bsoap"/><w:port name="B" binding="t:Bsoap12"/></w:service></w:definitions>`;
}
