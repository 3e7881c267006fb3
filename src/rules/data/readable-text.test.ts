import { expect, test } from 'vitest';
import { checkOf } from '../check.ts';
import { mayHoldRemains, readableTextRule, remainsIn } from './readable-text.ts';

test.each([
  ['Floor liner â€“ review', 'UTF-8 that was read as Windows-1252'],
  ['DÃ©luxe', 'UTF-8 that was read as Windows-1252'],
  ['ðŸš— kit', 'UTF-8 that was read as Windows-1252'],
  ['caf\uFFFD', 'the replacement character U+FFFD'],
  ['a \u0096 b', 'a control character between U+0080 and U+009F'],
  ['Seat &amp; floor', 'a reference that was escaped twice'],
  ['15&#39;', 'a reference that was escaped twice'],
  ['System.String[]', 'the name of a type'],
  ['System.Collections.Generic.List`1[System.String]', 'the name of a type'],
  ['[object Object]', 'the name of a type'],
  ['com.dealer.Model@1b6d3586', 'the name of a type'],
  ['undefined', 'a word for no value'],
])('%j holds what a failed conversion leaves', (text, what) => {
  expect(remainsIn(text)).toBe(what);
  const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const references = [...text].map((one) => `&#${one.codePointAt(0)};`).join('');
  for (const spelled of [written, references, `<![CDATA[${text}]]>`])
    expect(mayHoldRemains(`<r><Title>${spelled}</Title></r>`), spelled).toBe(true);
});

test('records are not read for documents that can hold no remains', () => {
  const url = 'https://video.dealer.example/watch?v=1&amp;lang=en';
  for (const text of ['Floor liner', url, 'Déluxe – Français', 'Null', 'System 2'])
    expect(mayHoldRemains(`<r xmlns="http://dealer.example/"><Title>${text}</Title></r>`), text).toBe(false);
});

test('references are right in a field of HTML', () => {
  expect(remainsIn('Guide &amp; parts', true)).toBeNull();
  expect(remainsIn('Guide â€“ parts', true)).not.toBeNull();
});

test.each([
  'Déluxe – Français, 日本語 🚗',
  '«CAFÉ»',
  'ÀÉÎ Ã Â',
  '<a href="https://www.dealer.example/?a=1&amp;b=2">',
  'https://video.dealer.example/watch?v=1&lang=en',
  'System',
  'System.Motor 2',
  'jo@dealer.example',
  'Null',
  'a\u0085b',
  '275.5@4000',
  'photo.large@2000',
  'jo.dealer@cafe',
  'CAPA DE “LÃ”',
  'SOFÃ™ 2000',
])('%j is left alone', (text) => {
  expect(remainsIn(text)).toBeNull();
});

test('a call that sends references is left alone, also where they stand beside a tag', () => {
  const { excuses } = checkOf(readableTextRule, 'answer') ?? {};
  const isExcused = (Submodel: string) => excuses?.({ operation: 'Add_toCart', values: { Submodel }, header: null });
  expect(isExcused('LX < 2')).toBe(false);
  expect(isExcused('a&amp;b')).toBe(true);
  expect(isExcused('a&amp;b< c>')).toBe(true);
});
