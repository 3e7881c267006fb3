import { expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import { contract, goldenRequest, goldenRequests } from '../../rules/client/golden-requests.fixture.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { recognisedRead } from './recognised-read.ts';

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = ({ body }: HttpRequest): string => new TextDecoder().decode(body ?? undefined);
const isRead = (request: HttpRequest): boolean => recognisedRead(request, contract) !== null;
const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: [], body: null });

test.each(goldenRequests)('$cell.operation.name over $cell.binding is recognised if it reads', ({ cell, request }) => {
  expect(recognisedRead(request, contract)?.cell ?? null).toEqual(cell.operation.effect === 'read' ? cell : null);
});

test('a read is recognised in any case of its path', () => {
  const { path, ...request } = goldenRequest('Get_Inventory', 'http-get');
  const [place = '', query = ''] = path.split('?');
  for (const written of [place.toLowerCase(), place.toUpperCase(), place.replace('_', '%5f')])
    expect(recognisedRead({ ...request, path: `/App${written}?${query}` }, contract)?.cell).toMatchObject({
      operation: { name: 'Get_Inventory' },
      binding: 'http-get',
    });
});

test.each([
  '/getData.asmx/Add_toCart?DealerID=1',
  '/GETDATA.ASMX/add_tocart',
  '/getData.asmx/ADD%5FTOCART',
  '/getData.asmx/%41dd_toCart',
  '/getData.asmx/%2541dd_toCart',
  '/getData.asmx/Get_Inventory/../Add_toCart',
  '/getData.asmx/Add_toCart/getData.asmx/Get_Inventory',
  '/getData.asmx/%u0041dd_toCart/getData.asmx/Get_Inventory',
  '/getData.asmx/Add_toCart#/getData.asmx/Get_Inventory',
  '/getData.asmx/Get_Inventory;/Add_toCart',
  '/getData.asmx/Get_Inventory?x=/getData.asmx/Add_toCart',
  '/getData.asmx/Get_Inventory%00/x',
  '/getData.asmx/Get_InventoryX',
  '/getData.asmx?op=Add_toCart',
  '/getData.asmx?wsdl',
])('no read: GET %s', (path) => {
  expect(isRead(get(path))).toBe(false);
});

test.each([
  ['X-HTTP-Method', 'MERGE', false],
  ['X-HTTP-Method-Override', 'DELETE', false],
  ['x-method-override', 'PUT', false],
  ['X-HTTP-Method-Override', 'GET', true],
  ['X-Original-URL', '/getData.asmx/Add%5FtoCart?ItemNo=1', false],
  ['X-Rewrite-URL', '/getData.asmx/Add%255FtoCart', false],
  ['X-Original-URI', '/getData.asmx/ADD&#95;toCart', false],
  ['X-Original-URL', '/other', false],
  ['X-Original-URL', '/app/getdata.asmx/get_inventory?x=1', true],
])('a read with %s: %s may be sent to another server: %s', (name, value, expected) => {
  const read = goldenRequest('Get_Inventory', 'http-get');
  expect(isRead({ ...read, headers: [...read.headers, [name, value]] })).toBe(expected);
});

test.each(bindingNames)('a write over %s is no read, however it is written', (binding) => {
  const write = goldenRequest('Add_toCart', binding);
  const { method, path, headers, body } = write;
  const others: readonly HttpRequest[] = [
    { ...write, path: path.toUpperCase() },
    { ...write, path: path.toLowerCase() },
    { ...write, path: `/app${path}` },
    { ...write, headers: [] },
    { ...write, headers: headers.map(([name, value]) => [name.toUpperCase(), value.toUpperCase()]) },
    { ...write, headers: [...headers, ['SOAPAction', '"http://dealer.example/webservices/Get_Inventory"']] },
    { ...write, body: body && encoded(textOf(write).replaceAll('Add_toCart', 'add_tocart')) },
    { ...write, path: path.replace('Add_toCart', 'Get_Inventory'), headers: [...headers, ['X-Path', 'add_TOCART']] },
    { method, path: '/getData.asmx', headers, body: encoded(`\uFEFF${textOf(write)}`) },
  ];
  for (const other of others) expect(isRead(other)).toBe(false);
});

test('a read whose headers or body name a write too, or whose bytes may mean another element, is none', () => {
  const read = goldenRequest('Get_Inventory', 'soap11');
  const [envelope, type] = [textOf(read), 'content-type'] as const;
  const others = read.headers.filter(([name]) => name.toLowerCase() !== type);
  expect(isRead(read)).toBe(true);
  const forms: readonly HttpRequest[] = [
    { ...read, headers: [...read.headers, ['SOAPAction', '"http://dealer.example/webservices/Add_toCart"']] },
    { ...read, body: encoded(envelope.replace('</soap:Body>', '<Add_toCart/></soap:Body>')) },
    { ...read, body: encoded(envelope.replace(/<\/(\w+):Body>/, '<!-- Add_toCart --></$1:Body>')) },
    { ...read, headers: [...others, [type, 'text/xml; charset=utf-7']] },
    { ...read, headers: [...others, [type, 'text/xml; charset=utf-8'], [type, 'text/xml; charset="utf-16"']] },
    { ...read, headers: [...read.headers, ['Content-Encoding', 'gzip']] },
    { ...read, body: encoded(envelope.replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="utf-7"?>')) },
    { ...read, body: Buffer.from(envelope, 'utf16le') },
    { ...read, path: '/getData.asmx/Add_toCart' },
  ];
  for (const form of forms) expect(isRead(form)).toBe(false);
});
