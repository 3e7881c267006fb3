import { expect, test } from 'vitest';
import { loadContract } from '../../../contract/load.ts';
import type { BindingName } from '../../../contract/model.ts';
import { operationNamed } from '../../../contract/operations.ts';
import { bindings } from '../../../wire/soap/bindings.ts';
import { parseXml } from '../../../xml/parse.ts';
import { inspect } from './inspect.ts';

const NAMESPACE = 'http://dealer.example/webservices/';
const contract = loadContract(NAMESPACE);

/** What is irregular in a document, once for each place. */
function irregular(binding: BindingName, name: string, xml: string) {
  const parsed = parseXml(xml);
  if (parsed.kind !== 'document') throw new Error(parsed.problem.message);
  const operation = operationNamed(contract, name);
  const located = bindings[binding].locate(parsed.document.root, operation);
  return inspect(located, operation, contract)?.irregularities ?? [];
}

/** The rules that it breaks. */
const broken = (...of: Parameters<typeof irregular>) => irregular(...of).map(({ rule }) => rule);

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const inventory = (list: string): string =>
  `<Inventory_Response xmlns="${NAMESPACE}"><Response_Code>0</Response_Code>${list}</Inventory_Response>`;
const recid = (lists: string): string => `<recid_images xmlns="${NAMESPACE}"><recid>1</recid>${lists}</recid_images>`;
const ITEM = '<ItemNo>A</ItemNo><Application_ID>B</Application_ID><Quantity>1</Quantity>';
const IMAGE = '<recid>1</recid><Filename>a.jpg</Filename><URL>u</URL>';

test('a result that is nil with content has one cause in all operations', () => {
  const nil = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"';
  const years = `<Year_table xmlns="${NAMESPACE}" ${nil}><ProductID>1</ProductID></Year_table>`;
  const videos = `<ArrayOfVideo xmlns="${NAMESPACE}" ${nil}><Video/></ArrayOfVideo>`;
  const found = [
    ...irregular('http-get', 'Get_Year_Restricted', years),
    ...irregular('http-get', 'Get_Video_Links', videos),
  ];
  const text = 'Result has xsi:nil="true" on an element with content';
  expect(found).toMatchObject(Array(2).fill({ rule: 'record.nil', code: 'Result', text }));
});

test('fields in the order of the alphabet have one cause in all records, and two of three that are swapped do not', () => {
  const sorted = '<Application_ID>B</Application_ID><ItemNo>A</ItemNo><Quantity>1</Quantity>';
  const list = `<Inventory_List><Inventory_item>${sorted}</Inventory_item></Inventory_List>`;
  const code = (of: string): string =>
    `<McatCode xmlns="${NAMESPACE}">${of.replaceAll(/\w+/g, (name) => `<${name}>0</${name}>`)}</McatCode>`;
  const found = [
    ...irregular('http-get', 'Get_Inventory', inventory(list)),
    ...irregular('http-get', 'McatCode_check', code('Active Description Mcat Prod')),
  ].filter(({ rule }) => rule === 'record.field-order');
  expect(found.map(({ cause }) => cause)).toEqual(Array(2).fill('record.field-order:alphabetical'));
  expect(found[0]?.text).toBe('<ItemNo> comes after <Application_ID>, as in the alphabet');
  const [swapped] = irregular('http-get', 'McatCode_check', code('Description Mcat Prod Active'));
  expect(swapped).toMatchObject({ rule: 'record.field-order', text: '<Mcat> comes after <Description>' });
  expect(swapped).not.toHaveProperty('cause');
});

test('only a few problems of one kind are kept, and only a few kinds', () => {
  const alike = inventory(`<Inventory_List>${'<x/>'.repeat(50_000)}</Inventory_List>`);
  expect(broken('http-get', 'Get_Inventory', alike).length).toBeLessThan(100);
  const different = inventory(Array.from({ length: 5_000 }, (_, i) => `<x${i}/>`).join(''));
  expect(broken('http-get', 'Get_Inventory', different)).toEqual(Array(100).fill('record.unknown-field'));
});

test("the namespace of <Op>Result is soap.result-element's business, its attributes are judged here", () => {
  const result = (attribute: string) =>
    envelope(
      `<McatCode_checkResponse xmlns="${NAMESPACE}"><McatCode_checkResult ${attribute}><Mcat>1</Mcat><Active>true</Active></McatCode_checkResult></McatCode_checkResponse>`,
    );
  expect(broken('soap11', 'McatCode_check', result('xmlns="urn:other"'))).toEqual([]);
  expect(broken('soap11', 'McatCode_check', result('count="1"'))).toEqual(['record.attribute']);
});

test('a list of records that is repeated instead of its items has a wrong shape, and is not a repeated field as well', () => {
  const flat = `<Inventory_List>${ITEM}</Inventory_List>`;
  expect(broken('http-get', 'Get_Inventory', inventory(flat + flat))).toEqual(['record.shape', 'record.shape']);
});

test('a list that appears twice with its items is a repeated field', () => {
  const list = `<Inventory_List><Inventory_item>${ITEM}</Inventory_item></Inventory_List>`;
  expect(broken('http-get', 'Get_Inventory', inventory(list))).toEqual([]);
  expect(broken('http-get', 'Get_Inventory', inventory(list + list))).toEqual(['record.field-repeated']);
});

test('a list of unnamed items that is repeated instead of its items is of a wrong shape', () => {
  const flat = `<recid_images_URL>${IMAGE}</recid_images_URL>`;
  expect(broken('http-get', 'Get_Recid_Images', recid(flat + flat))).toEqual(['record.shape', 'record.shape']);
});

test('unnamed items may be called like one of their fields', () => {
  const list = `<recid_images_URL><URL>${IMAGE}</URL><URL>${IMAGE}</URL></recid_images_URL>`;
  expect(broken('http-get', 'Get_Recid_Images', recid(list))).toEqual([]);
  const empty = '<recid_images_URL/>';
  expect(broken('http-get', 'Get_Recid_Images', recid(empty))).toEqual([]);
});

test('a list of texts that is one text has one cause in all lists', () => {
  const years = irregular(
    'http-get',
    'Get_Year_Restricted',
    `<Year_table xmlns="${NAMESPACE}"><ProductID/><Years>1, 2</Years></Year_table>`,
  );
  const makes = irregular(
    'http-get',
    'GetMake_Restricted',
    `<Make xmlns="${NAMESPACE}"><Makename>A, B</Makename></Make>`,
  );
  expect([...years, ...makes].map(({ cause }) => cause)).toEqual([
    'record.shape:list-as-text',
    'record.shape:list-as-text',
  ]);
});
