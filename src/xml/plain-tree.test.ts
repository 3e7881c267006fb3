import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { illegalCharacterAt } from './characters.ts';
import { decodeXmlBytes } from './decode.ts';
import { buildPlainTree } from './plain-tree.ts';
import { buildTree } from './sax-tree.ts';

const limits = { maxDepth: 256, maxNodes: 300_000, maxAttributes: 256, maxName: 1_000 };
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Every XML text among the fixtures, of bodies and of whole files. */
const texts = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(http|xml|bin|txt|xsd|wsdl)$/.test(path))
  .map((path) => decodeXmlBytes(readFileSync(join(fixtures, path)), null).text)
  .map((text) => text.slice(Math.max(0, text.search(/\r?\n\r?\n/))).trimStart())
  .filter((text) => text.startsWith('<') && illegalCharacterAt(text) < 0);

/** What saxes makes of a text; null where it stops. */
function strictly(text: string, declarations: boolean) {
  try {
    return buildTree(text, limits, declarations);
  } catch {
    return null;
  }
}

function bothAgree(text: string): boolean {
  const [plain, declared] = [false, true].map((declarations) => {
    const tree = buildPlainTree(text, limits, declarations);
    if (tree !== null) expect(tree, text).toEqual(strictly(text, declarations));
    return tree;
  });
  expect(declared === null).toBe(plain === null);
  return plain !== null;
}

test('what is read plainly is what saxes reads', () => {
  const read = texts.filter(bothAgree);
  // Nearly all answers are plain: were none, this test would compare nothing.
  expect(read.length).toBeGreaterThan(100);
});

test.each([
  ['an entity reference', '<a>Bed &amp; Cab &lt;1&gt; &quot;x&quot; &apos;</a>'],
  ['a reference at every place of a long text', `<a>${'&amp;lt;'.repeat(30_000)}</a>`],
  [
    'namespaces, prefixes and xsi:nil',
    '<s:a xmlns:s="urn:a" xmlns="urn:b"><b xmlns="" s:c="1"/><d xmlns:s="urn:c"><s:e/></d></s:a>',
  ],
  ['white space and lines', '<?xml version="1.0" encoding="utf-8"?>\n<a>\n  <b>é漢</b>\n\n <c/>x\n</a>\n '],
  ['carriage returns', '<?xml version="1.0"?>\r\n<a>\r\n  <b>x\ry</b>\r\r\n<c/></a>\r\n'],
  ['a namespace that ends with its element', '<a xmlns="u"><b xmlns="v"><c/></b><d/></a>'],
  ['an empty root', '<a x="1"/>'],
  ['several attributes', '<a x="1" y="2"><a x="1" y="2"/></a>'],
])('%s is read plainly', (_name, text) => {
  expect(bothAgree(text)).toBe(true);
});

test.each([
  ['a comment', '<a><!-- b --></a>'],
  ['a CDATA section', '<a><![CDATA[b]]></a>'],
  ['a DOCTYPE', '<!DOCTYPE a><a/>'],
  ['an instruction', '<?p q?><a/>'],
  ['a character reference', '<a>&#65;</a>'],
  ['an undefined entity', '<a>&b;</a>'],
  ['a bare &', '<a>b & c</a>'],
  ['the end of a CDATA section', '<a>]]></a>'],
  ['an unbound prefix', '<b:a/>'],
  ['an unbound prefix of an attribute', '<a b:c="1"/>'],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['an attribute twice by its namespace', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['a < in an attribute', '<a b="<"/>'],
  ['a > in an attribute', '<a b=">"/>'],
  ['a prefix declared as nothing', '<a xmlns:b=""/>'],
  ['a reserved prefix', '<a xmlns:xml="urn:b"/>'],
  ['a reserved namespace', '<a xmlns:b="http://www.w3.org/2000/xmlns/"/>'],
  ['an end tag of another name', '<a></b>'],
  ['an end tag too many', '<a></a></a>'],
  ['an element without end', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['text after the root', '<a/>b'],
  ['text before the root', 'b<a/>'],
  ['nothing', ''],
  ['a cut', '<a><b>c'],
  ['a declaration of another version', '<?xml version="1.1"?><a/>'],
  ['a declaration after a line', '\n<?xml version="1.0"?><a/>'],
])('%s is left to saxes', (_name, text) => {
  expect(buildPlainTree(text, limits)).toBeNull();
});

test('limits are left to saxes', () => {
  const narrow = { maxDepth: 2, maxNodes: 6, maxAttributes: 1, maxName: 12 };
  expect(buildPlainTree('<a><b>c</b></a>', narrow)).not.toBeNull();
  expect(buildPlainTree('<a><b><c>d</c></b></a>', narrow)).toBeNull();
  expect(buildPlainTree('<a><b/><b/><b/><b/><b/><b/></a>', narrow)).toBeNull();
  expect(buildPlainTree('<a b="1" c="2"/>', narrow)).toBeNull();
  expect(buildPlainTree('<abcdefghijklm/>', narrow)).toBeNull();
});

test('texts near to XML are read as saxes reads them, or left to it', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '>',
      '/',
      '</',
      '/>',
      '<a>',
      '</a>',
      '<b>',
      '</b>',
      '<a/>',
      '<p:a>',
      '</p:a>',
      '<a xmlns:p="u">',
      '<a xmlns="">',
    ],
    ...[
      '<a xmlns="v" b="c">',
      '<a p:b="c" b="d">',
      '<a b="c"/>',
      ' ',
      '\n',
      '\r',
      '\t',
      '&',
      '&amp;',
      '&#10;',
      '"',
      "'",
      '=',
    ],
    ...[
      '<a b="c" >',
      '<a  b="c">',
      '<a b ="c">',
      "<a b='c'>",
      '</a >',
      '<!--',
      '-->',
      '<?',
      '?>',
      ']]>',
      'é',
      'xml',
      ':',
      ';',
      'text',
    ],
    ...[
      '<?xml version="1.0"?>',
      '<?xml version="1.0" encoding="utf-8"?>',
      '<a b="\n">',
      '<a b="&lt;">',
      '<a xmlns:p="u" xmlns:p="u">',
    ],
  );
  const inside = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const text = fc.oneof(
    inside,
    inside.map((inner) => `<a xmlns:p="u">${inner}</a>`),
  );
  let read = 0;
  fc.assert(
    fc.property(text, (one) => {
      read += bothAgree(one) ? 1 : 0;
    }),
    { numRuns: 5_000, seed: 6 },
  );
  expect(read).toBeGreaterThan(200);
});

test('an answer that was damaged anywhere is read as saxes reads it, or left to it', () => {
  const whole = texts.filter((text) => text.length < 3_000 && buildPlainTree(text, limits) !== null);
  const bits = fc.constantFrom('', '<', '>', '&', '"', ' ', '/', 'x', ':', '\n', '</', '&amp;', ' a="b"', ' xmlns="u"');
  fc.assert(
    fc.property(fc.constantFrom(...whole), fc.nat(), fc.nat(3), bits, (text, place, cut, bit) => {
      // A decoded text has no half of a surrogate pair.
      const characters = [...text];
      characters.splice(place % characters.length, cut, bit);
      bothAgree(characters.join(''));
    }),
    { numRuns: 3_000, seed: 6 },
  );
});
