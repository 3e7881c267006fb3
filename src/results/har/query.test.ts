import { expect, test } from 'vitest';
import { readQuery } from './form-params.ts';

const names = ['Application_ID', 'ItemNo'];
const value = 'SC-1001 & Größe M';
const decoded = [
  ['Application_ID', 'A'],
  ['ItemNo', value],
] as const;
const query = 'Application_ID=A&ItemNo=SC-1001+%26+Gr%C3%B6%C3%9Fe+M';
const encoded = decoded.map(([name, one]) => [name, encodeURIComponent(one)] as const);

test.each([
  ['as it was sent', query, decoded],
  ['the same, not decoded', query, encoded],
  ['the same, with + for spaces', query, [decoded[0], ['ItemNo', 'SC-1001+%26+Gr%C3%B6%C3%9Fe+M'] as const]],
  ['only in the address', query, []],
  ['only beside it, decoded', '', decoded],
  ['only beside it, encoded', '', encoded],
  ['decoded in the address', `Application_ID=A&ItemNo=${value}`, decoded],
  ['escaped as HTML in the address', query.replace('&', '&amp;'), decoded],
  ['in Latin-1 in the address', 'Application_ID=A&ItemNo=SC-1001+%26+Gr%F6%DFe+M', decoded],
  ['taken out of the address', 'Application_ID=A&ItemNo=[REDACTED]', decoded],
  ['taken out beside the address', query, [decoded[0], ['ItemNo', '***'] as const]],
])('%s', (_what, written, pairs) => {
  const read = readQuery(written, pairs, names);
  expect('query' in read ? [...new URLSearchParams(read.query)] : read).toEqual(decoded);
});

test.each([
  ['both are whole', query, [decoded[0], ['ItemNo', 'other'] as const], 'say different things'],
  ['encoded twice in the address', query.replaceAll('%', '%25'), decoded, 'say different things'],
  ['decoded in the address only', `Application_ID=A&ItemNo=${value}`, [], 'was decoded or escaped'],
  ['escaped as HTML in the address only', query.replace('&', '&amp;'), [], 'was decoded or escaped'],
  ['in Latin-1 in the address only', 'ItemNo=Gr%F6%DFe', [], 'not UTF-8'],
  ['replaced beside it', '', [['ItemNo', 'Gr\uFFFD\uFFFDe'] as const], 'not UTF-8'],
])('%s: it is left out', (_what, written, pairs, why) => {
  expect(readQuery(written, pairs, names)).toEqual({ leftOut: expect.stringContaining(why) });
});

test('unknown parameters of an address that is one are as they were sent', () => {
  expect(readQuery('itemno=S&x', [], names)).toEqual({ query: 'itemno=S&x' });
});
