import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalXml } from './canonical.fixture.ts';
import { parseXml } from './parse.ts';
import { LIMITS, textOf, type XmlDocument, type XmlParse } from './tree.ts';

function documentOf(parsed: XmlParse): XmlDocument {
  if (parsed.kind === 'problem') throw new Error(JSON.stringify(parsed.problem));
  return parsed.document;
}

function outcomeOf(text: string): string {
  const parsed = parseXml(text);
  if (parsed.kind === 'document') return 'document';
  const { kind, line, column } = parsed.problem;
  return `${kind} ${line}:${column}`;
}

describe('a well-formed document', () => {
  test('gives names, namespaces, attributes and the positions of start tags', () => {
    const text =
      '<?xml version="1.0" encoding="utf-8"?>\r\n<!--x--><a xmlns="u" xmlns:p="v" p:k="1" l="2">\n <p:b/>\r😀<c xmlns=""/></a><?pi  d?>';
    const { declaration, root } = documentOf(parseXml(text));
    expect(declaration).toEqual({ version: '1.0', encoding: 'utf-8' });
    expect(root).toMatchObject({ name: 'a', namespace: 'u', line: 2, column: 9 });
    expect(root.attributes).toEqual([
      { name: 'k', namespace: 'v', value: '1' },
      { name: 'l', namespace: '', value: '2' },
    ]);
    expect(root.children).toMatchObject([
      { kind: 'text', text: '\n ', line: 2, column: 48 },
      { name: 'b', prefix: 'p', namespace: 'v', line: 3, column: 2 },
      { kind: 'text', text: '\n😀', line: 3, column: 8 },
      { name: 'c', namespace: '', line: 4, column: 3 },
    ]);
  });

  test('gives processing instructions from wherever they are, the declaration not among them', () => {
    const { instructions } = documentOf(parseXml('<?xml version="1.0"?><?a?><r><!--c--><?b x?><s><?c?></s></r>'));
    expect(instructions.map(({ text }) => text)).toEqual(['a', 'b x', 'c']);
    expect(documentOf(parseXml('<r/>')).instructions).toEqual([]);
  });

  test('joins text, CDATA and references, and not across a comment', () => {
    const { root } = documentOf(parseXml('<a>1&amp;<![CDATA[<2>]]><![CDATA[]]>3&#x1F600;<!--c-->4</a>'));
    expect(root.children).toMatchObject([
      { kind: 'text', text: '1&<2>3😀', column: 4 },
      { kind: 'comment', text: 'c' },
      { kind: 'text', text: '4' },
    ]);
    expect(textOf(root)).toBe('1&<2>3😀4');
  });

  test('keeps white space in a namespace name', () => {
    const { root } = documentOf(parseXml('<p:a xmlns:p=" u " p:k="1"><p:b xmlns=" v"/><c xmlns="u"/></p:a>'));
    expect(canonicalXml(root)).toBe('<{ u }a { u }k="1"><{ u }b></><{u}c></></>');
  });

  test('may begin with instructions and white space, not with the byte order mark that decoding left', () => {
    expect(outcomeOf('<?xml version="1.1"?><?p?>\n<a/>\n<!-- -->')).toBe('document');
    expect(outcomeOf('\uFEFF<?xml version="1.1"?><a/>')).toBe('malformed 1:1');
  });
});

const PROBLEMS: readonly (readonly [text: string, outcome: string])[] = [
  ['', 'malformed 1:1'],
  [' ', 'malformed 1:2'],
  ['Runtime Error', 'malformed 1:1'],
  ['\n Error\n at Reader.<anonymous> (a)', 'malformed 2:2'],
  ['<a>', 'malformed 1:4'],
  ['<a><b></a>', 'malformed 1:10'],
  ['<a/><b/>', 'malformed 1:5'],
  ['<a/>x', 'malformed 1:5'],
  ['<a/>\n <![CDATA[]]>', 'malformed 2:2'],
  ['<a>\n <p:b/></a>', 'malformed 2:2'],
  ['<a p:b="1"/>', 'malformed 1:1'],
  ['<a b="1" b="2"/>', 'malformed 1:1'],
  ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'malformed 1:1'],
  ['<a b="<"/>', 'malformed 1:7'],
  ['<a b=1/>', 'malformed 1:6'],
  ['<a>]]></a>', 'malformed 1:6'],
  ['<a>&nbsp;</a>', 'malformed 1:4'],
  ['<a>&constructor;</a>', 'malformed 1:4'],
  ['<a>x & y</a>', 'malformed 1:6'],
  ['<a>&amp;x & y</a><b>;</b>', 'malformed 1:11'],
  ['<a b="&amp;&x"/>', 'malformed 1:12'],
  ['<a>\n&#x1;</a>', 'characters 2:1'],
  ['<a>&#65;&#xFFFE;</a>', 'characters 1:9'],
  ['<a>&#x110000;</a>', 'characters 1:4'],
  ['<a>\u0001</a>', 'characters 1:4'],
  ['<a>\uD800</a>', 'characters 1:4'],
  ['<a b="\uDC00"/>', 'characters 1:7'],
  ['<a>\uFFFF</a>', 'characters 1:4'],
  ['<a></b>\u0001', 'malformed 1:7'],
  ['<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', 'doctype 1:1'],
  ['<?xml version="1.0"?>\n<!-- x --><!DOCTYPE a', 'doctype 2:11'],
  ['<a><!DOCTYPE a></a>', 'doctype 1:4'],
  [' <?xml version="1.0"?><a/>', 'malformed 1:7'],
  ['<a><!-- -- --></a>', 'malformed 1:11'],
  ['<a/', 'malformed 1:4'],
  ['<a><![CDATA[x]]</a>', 'malformed 1:20'],
];

test.each(PROBLEMS)('%j ends with %s', (text, outcome) => {
  expect(outcomeOf(text)).toBe(outcome);
});

test('messages are plain sentences without a position or an entity table', () => {
  expect(parseXml('<a>\n<p:b/></a>')).toMatchObject({ problem: { message: 'unbound namespace prefix: "p"' } });
  expect(parseXml('<a>&nbsp;</a>')).toMatchObject({ problem: { message: 'undefined entity "nbsp"' } });
});

test('depth and nodes are bounded', () => {
  const limits = { maxDepth: 3, maxNodes: 4, maxAttributes: 9, maxName: 9 };
  expect(parseXml('<a><b><c/></b></a>', limits).kind).toBe('document');
  expect(parseXml('<a><b><c><d/></c></b></a>', limits)).toMatchObject({ problem: { kind: 'limit', column: 10 } });
  expect(parseXml('<a>1<b/>2<c/></a>', limits)).toMatchObject({ problem: { kind: 'size', column: 10 } });
  expect(parseXml('<a b="" c=""><d e="" f=""/></a>', limits)).toMatchObject({ problem: { kind: 'size', column: 14 } });
  expect(parseXml('<a>'.repeat(100_000))).toMatchObject({ problem: { kind: 'limit' } });
});

test.each([
  [
    'attributes',
    '<a b="" c=""><d e="" f=""/></a>',
    '<a><b c="" d="" e=""/></a>',
    'more than 2 attributes of one element',
  ],
  [
    'namespaces',
    '<a xmlns="u" xmlns:c="u"/>',
    '<a><b xmlns="u" xmlns:c="v" xmlns:d="w"/></a>',
    'more than 2 attributes of one element',
  ],
  ['names', '<abcd/>', '<a><abcde/></a>', 'a name of more than 4 characters'],
  ['names of attributes', '<a bcde=""/>', '<a><b bc:de="" xmlns:bc="u"/></a>', 'a name of more than 4 characters'],
])('%s are bounded', (_what, within, beyond, message) => {
  const limits = { maxDepth: 9, maxNodes: 9, maxAttributes: 2, maxName: _what === 'namespaces' ? 9 : 4 };
  expect(parseXml(within, limits).kind).toBe('document');
  expect(parseXml(beyond, limits)).toMatchObject({ problem: { kind: 'limit', message, line: 1, column: 4 } });
});

test.each([
  ['a tag of blanks', `<a${' '.repeat(200_000)}/>`, 'limit: a tag of more than 100000 characters'],
  ['an attribute', `<a><b c="${"'".repeat(200_000)}"/></a>`, 'limit: a tag of more than 100000 characters'],
  ['references', `<a>${'&#65;'.repeat(300_001)}</a>`, 'size: more than 300000 references'],
  ['ampersands', `<a>${'&'.repeat(300_001)}</a>`, 'malformed: "&" is not escaped as "&amp;"'],
])('too long %s is not read', (_what, text, outcome) => {
  const read = parseXml(text);
  expect(read.kind === 'problem' && `${read.problem.kind}: ${read.problem.message}`).toBe(outcome);
});

test('a long text, a long comment and many references are read', () => {
  const long = 'x'.repeat(200_000);
  expect(parseXml(`<a><!--${long}--><![CDATA[${long}]]>${long}${'&#65;'.repeat(299_000)}</a>`).kind).toBe('document');
});

const piece = fc.oneof(
  fc.constantFrom(
    '<a>',
    '</a>',
    '<p:b xmlns:p="u">',
    '</p:b>',
    '<c k="',
    '" ',
    "='",
    "'",
    '/>',
    '>',
    '<',
    '&',
    '&amp;',
    ';',
  ),
  fc.constantFrom(
    '&#x',
    '&#1;',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '--',
    '<?',
    '?>',
    '<?xml version="1.0"?>',
    '<!DOCTYPE',
    '\r',
    '\n',
  ),
  fc.constantFrom('\uD800', '\uDC00', '\u0000', '\uFEFF', '😀', 'xmlns=""', '&__proto__;', 'x'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

test('no text whatever makes it throw', () => {
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (source) => {
      const parsed = parseXml(source);
      if (parsed.kind === 'problem') {
        expect(parsed.problem.line).toBeGreaterThan(0);
        expect(parsed.problem.column).toBeGreaterThan(0);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('cut short anywhere, a document is malformed', () => {
  const whole = '<?xml version="1.0"?><a k="1"><!-- c --><b>x &amp; y<![CDATA[z]]></b></a>';
  for (let end = 0; end < whole.length; end += 1) {
    expect(parseXml(whole.slice(0, end)), whole.slice(0, end)).toMatchObject({ problem: { kind: 'malformed' } });
  }
  expect(parseXml(whole).kind).toBe('document');
});

test('a name of megabytes is found at once', () => {
  const text = `<a><${'b'.repeat(10_000_000)}/></a>`;
  const start = process.cpuUsage();
  expect(parseXml(text)).toMatchObject({ problem: { kind: 'limit', column: 4 } });
  // Of the processor, so that other load does not count.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
  expect(parseXml(`<a><![CDATA[${'b'.repeat(200_000)}]]>${'b'.repeat(200_000)}</a>`).kind).toBe('document');
});

test.each([
  ['alone', '<!DOCTYPE a>', true],
  ['with a public and a system identifier', `<!DOCTYPE a PUBLIC "-//x>" 'http://127.0.0.1:1/a.dtd'>`, true],
  ['with an internal subset', '<!DOCTYPE a [<!ENTITY b "bb">]>', false],
  ['twice', '<!DOCTYPE a><!DOCTYPE a>', false],
  ['without an end', '<!DOCTYPE a "', false],
  ['of more than 2,000 characters', `<!DOCTYPE a SYSTEM "${'x'.repeat(2000)}">`, false],
  ['before what is not a document', '<!DOCTYPE a></a>', false],
  ['of a web page', '<!DOCTYPE html>', false],
])('a DOCTYPE %s is reported, and ignored where it declares nothing', (_what, doctype, isRead) => {
  const parsed = parseXml(`<?xml version="1.0"?>\n${doctype}\n<a>&amp;</a>`);
  const found = parsed.doctype ?? (parsed.kind === 'problem' ? parsed.problem : undefined);
  expect([parsed.kind, found?.kind, found?.line]).toEqual([isRead ? 'document' : 'problem', 'doctype', 2]);
  if (parsed.kind === 'document') expect(textOf(parsed.document.root)).toBe('&');
});

test('a document that is malformed behind a DOCTYPE has both problems', () => {
  expect(parseXml('<!DOCTYPE a>\n<a></b>')).toMatchObject({
    doctype: { kind: 'doctype', line: 1 },
    problem: { kind: 'malformed', line: 2 },
  });
});

test('declarations are attributes only with the option for that', () => {
  const text = '<!DOCTYPE a><a xmlns="urn:d" xmlns:p=" urn:p" b="1"><p:c/></a>';
  const attributesOf = (parse: ReturnType<typeof parseXml>) =>
    parse.kind === 'document' ? parse.document.root.attributes : [];
  const own = { name: 'b', namespace: '', value: '1' };
  const namespace = 'http://www.w3.org/2000/xmlns/';
  expect(attributesOf(parseXml(text))).toEqual([own]);
  expect(attributesOf(parseXml(text, LIMITS, true))).toEqual([
    { name: 'xmlns', namespace, value: 'urn:d' },
    { name: 'p', namespace, value: ' urn:p' },
    own,
  ]);
});

describe('what is written wrongly is a fact, beside the message', () => {
  const problemOf = (text: string) => {
    const parsed = parseXml(text);
    return parsed.kind === 'problem' ? parsed.problem : expect.fail('it is well-formed');
  };

  test.each([
    ['<a>Bed & Cab</a>', 'ampersand'],
    ['<a>&nbsp;</a>', 'ampersand'],
    ['<a>1 < 2</a>', 'less-than'],
    ['<x:a/>', 'prefix'],
    ['<a/>text', 'outside'],
    ['<a/><b/>', 'outside'],
    ['<a><b></a>', 'tags'],
    ['<a><identity></entity></a>', 'tags'],
    ['<a', undefined],
    ['<a b="1" b="2"/>', undefined],
  ])('%s: %s', (text, mistake) => {
    expect(problemOf(text).mistake).toBe(mistake);
  });

  test.each([
    ['<a>&secret;</a>', 'undefined entity'],
    ['<a><secret></b></a>', 'an end tag comes while another element is open'],
    ['<secret:a/>', 'unbound namespace prefix'],
    ['<a secret="1" secret="2"/>', 'duplicate attribute'],
    ['<a>]]></a>', undefined],
  ])('%s without names of the text: %s', (text, unnamed) => {
    expect(problemOf(text).unnamed).toBe(unnamed);
  });
});
