import { expect, test } from 'vitest';
import { canonicalValue, isOfType } from './canonical-value.ts';

test.each([
  ['12', '12'],
  [' +12\n', '12'],
  ['007', '7'],
  ['-0', '0'],
  ['-042', '-42'],
  ['9223372036854775807', '9223372036854775807'],
  [`-${'0'.repeat(101)}7`, '-7'],
])('the number %j is %s', (text, canonical) => {
  expect(canonicalValue(text, 'long')).toBe(canonical);
});

test.each([
  ['1', 'true'],
  [' true\t', 'true'],
  ['0', 'false'],
  ['false', 'false'],
])('the boolean %j is %s', (text, canonical) => {
  expect(canonicalValue(text, 'boolean')).toBe(canonical);
});

test('a string keeps its white space, zeros and sign', () => {
  expect([' +07 ', '1'].map((text) => canonicalValue(text, 'string'))).toEqual([' +07 ', '1']);
});

test('what is not a value of the type stays as it is', () => {
  const texts = ['', ' ', '12.0', '1,000', '0x1', '\u00a012', `${'1'.repeat(101)}`];
  expect(texts.map((text) => canonicalValue(text, 'int'))).toEqual(texts);
  expect(['TRUE', ' yes', '2'].map((text) => canonicalValue(text, 'boolean'))).toEqual(['TRUE', ' yes', '2']);
});

test.each([
  ['int', [' +12 ', '007', '-2147483648', `${'0'.repeat(101)}7`], ['', '2147483648', '1.0', '- 1', '9'.repeat(101)]],
  ['long', ['9223372036854775807', '-9223372036854775808'], ['9223372036854775808', '-9223372036854775809', '1e3']],
  ['boolean', ['true', ' 0 '], ['True', '2', '']],
  ['string', ['', ' x '], []],
] as const)('the range of %s', (type, values, others) => {
  expect(values.filter((text) => !isOfType(text, type))).toEqual([]);
  expect(others.filter((text) => isOfType(text, type))).toEqual([]);
});

test.each([
  ['decimal', ['1.50', '+1.5', '001.500'], '1.5'],
  ['decimal', ['0', '-0.0', '.0', '0.'], '0'],
  ['decimal', ['-.05', '-0.050'], '-0.05'],
  ['decimal', ['100', '100.0'], '100'],
  ['double', ['1500', '1.5E3', '1.5e+03', '1500.0'], '1500'],
  ['double', ['INF'], 'INF'],
  ['float', ['0.1', '0.10000000149'], '0.10000000149011612'],
  [
    'dateTime',
    ['2024-03-01T00:30:00+02:00', '2024-02-29T22:30:00Z', '2024-02-29T22:30:00.000-00:00'],
    '2024-02-29T22:30:00Z',
  ],
  ['dateTime', ['2024-01-31T24:00:00', '2024-02-01T00:00:00.0'], '2024-02-01T00:00:00'],
  ['dateTime', ['2024-01-31T12:00:00.1234567800'], '2024-01-31T12:00:00.12345678'],
  ['date', ['2024-02-29+00:00', '2024-02-29Z'], '2024-02-29Z'],
  ['time', ['01:00:00+02:00', '23:00:00Z'], '23:00:00Z'],
  ['base64Binary', ['AAEC\r\nAw==', 'AAECAw=='], 'AAECAw=='],
  ['duration', ['P1Y2M', 'P14M', 'P14MT0S'], 'P14MT0S'],
  ['duration', ['-P1DT1.50S', '-PT24H1.5S', '-PT86401.5S'], '-P0MT86401.5S'],
  ['duration', ['PT0S', '-P0D', 'P0M'], 'P0MT0S'],
  ['hexBinary', ['0a1B', '0A1b'], '0A1B'],
  ['QName', ['a:b', 'c:b', 'b'], 'b'],
  ['guid', ['6F9619FF-8B86-D011-B42D-00C04FC964FF'], '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
  ['anyURI', ['http://example.com/größe?a b'], 'http://example.com/größe?a b'],
  ['unsignedByte', ['+007', '7'], '7'],
] as const)('as %s, %j are one value: %s', (type, texts, canonical) => {
  expect(texts.map((text) => [isOfType(text, type), canonicalValue(` ${text}\n`, type)])).toEqual(
    texts.map(() => [true, canonical]),
  );
});

test.each([
  ['decimal', ['', '.', '1e3', '1,5', 'NaN', '1'.repeat(401)]],
  ['double', ['', 'Infinity', 'inf', '0x1', '1e', '1 000']],
  [
    'dateTime',
    ['2024-01-31', '2024-02-30T00:00:00', '2024-01-31 12:00:00', '2024-01-31T25:00:00', '2024-01-31T24:00:01'],
  ],
  ['dateTime', ['0000-01-01T00:00:00', '2024-01-31T12:00:00+15:00', '2024-01-31T12:00:00+01:60', '24-01-31T12:00:00']],
  ['date', ['2023-02-29', '2024-1-1', '']],
  ['time', ['24:30:00', '12:00', '12:00:60']],
  ['base64Binary', ['AAE', 'AA=A', 'AA-_']],
  ['duration', ['', 'P', 'PT', '1D', 'P1S', 'P1M1Y', 'P1.5D', 'PT1M1H']],
  ['hexBinary', ['0', '0G', '0x00']],
  ['QName', ['', 'a:', ':a', 'a:b:c', '1a']],
  ['guid', ['6f9619ff', '{6f9619ff-8b86-d011-b42d-00c04fc964ff}']],
  ['byte', ['128', '-129']],
  ['unsignedLong', ['-1', '18446744073709551616']],
  ['positiveInteger', ['0']],
  ['negativeInteger', ['0']],
] as const)('as %s, none of %j is a value, and each stays as it is', (type, texts) => {
  expect(texts.filter((text) => isOfType(text, type) || canonicalValue(text, type) !== text)).toEqual([]);
});
