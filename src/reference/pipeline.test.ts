import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { createCarts } from '../carts.ts';
import { loadCatalog } from '../catalog.ts';
import { OPERATION_FUNCTIONS } from '../operations/table.ts';
import type { FieldValue } from '../value.ts';
import { element, type OutElement } from './element.ts';
import { envelope } from './envelope.ts';
import { httpPayload, soapPayload } from './payload.ts';
import { keepWritten, writeDocument, writeDocumentBytes } from './write.ts';

const contract = loadContract('http://dealer.example/webservices/');
const catalog = loadCatalog();

/** The answer to the contract's examples. */
function answerOf(name: string): FieldValue {
  const found = contract.operations.find((one) => one.name === name);
  const parameters = Object.fromEntries(
    (found?.parameters ?? []).map((one) => [one.name, one.type === 'string' ? one.example : BigInt(one.example)]),
  );
  return OPERATION_FUNCTIONS.get(name)?.({ parameters, header: null, catalog, carts: createCarts(1n) }) ?? null;
}

/** The same values in objects of their own, of which nothing is kept. */
function fresh(value: FieldValue): FieldValue {
  if (Array.isArray(value)) return value.map(fresh);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fresh(one)]));
}

test.each(contract.operations)('$name: what is kept of records is what would be written anew', (operation) => {
  const value = answerOf(operation.name);
  for (const _twice of [1, 2]) {
    for (const binding of ['soap11', 'soap12'] as const) {
      const [kept, anew] = [value, fresh(value)].map((one) =>
        envelope(binding, soapPayload(operation, one, contract), contract),
      ) as [OutElement, OutElement];
      expect(writeDocumentBytes(kept, false).toString('utf8')).toBe(writeDocument(anew, false));
      expect(writeDocument(kept, false)).toBe(writeDocument(anew, false));
    }
    const [kept, anew] = [value, fresh(value)].map((one) => httpPayload(operation, one, contract)) as [
      OutElement,
      OutElement,
    ];
    expect(writeDocumentBytes(kept, true).toString('utf8')).toBe(writeDocument(anew, true));
  }
});

test('what is kept of an element has its own text for each prefix and indentation', () => {
  const item = element('b', [element('c', ['é'])]);
  keepWritten(item);
  const roots: readonly OutElement[] = [
    { ...element('a', [item, item]), namespace: 'urn:n' },
    { ...element('a', [item]), namespace: 'urn:n', prefix: 'p' },
    { ...element('a', [element('d', [item])]), namespace: 'urn:n' },
  ];
  const body = (root: OutElement, indented: boolean): string =>
    writeDocumentBytes(root, indented)
      .toString('utf8')
      .replace(/^.*?\?>/, '');
  expect(roots.map((root) => body(root, false))).toEqual([
    '<a xmlns="urn:n"><b><c>é</c></b><b><c>é</c></b></a>',
    '<p:a xmlns:p="urn:n"><p:b><p:c>é</p:c></p:b></p:a>',
    '<a xmlns="urn:n"><d><b><c>é</c></b></d></a>',
  ]);
  expect(roots.map((root) => body(root, true))).toEqual([
    '\n<a xmlns="urn:n">\n  <b>\n    <c>é</c>\n  </b>\n  <b>\n    <c>é</c>\n  </b>\n</a>',
    '\n<p:a xmlns:p="urn:n">\n  <p:b>\n    <p:c>é</p:c>\n  </p:b>\n</p:a>',
    '\n<a xmlns="urn:n">\n  <d>\n    <b>\n      <c>é</c>\n    </b>\n  </d>\n</a>',
  ]);
});
