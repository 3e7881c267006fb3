import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formText, readParams } from './form-params.ts';

const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
const valuesOf = (form: string): readonly string[] => [...new URLSearchParams(form).values()];
const texts = fc.array(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((one) => one.replaceAll(/\p{Cs}/gu, '')),
  {
    minLength: 1,
  },
);
const pairsOf = (values: readonly string[]) => values.map((value, at) => [`p${at}`, value] as const);

test('values that were recorded as they were sent, or decoded, are the same where Content-Length tells', () => {
  fc.assert(
    fc.property(texts, (values) => {
      const sent = values.map(encoded);
      const length = pairsOf(sent)
        .map((pair) => pair.join('='))
        .join('&').length;
      const headers = [['Content-Length', `${length}`]] as const;
      expect(valuesOf(formText(pairsOf(values), headers))).toEqual(values);
      // Encoded again they have the same length only where nothing was encoded.
      expect(valuesOf(formText(pairsOf(sent), headers))).toEqual(values);
    }),
  );
});

test.each([
  ['SC-1001%20%26%20Gr%C3%B6%C3%9Fe%20M', 'SC-1001 & Größe M'],
  ['SC+1001%26', 'SC 1001&'],
  ['100%', '100%'],
  ['50%25 off', '50%25 off'],
  ['%FF', '%FF'],
  ['SC 1001', 'SC 1001'],
  ['a+b', 'a+b'],
])('without a length %s is %s', (value, expected) => {
  expect(valuesOf(formText([['ItemNo', value]], []))).toEqual([expected]);
});

const length = (form: string) => [['Content-Length', `${form.length}`]] as const;
const wide = encoded('Größe – M');
const misread = Buffer.from('Größe – M').toString('latin1');

test.each([
  ['as it was', 'Größe – M', wide],
  ['read as Latin-1', misread, wide],
  ['with %20', 'Größe – M', wide.replaceAll('+', '%20')],
  ['a ? of its own', 'Größe?', encoded('Größe?')],
])('%s: it is read', (_what, value, sent) => {
  const read = readParams([['ItemNo', value]], length(`ItemNo=${sent}`));
  expect('bytes' in read ? valuesOf(Buffer.from(read.bytes).toString()) : read).toEqual([
    new URLSearchParams(`v=${sent}`).get('v'),
  ]);
});

test.each([
  ['replaced', 'Gr\uFFFD', 'U+FFFD'],
  ['with ? for what could not be written', 'Gr??e ? M', 'of the'],
  ['read as Latin-1, with another length', misread.slice(0, -1), 'Latin-1'],
])('%s: it is left out', (_what, value, why) => {
  expect(readParams([['ItemNo', value]], length(`ItemNo=${wide}`))).toEqual({ leftOut: expect.stringContaining(why) });
});
