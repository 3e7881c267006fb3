import { expect, test } from 'vitest';
import { canonicalXml } from './canonical.fixture.ts';
import { parseXml } from './parse.ts';

function canonical(text: string): string {
  const parsed = parseXml(text);
  return parsed.kind === 'document' ? canonicalXml(parsed.document) : parsed.problem.message;
}

test('prefixes, declarations, attribute order, white space between elements, comments and CDATA make no difference', () => {
  const plain = canonical('<a xmlns="u" k="1" l="2"><b>x&amp;y</b><c/></a>');
  const dressed = canonical(
    '<?xml version="1.0"?><p:a l="2" xmlns:p="u" xmlns:unused="v" k="1">\n <!-- c --><p:b>x<![CDATA[&]]>y</p:b>\n<?pi?><p:c></p:c> </p:a>',
  );
  expect(plain).toBe('<{u}a k="1" l="2"><{u}b>x&amp;y</><{u}c></></>');
  expect(dressed).toBe(plain);
});

test.each([
  ['<a> </a>', '<a></a>'],
  ['<a>x<b/></a>', '<a><b/></a>'],
  ['<a k="1"/>', '<a k="2"/>'],
  ['<a xmlns="u"/>', '<a xmlns="v"/>'],
  ['<a><b/><c/></a>', '<a><c/><b/></a>'],
  ['<a>&lt;b&gt;</a>', '<a><b/></a>'],
])('%s differs from %s', (one, other) => {
  expect(canonical(one)).not.toBe(canonical(other));
});
