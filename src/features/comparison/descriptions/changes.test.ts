import { expect, test } from 'vitest';
import { wsdl } from '../../../reference/wsdl/document.ts';
import type { KeptDescription } from '../../../results/observation.ts';
import { descriptionIn } from '../../../rules/wsdl/description.ts';
import { outlineOf } from '../../../rules/wsdl/outline.ts';
import { outlineText } from '../../../rules/wsdl/outline-text.ts';
import { answerOf, contract, ENDPOINT } from '../../../rules/wsdl/wsdl.fixture.ts';
import { descriptionChanges } from './changes.ts';

const text = wsdl(contract, ENDPOINT);
const COMPILED = ['.NET wsdl.exe', '.NET svcutil', 'JAX-WS wsimport', 'gSOAP'];

function kept(document: string, gap: string | null = null): KeptDescription {
  const description = descriptionIn(answerOf(document));
  const outline = 'none' in description ? null : outlineOf(description);
  return { outline: outline === null ? null : outlineText(outline), gap };
}

const changes = (other: string) => descriptionChanges({ a: kept(text), b: kept(other) });
const none: KeptDescription = { outline: null, gap: 'it answers ?wsdl with status 404' };

test('that one side has no description, or not all of it, is one difference', () => {
  const without = { subject: 'WSDL', change: 'B offers none, or not all of it', places: [] };
  expect(descriptionChanges({ a: kept(text), b: none })).toMatchObject([{ ...without, b: none.gap }]);
  const part = kept('<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'a part of the WSDL is at http://in/');
  expect(descriptionChanges({ a: kept(text), b: part })).toMatchObject([{ ...without, b: part.gap }]);
  expect(descriptionChanges({ a: none, b: kept(text) })).toMatchObject([{ breaks: [] }]);
  expect(descriptionChanges({ a: none, b: none })).toEqual([]);
});

test('what differs in many places alike is one difference', () => {
  const [actions, ...others] = changes(text.replaceAll(/soapAction="[^"]*\//g, '$&IGetData/'));
  const places = contract.operations.length * 2;
  expect([actions?.subject, actions?.change, actions?.places.length]).toEqual([
    'operation',
    'soapAction: ~… → ~IGetData/…',
    places,
  ]);
  expect([actions?.breaks, others]).toEqual([COMPILED, []]);

  const [messages, ...more] = changes(text.replaceAll(/(\w+)SoapIn"/g, 'IGetData_$1_Input"'));
  expect([messages?.subject, messages?.change, messages?.breaks, more]).toEqual([
    'message',
    'renamed: …SoapIn → IGetData_…_Input',
    [],
    [],
  ]);
});

test.each<[what: string, subject: string, change: string, breaks: readonly string[], other: string]>([
  ['a field', 'element Mcat', 'gone', [...COMPILED, 'PHP SoapClient', 'zeep', 'node-soap'], edited('Mcat', () => '')],
  ['a field that is new', 'element Extra', 'new', [], edited('Mcat', (it) => it + it.replace('Mcat', 'Extra'))],
  ['a parameter that is new', 'message element Extra', 'new', COMPILED.slice(0, 3), withParameter()],
  [
    'a port of SOAP',
    'port GetDataSoap12',
    'renamed: GetDataSoap12 → Soap12',
    ['JAX-WS wsimport', 'zeep', 'node-soap'],
    renamedPort('GetDataSoap12', 'Soap12'),
  ],
  [
    'a port of GET',
    'HTTP port GetDataHttpGet',
    'renamed: GetDataHttpGet → Get',
    ['JAX-WS wsimport', 'zeep'],
    renamedPort('GetDataHttpGet', 'Get'),
  ],
  [
    'the form',
    'message element',
    'form: qualified → unqualified',
    COMPILED,
    text.replace(/ elementFormDefault="qualified"/, ''),
  ],
])('%s is named with the toolkits that it breaks', (_what, subject, change, breaks, other) => {
  expect(changes(other)[0]).toMatchObject({ subject, change, breaks });
});

test('names that every object of JavaScript has are names like others', () => {
  const odd = '<s:element constructor="x" toString="y" name="__proto__" type="tns:valueOf"/>';
  const all = changes(edited('Mcat', (it) => it + odd.replace('="x"', '="z"')));
  expect(all).toMatchObject([{ subject: 'element __proto__', change: 'new' }]);
  const other = edited('Mcat', (it) => it + odd.replace('constructor="x" ', ''));
  const [change] = descriptionChanges({ a: kept(edited('Mcat', (it) => it + odd)), b: kept(other) });
  expect(change).toMatchObject({ change: 'constructor: x → none', a: 'x', b: 'none', breaks: [] });
});

/** The description with another field of the type McatCode. */
function edited(field: string, edit: (element: string) => string): string {
  const type = /<s:complexType name="McatCode">[\s\S]*?<\/s:complexType>/.exec(text)?.[0] ?? '';
  return text.replace(type, type.replace(new RegExp(`<s:element[^>]*name="${field}"[^>]*>`), edit));
}

function withParameter(): string {
  return text.replace(
    /(<s:element name="McatCodes">[\s\S]*?)(<\/s:sequence>)/,
    '$1<s:element name="Extra" type="s:string"/>$2',
  );
}

function renamedPort(name: string, to: string): string {
  return text.replace(`<wsdl:port name="${name}"`, `<wsdl:port name="${to}"`);
}
