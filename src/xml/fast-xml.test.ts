import fc from 'fast-check';
import { XmlDocument, XmlParseError } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { readOrRefused } from '../proof/fuzz/subject.fixture.ts';
import { xmlTexts } from '../proof/fuzz/xml.fixture.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { readXml, XmlReadError } from './fast-xml.ts';

test('elements keep order, qualified names, attributes and text as written', () => {
  const root = readXml(
    '<?xml version="1.0"?><!-- x --><s:a xmlns:s="u" k="1&#x9;\n2"> 007 <b/><c>true</c><b>2</b> </s:a>\n',
  );
  expect(root.name).toBe('s:a');
  expect(root.attributes).toEqual({ 'xmlns:s': 'u', k: '1\t 2' });
  expect(root.children.map((child) => [child.name, child.text])).toEqual([
    ['b', ''],
    ['c', 'true'],
    ['b', '2'],
  ]);
  expect(root.text).toBe(' 007  ');
});

test('references, CDATA and line ends become the characters they stand for', () => {
  expect(readXml('<a>&lt;&#65;&#x1F600;&amp;amp;<![CDATA[&lt;<b>]]>\r\n&#xD;</a>').text).toBe('<A😀&amp;&lt;<b>\n\r');
});

test('a comment is noted on its parent only', () => {
  const root = readXml('<a><b>1<!-- c -->2</b></a>');
  expect([root.hasComment, root.children[0]?.hasComment, root.children[0]?.text]).toEqual([false, true, '12']);
});

test('names that JavaScript objects own are ordinary names', () => {
  expect(readXml('<toString valueOf="1"><hasOwnProperty/></toString>').children[0]?.name).toBe('hasOwnProperty');
});

const BAD: readonly string[] = [
  '',
  'x',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a/>x',
  '<a/>x<!-- c -->',
  '<a/><!-- c -->x',
  '<a></a>&amp;',
  'x<a/>',
  '<a/><![CDATA[x]]>',
  '<a b="1" b="2"/>',
  '<a b=1/>',
  '<a b="<"/>',
  '<a b="&x;"/>',
  '<a>&x;</a>',
  '<a>&nbsp;</a>',
  '<a>& </a>',
  '<a>&#x1;</a>',
  '<a>&#xD800;</a>',
  '<a>\u0001</a>',
  '<a:b:c/>',
  '<a xmlns:="u"/>',
  '<p:a/>',
  '<a p:b="1"/>',
  '<a xmlns:p=""/>',
  '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>',
  '<a b="1"c="2"/>',
  '<a>]]></a>',
  '<a><!-- -- --></a>',
  ' <?xml version="1.0"?><a/>',
  '<a><!-- </a>',
  '<a><![CDATA[</a>',
  '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
];

test.each(BAD)('%j is refused', (text) => {
  expect(() => readXml(text)).toThrow(XmlReadError);
});

test('what is escaped is read back unchanged', () => {
  const text = ' &<>"\'\t\n\r\r\n]]> é😀 ';
  const root = readXml(`<a b="${escapeAttribute(text)}" c='${escapeAttribute(text)}'>${escapeText(text)}</a>`);
  expect(root.text).toBe(text);
  expect(root.attributes).toEqual({ b: text, c: text });
});

test('100 nested elements are read, 101 are refused', () => {
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
  expect(readXml(nested(100)).name).toBe('a');
  expect(() => readXml(nested(101))).toThrow(XmlReadError);
});

/** What libxml2 may object to in a document that is well-formed: a namespace that is no URI, an encoding or version it lacks. */
const WELL_FORMED = /is not a valid URI|is not absolute|^Unsupported (?:encoding|version)/;

function refusalsOf(text: string): readonly string[] {
  try {
    XmlDocument.fromString(text).dispose();
    return [];
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    return error.details.flatMap(({ message }) => (WELL_FORMED.test(message) ? [] : [message.trim()]));
  }
}

test('of documents that are broken somewhere, none is read that libxml2 refuses', () => {
  let read = 0;
  fc.assert(
    fc.property(xmlTexts, (text) => {
      if (readOrRefused(() => readXml(text), XmlReadError) === null) return;
      read += 1;
      expect(refusalsOf(text)).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
  expect(read).toBeGreaterThan(200);
});
