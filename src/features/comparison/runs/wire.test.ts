import { expect, test } from 'vitest';
import { recorded } from './diff.fixture.ts';
import { wire } from './wire.ts';

const cells = ['McatCodes/http-get', 'Get_Inventory/http-get'];
const declared = '<?xml version="1.0" encoding="utf-8"?>';

function changes(old: string, now: string) {
  const of = (body: string) => cells.map((cell) => recorded(cell, body));
  return wire({ a: of(old), b: of(now) }).changes.map((change) => [change.what, change.old, change.new]);
}

test.each([
  ['XML declaration', `${declared}<a>1</a>`, '<a>1</a>', [['XML declaration', declared, 'none']]],
  ['empty elements', '<a><b /></a>', '<a><b></b></a>', [['empty elements', '<a />', '<a></a>']]],
  ['line ends', '<a>\r\n<b>1</b></a>', '<a>\n<b>1</b></a>', [['line ends', 'CRLF', 'LF']]],
  ['layout', '<a>\n  <b>1</b>\n</a>', '<a><b>1</b></a>', [['layout', 'indented by 2 spaces', 'not indented']]],
  [
    'namespaces',
    '<a xmlns="urn:a" xmlns:x="urn:x">1</a>',
    '<a xmlns="urn:a">1</a>',
    [['where namespaces are declared', 'urn:x at the root', 'urn:x nowhere']],
  ],
  ['byte order mark', '\uFEFF<a>1</a>', '<a>1</a>', [['byte order mark', 'present', 'none']]],
  ['other values', '<a><b>1</b></a>', '<a><b>2</b></a>', []],
])('%s', (_what, old, now, expected) => {
  const told = changes(old, now);
  expect(told.filter(([what]) => expected.some(([wanted]) => wanted === what))).toEqual(expected);
  if (expected.length === 0) expect(told).toEqual([]);
});

test('an element that was added or removed is shown without its content', () => {
  expect(changes('<a>1</a>', '<a><b><c>1</c></b></a>')).toEqual([['element a/b', 'not written', 'written']]);
  expect(changes('<a><b><c>1</c></b>1</a>', '<a><b></b>1</a>')).toEqual([['element a/b/c', 'written', 'not written']]);
});

test('what is not in every answer of one run is no change', () => {
  const of = (...bodies: readonly string[]) =>
    bodies.map((body, n) => {
      const one = recorded('McatCodes/soap11', body);
      return { ...one, call: { ...one.call, values: { DealerID: String(n) } } };
    });
  expect(wire({ a: of('<a><b>1</b></a>', '<a>1</a>'), b: of('<a>1</a>', '<a><b>1</b></a>') }).changes).toEqual([]);
});

test('an element that is nil now, over SOAP below the envelope', () => {
  const nil = '<b xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true" />';
  const envelope = (inner: string) => `<Envelope><Body><a>${inner}</a></Body></Envelope>`;
  const [old, now] = [envelope('<b></b>'), envelope(nil)].map((body) => [recorded('McatCodes/soap11', body)]);
  expect(wire({ a: old ?? [], b: now ?? [] }).changes).toContainEqual({
    what: 'element a/b (nil)',
    old: 'not nil',
    new: 'nil',
    cells: [{ operation: 'McatCodes', binding: 'soap11' }],
  });
});

test('header lines that came or went are one entry for all cells; those of the moment only as present', () => {
  const of = (...headers: readonly (readonly [string, string])[]) =>
    cells.map((cell) => recorded(cell, '<a/>', headers));
  const old = of(['Date', 'Mon'], ['Server', 'IIS/8']);
  const now = of(['Date', 'Tue'], ['Server', 'IIS/10'], ['Set-Cookie', 'x=1']);
  const refs = cells.map((cell) => ({ operation: cell.split('/')[0], binding: 'http-get' }));
  expect(wire({ a: old, b: now })).toEqual({
    calls: 2,
    changes: [
      { what: 'header server', old: 'IIS/8', new: 'IIS/10', cells: refs },
      { what: 'header set-cookie', old: 'none', new: 'present', cells: refs },
    ],
  });
});

test('a header with a value of its own in each answer is shown only as present', () => {
  const of = (run: string) =>
    [1, 2, 3, 4, 5, 6, 7].map((n) => {
      const one = recorded('McatCodes/soap11', '<a/>', [['X-Request', `${run}-${n}`]]);
      return { ...one, call: { ...one.call, values: { DealerID: String(n) } } };
    });
  expect(wire({ a: of('a'), b: of('b') })).toEqual({ calls: 7, changes: [] });
});

test('for a result that is no longer one the status is shown, not the whole body', () => {
  const old = recorded('McatCodes/soap11', '<a><b>1</b></a>');
  const { response } = old.exchange;
  const refused = 'status' in response ? { ...response, status: 500, body: 'no' } : response;
  const { changes: told } = wire({ a: [old], b: [{ ...old, exchange: { ...old.exchange, response: refused } }] });
  expect(told).toMatchObject([{ what: 'status', old: '200', new: '500' }]);
});

test('answers to other calls are not compared', () => {
  const [one] = cells;
  const other = recorded(one ?? '', '<b/>');
  const now = { ...other, call: { ...other.call, values: { DealerID: '1' } } };
  expect(wire({ a: [recorded(one ?? '', '<a/>')], b: [now] })).toEqual({ calls: 0, changes: [] });
});
