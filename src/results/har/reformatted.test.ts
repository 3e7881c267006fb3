import { expect, test } from 'vitest';
import { isReformatted } from './reformatted.ts';

const lines = ['<?xml version="1.0"?>', '<a>', '  <b>', '    <c>\u00F6 x</c>', '    <d />', '  </b>', '</a>'];
const compact = lines.map((line) => line.trim()).join('');
const dotNet = lines.join('\n');
const shown = lines.map((line) => line.replaceAll('  ', '\t\t\t')).join('\r\n');
const bytes = (text: string): number => Buffer.byteLength(text);

test.each([
  ['indented from one line', dotNet, compact],
  ['indented with tabs from one line', shown, compact],
  ['indented with tabs from two spaces', shown, dotNet],
  ['LF as CRLF', dotNet.replaceAll('\n', '\r\n'), dotNet],
  ['a line end after it', `${dotNet}\n`, dotNet],
  ['a byte order mark before it', `\uFEFF${dotNet}`, dotNet],
  ['characters that are not composed', compact.normalize('NFD'), compact],
])('%s', (_what, text, sent) => {
  expect(isReformatted(text, bytes(sent))).toBe(true);
});

test.each([
  ['a longer value', compact.replace(' x', ' [REDACTED]'), compact],
  ['an element around it', `<div>${compact}</div>`, compact],
  ['NUL after it', `${compact}\0`, compact],
])('%s is no other format', (_what, text, sent) => {
  expect(isReformatted(text, bytes(sent))).toBe(false);
});
