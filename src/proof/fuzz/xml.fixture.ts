import fc from 'fast-check';
import { expect } from 'vitest';
import { readPlain, withNamespaces } from '../../reference/wire/namespaces.ts';
import { readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { illegalCharacterAt } from '../../xml/characters.ts';
import { doctypeAt, withoutDoctype } from '../../xml/doctype.ts';
import { readXml, XmlReadError } from '../../xml/fast-xml.ts';
import { parseXml } from '../../xml/parse.ts';
import { buildPlainTree } from '../../xml/plain-tree.ts';
import { buildTree, ParseStop } from '../../xml/sax-tree.ts';
import { readOrRefused, type Subject } from './subject.fixture.ts';

const limits = { maxDepth: 64, maxNodes: 500, maxAttributes: 16, maxName: 100 };

const golden = ['Get_Inventory', 'Get_Basevehicle_Images', 'McatCodes'].flatMap((operation) =>
  ['soap11.request', 'soap12.response', 'http-get.response'].map((file) =>
    new TextDecoder().decode(readHttpFile(`exchanges/${operation}/${file}.http`).body),
  ),
);

const names = fc.constantFrom(
  'a',
  'b',
  'p:a',
  'q:b',
  'a.b',
  'é',
  'a-1',
  'xml',
  'xmlns',
  '__proto__',
  'constructor',
  'x'.repeat(101),
);
const spaces = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n', '  ', '\u0085', '\u2028', '\u00A0');
const texts = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '&amp;',
    '&#10;',
    '&#xD;',
    '&#0;',
    '&#x110000;',
    '&b;',
    '&',
    ']]>',
    '\r',
    '\uFEFF',
    '\uD800',
    '\u0000',
    '\uFFFF',
    '😀',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const attributes = fc
  .tuple(
    spaces,
    fc.oneof(names, fc.constantFrom('xmlns', 'xmlns:p', 'xmlns:q', 'xmlns:xml', 'xml:lang', 'xmlns:')),
    fc.constantFrom('=', '=', '=', ' = ', ''),
    fc.constantFrom('"', '"', "'", ''),
    fc.oneof(
      texts,
      fc.constantFrom('u', ' u ', '', 'http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'),
    ),
  )
  .map(
    ([space, name, equals, quote, value]) => `${space === '' ? ' ' : space}${name}${equals}${quote}${value}${quote}`,
  );
const marks = fc.oneof(
  fc.constantFrom(
    '<!-- x -->',
    '<!-- -- -->',
    '<!---->',
    '<![CDATA[<x>]]>',
    '<![CDATA[',
    '<?p q?>',
    '<?xml version="1.0"?>',
    '<!DOCTYPE a>',
    '<',
    '>',
    '</',
    '/>',
  ),
  texts,
);

/** Elements within one another, now and then with an end tag of another name. */
const { element } = fc.letrec<{ element: string; inside: string }>((tie) => ({
  inside: fc.oneof({ depthSize: 'small' }, marks, tie('element')),
  element: fc
    .tuple(
      names,
      fc.array(attributes, { maxLength: 3 }),
      spaces,
      fc.array(tie('inside'), { maxLength: 4 }),
      fc.nat(30),
      names,
    )
    .map(([name, given, space, inside, how, other]) => {
      const start = `<${name}${given.join('')}${space}`;
      if (how < 6) return `${start}/>`;
      return `${start}>${inside.join('')}</${how === 6 ? other : name}${how === 7 ? space : ''}>`;
    }),
}));

const declarations = fc.constantFrom(
  '',
  '',
  '',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="utf-8"?>\n',
  '<?xml version="1.1"?>',
  '\uFEFF',
  ' ',
);
const written = fc.tuple(declarations, element, spaces).map((parts) => parts.join(''));
const damaged = fc
  .tuple(fc.constantFrom(...golden), fc.nat(), fc.nat(6), fc.oneof(marks, attributes, names, spaces, element))
  .map(([text, place, gone, piece]) => {
    const at = place % text.length;
    return text.slice(0, at) + piece + text.slice(at + gone);
  });
/** Documents, most of them broken somewhere. */
export const xmlTexts = fc.oneof(
  written,
  damaged,
  fc.array(marks, { maxLength: 6 }).map((parts) => parts.join('')),
);

/** The judge's reader: what it reads plainly is what saxes reads, and what saxes refuses is a problem. */
export const judgesXml: Subject = {
  name: 'xml',
  inputs: xmlTexts,
  runs: 2000,
  check: (input) => {
    // Decoding takes the byte order mark off.
    const text = input.replace(/^\uFEFF+/, '');
    const parsed = parseXml(text, limits);
    if (illegalCharacterAt(text) >= 0) {
      expect(parsed.kind).toBe('problem');
      return;
    }
    const doctype = doctypeAt(text);
    const rest = doctype === null ? text : (withoutDoctype(text, doctype) ?? text);
    const strictly = readOrRefused(() => buildTree(rest, limits), ParseStop);
    const plain = buildPlainTree(text, limits);
    if (plain !== null) expect(plain).toEqual(strictly);
    if (parsed.kind === 'document') expect(parsed.document).toEqual(strictly);
    else if (strictly !== null) expect(parsed.problem.kind).toMatch(/doctype|limit/);
  },
};

/** The reference server's reader: what it reads plainly is what fast-xml-parser and its checks make of it. */
export const serversXml: Subject = {
  name: 'plain-xml',
  inputs: xmlTexts,
  runs: 2000,
  check: (text) => {
    const plain = readPlain(text);
    // The library refuses these names.
    if (plain !== null && !/<(?:__proto__|constructor)[\s/>]/.test(text))
      expect(plain).toEqual(readOrRefused(() => withNamespaces(readXml(text)), XmlReadError));
  },
};
