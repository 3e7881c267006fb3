import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readXml, XmlReadError } from '../../xml/fast-xml.ts';
import { type InElement, readPlain, withNamespaces } from './namespaces.ts';

const FIXTURES = new URL('../../../fixtures/exchanges/', import.meta.url);

/** The bodies of all golden SOAP requests. */
const golden = readdirSync(FIXTURES).flatMap((operation) =>
  readdirSync(new URL(`${operation}/`, FIXTURES))
    .filter((file) => /^soap.*\.request\.http$/.test(file))
    .map((file) => {
      const text = readFileSync(new URL(`${operation}/${file}`, FIXTURES), 'utf8').replaceAll('\r\n', '\n');
      return text.slice(text.indexOf('\n\n') + 2);
    }),
);

/** Each of them puts something into a document that one reader or the other may take amiss. */
const PIECES = [
  ...['<', '>', '&amp;', '&', '&lt', '\n', '\t', ' ', '"', "'", '/', ':', '=', '-', '.', '1', 'é', '😀', ']]>'],
  ...[
    '<!-- x -->',
    '<![CDATA[x]]>',
    '<?p q?>',
    '<?xml version="1.0"?>',
    '<!DOCTYPE a>',
    '<x/>',
    '<x />',
    '</x>',
    '<x>',
  ],
  ...[' a="b"', " a='b'", ' a=b', ' a', ' a="b" a="c"', ' xmlns:q="u"', ' xml:lang="en"', '<q:x/>', '<a:b:c/>'],
  ...['\u0000', '\uFEFF', '\r\n', '\u0085', '\uD800', '<__proto__/>', ' __proto__="x"', '<constructor/>', '<xml/>'],
];

/** Elements that the library refuses by their names alone. */
const OF_JAVASCRIPT = /<(?:__proto__|constructor)[ />]/;

function readByLibrary(text: string): InElement | null {
  try {
    return withNamespaces(readXml(text));
  } catch (error) {
    if (error instanceof XmlReadError) return null;
    throw error;
  }
}

test('golden requests are written plainly, and read as the library reads them', () => {
  expect(golden.length).toBeGreaterThanOrEqual(40);
  for (const text of golden) {
    const plain = readPlain(text);
    expect(plain).not.toBeNull();
    expect(plain).toEqual(withNamespaces(readXml(text)));
  }
});

test('with a piece put in anywhere, what is read is what the library reads', () => {
  const [short = ''] = golden.toSorted((a, b) => a.length - b.length);
  let read = 0;
  for (const piece of PIECES) {
    for (let at = 0; at <= short.length; at += 1) {
      const text = short.slice(0, at) + piece + short.slice(at);
      const plain = readPlain(text);
      if (plain === null || OF_JAVASCRIPT.test(text)) continue;
      read += 1;
      expect({ text, read: plain }).toEqual({ text, read: readByLibrary(text) });
    }
  }
  // Pieces of text alone leave hundreds of documents plain.
  expect(read).toBeGreaterThan(500);
});

test('with a piece cut out anywhere, what is read is what the library reads', () => {
  const [short = ''] = golden.toSorted((a, b) => a.length - b.length);
  for (const length of [1, 2, 5, 20]) {
    for (let at = 0; at + length <= short.length; at += 1) {
      const text = short.slice(0, at) + short.slice(at + length);
      const plain = readPlain(text);
      if (plain !== null) expect({ text, read: plain }).toEqual({ text, read: readByLibrary(text) });
    }
  }
});

test('a DOCTYPE, deep nesting and broken documents are left to the library', () => {
  const deep = `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`;
  for (const text of ['<!DOCTYPE a><a/>', deep, '<a>', '<a></b>', '<a/><b/>', 'x<a/>', '<a/>x', '', '<a b="1" b="2"/>'])
    expect(readPlain(text)).toBeNull();
});
