import { descriptionIn } from '../../rules/wsdl/description.ts';
import { answerOf } from '../../rules/wsdl/wsdl.fixture.ts';
import { contractOfWsdl } from './read-wsdl.ts';

const ROOT = [
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:shop"',
  'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"',
].join(' ');

/** A type that holds these elements. */
export const typed = (name: string, inside: string): string =>
  `<s:complexType name="${name}"><s:sequence>${inside}</s:sequence></s:complexType>`;

const holding = (name: string, inside: string): string =>
  `<s:element name="${name}"><s:complexType><s:sequence>${inside}</s:sequence></s:complexType></s:element>`;

export const element = (name: string, type: string, more = ''): string =>
  `<s:element name="${name}" type="${type}" ${more}/>`;

/** A WSDL of one operation Find over SOAP 1.1. @param types - beside its request and its answer */
export function wsdlOf(request: string, answer: string, types = '', form = 'qualified'): string {
  return `<definitions ${ROOT} targetNamespace="urn:shop"><types>
<s:schema targetNamespace="urn:shop" elementFormDefault="${form}">
${holding('Find', request)}
${holding('FindResponse', answer)}
${types}
</s:schema></types>
<message name="In"><part name="parameters" element="tns:Find"/></message>
<message name="Out"><part name="parameters" element="tns:FindResponse"/></message>
<portType name="P"><operation name="Find"><input message="tns:In"/><output message="tns:Out"/></operation></portType>
<binding name="B" type="tns:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Find"><soap:operation soapAction="urn:find"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
</binding>
<service name="S"><port name="P" binding="tns:B"><soap:address location="http://shop.example/"/></port></service>
</definitions>`;
}

/** The same over SOAP 1.2 too, with another action, before SOAP 1.1. */
export function inBothVersions(wsdl: string, action: string): string {
  const soap12 = 'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/"';
  const second = (/<binding .*<\/binding>/s.exec(wsdl)?.[0] ?? '').replace('name="B"', `${soap12} name="C"`);
  const port = `<port name="C" binding="tns:C"><soap:address ${soap12} location="http://shop.example/"/></port>`;
  return wsdl.replace('<binding', `${second.replace('urn:find', action)}<binding`).replace('<port ', `${port}<port `);
}

/** What a WSDL comes to. */
export function described(wsdl: string) {
  const description = descriptionIn(answerOf(wsdl));
  if ('none' in description) throw new Error(description.none);
  return contractOfWsdl(description, new Map([['wsdl', wsdl]]));
}

export const ANSWER = element('FindResult', 's:string');

/** The one operation of a WSDL. */
export function found(request: string, answer = ANSWER, types = '') {
  const { contract, leftOut } = described(wsdlOf(request, answer, types));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error(leftOut.map(({ reason }) => reason).join());
  return { operation, contract, leftOut };
}
