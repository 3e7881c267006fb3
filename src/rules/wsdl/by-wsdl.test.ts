import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { described, element, inBothVersions, wsdlOf } from '../../contract/wsdl/wsdl.fixture.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { rulesBy } from '../rules.ts';
import { descriptionIn } from './description.ts';
import { answerOf, describingOf } from './wsdl.fixture.ts';

const ledger = readFileSync(new URL('../../../fixtures/services/ledger/ledger.wsdl', import.meta.url), 'utf8');
const found = wsdlOf(element('id', 's:int'), element('FindResult', 's:string'));

/** What is said of a WSDL that a server offers, whose service another one describes. */
function said(given: string, offered: string): readonly string[] {
  const { contract } = described(given);
  const description = descriptionIn(answerOf(offered));
  if ('none' in description) throw new Error(description.none);
  const [, address = ''] = /address location="([^"]+)"/.exec(given) ?? [];
  return selectedCells(contract).flatMap((cell) =>
    rulesBy(contract).flatMap((rule) => {
      const judgement = describingOf(rule)?.(description, cell, contract, new URL(address)) ?? [];
      return 'code' in judgement ? [] : judgement.map(({ code, expected }) => `${rule.id} ${code}: ${expected}`);
    }),
  );
}

test.each([
  ['a SOAPAction of its own', found],
  ['another one for SOAP 1.2', inBothVersions(found, 'urn:other')],
  ['RPC style', ledger],
])('a server that offers the given WSDL is right: %s', (_, wsdl) => {
  expect(said(wsdl, wsdl)).toEqual([]);
});

test.each([
  ['SOAPAction', found.replace('"urn:find"', '"urn:shopFind"'), "wsdl.bindings soap-action: 'urn:find'"],
  ['style', found.replace('style="document"', 'style="rpc"'), "wsdl.bindings style: 'document'"],
  ['address', found.replace('shop.example/"', 'other.example/"'), 'wsdl.bindings address-host: '],
])('another %s than in the given WSDL is wrong', (_, offered, message) => {
  expect(said(found, offered)).toEqual([expect.stringContaining(message)]);
});

test('document style is wrong where the given WSDL has that of RPC', () => {
  expect(said(ledger, ledger.replace('style="rpc"', 'style="document"')).slice(0, 1)).toEqual([
    "wsdl.bindings style: 'rpc'",
  ]);
});
