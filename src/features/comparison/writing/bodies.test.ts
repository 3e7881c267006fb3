import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import { patience } from '../../../patience.fixture.ts';
import { goldens } from '../../../proof/mutants/golden.ts';
import { parseXml } from '../../../xml/parse.ts';
import type { XmlNode } from '../../../xml/tree.ts';
import { readWritten } from '../../../xml/written.ts';
import { type WrittenBody as Body, diffBodies } from './bodies.ts';
import { documentText, respelled, respellings, someWays } from './respell.fixture.ts';

const bodies = goldens(loadContract(defaultNamespace())).map(({ answer }) => answer.body.toString('utf8'));

/** A document with all that can be written in several ways. */
const RICH = [
  '<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n  <soap:Body>\n    <R xmlns="urn:r" lang="a:b" k="1">\n',
  '      <A>ex &amp; "y" é</A>\n      <B />\n      <C xsi:nil="true" />\n    </R>\n  </soap:Body>\n</soap:Envelope>',
].join('');

function differences(a: string, b: string) {
  return diffBodies({ text: a, bom: false }, { text: b, bom: false }, { data: true, elements: true }, String);
}

function named(a: string, b: string): readonly string[] {
  return [...new Set(differences(a, b).map(({ kind, subject }) => `${kind}: ${subject}`))];
}

/** What a parser sees, apart from white space between tags. */
function infoset(text: string): unknown {
  const parsed = parseXml(text);
  if (parsed.kind !== 'document') throw new Error('no document');
  const of = (node: XmlNode): unknown => {
    if (node.kind !== 'element') return node.text;
    const inside = node.children.filter((child) => child.kind === 'element' || !isLayout(node.children, child));
    return [node.namespace, node.name, node.attributes.map((one) => JSON.stringify(one)).toSorted(), inside.map(of)];
  };
  return of(parsed.document.root);
}

function isLayout(siblings: readonly XmlNode[], node: XmlNode): boolean {
  return siblings.some(({ kind }) => kind === 'element') && node.kind === 'text' && node.text.trim() === '';
}

test('a document that is read as it is written is the same text', () => {
  for (const text of [RICH, ...bodies]) {
    const document = readWritten(text);
    expect(document === null ? null : documentText(document)).toBe(text);
  }
});

test.each(respellings.map((way, index) => [`${index} ${way.subject}`, way] as const))(
  '%s is named, alone',
  (_, way) => {
    const other = respelled(RICH, [way]);
    expect(other).not.toBe(RICH);
    expect(infoset(other)).toEqual(infoset(RICH));
    expect([named(RICH, other), named(other, RICH)]).toEqual([
      [`spelling: ${way.subject}`],
      [`spelling: ${way.subject}`],
    ]);
  },
);

test('every way to write a golden answer again is seen as spelling, whatever else is written otherwise', () => {
  fc.assert(
    fc.property(fc.constantFrom(RICH, ...bodies), someWays, (text, ways) => {
      const other = respelled(text, ways);
      expect(infoset(other)).toEqual(infoset(text));
      const kinds = new Set(differences(text, other).map(({ kind }) => kind));
      expect([...kinds]).toEqual(other === text ? [] : ['spelling']);
      expect(named(text, other)).not.toContain('spelling: other bytes');
    }),
    { numRuns: 400, seed: 7 },
  );
});

test.each([
  ['a declaration', '<?xml version="1.0"?><a/>', '<a/>', 'form: XML declaration'],
  ['a comment', '<a><b/><!-- x --></a>', '<a><b/></a>', 'form: comments and instructions'],
  ['an attribute', '<a k="1"/>', '<a/>', 'form: elements'],
  ['an element', '<a><b/></a>', '<a></a>', 'form: elements'],
  ['a text that is no data', '<a><f>no</f></a>', '<a><f>nein</f></a>', 'spelling: other texts'],
  ['a qualified name', '<s:a xmlns:s="u">s:X</s:a>', '<t:a xmlns:t="u">t:X</t:a>', 'spelling: prefixes'],
  ['the number of a reference', '<a>&#233;</a>', '<a>&#0233;</a>', 'spelling: references'],
  ['a line end in a text', '<a>x\r\ny</a>', '<a>x\ny</a>', 'spelling: line ends in texts'],
  ['an empty section', '<a><![CDATA[]]></a>', '<a/>', 'spelling: empty elements'],
  ['two sections', '<a><![CDATA[x]]><![CDATA[y]]></a>', '<a><![CDATA[xy]]></a>', 'spelling: CDATA sections'],
  ['a declared namespace', '<a xmlns:x="u&amp;v"/>', '<a xmlns:x="u&#38;v"/>', 'spelling: references'],
  ['what is no XML', 'no', 'nein', 'spelling: other texts'],
])('%s is named once', (_, a, b, expected) => {
  expect([named(a, b), named(b, a)]).toEqual([[expected], [expected]]);
});

test('where data differ, only what does not come from them is compared', () => {
  const [a, b] = ['<r><i>a &amp; b</i><i/><i>c</i></r>', '<r><i>a &#38; b</i><i>7</i></r>'];
  const found = diffBodies({ text: a, bom: false }, { text: b, bom: true }, { data: false, elements: false }, String);
  expect(found.map(({ subject }) => subject)).toEqual(['byte order mark', 'references']);
});

test('an element that some of its like have in only one of two documents is told', () => {
  const [a, b] = ['<r><i><j/></i><i><j/></i></r>', '<r><i><j/></i><i></i></r>'].map((text) => {
    return { text, bom: false };
  }) as [Body, Body];
  const found = diffBodies(a, b, { data: true, elements: true }, String);
  expect(found.map(({ kind, change, location }) => [kind, change, location])).toEqual([
    ['form', 'only A writes it', '/r/i/j'],
  ]);
  // Where the data differ, they say it.
  expect(diffBodies(a, b, { data: false, elements: false }, String)).toEqual([]);
});

test('documents of other elements that are indented alike have one layout', () => {
  const [a, b] = ['<a>\n  <b />\n  <c />\n  <d />\n</a>', '<a>\n  <b>\n    <c />\n  </b>\n</a>'].map((text) => {
    return { text, bom: false };
  }) as [Body, Body];
  expect(diffBodies(a, b, { data: false, elements: false }, String)).toEqual([]);
});

test('where only texts differ, it is told which elements there are', () => {
  const [a, b] = ['<r><i>a</i><j/></r>', '<r><i>b</i></r>'].map((text) => ({ text, bom: false })) as [Body, Body];
  const found = diffBodies(a, b, { data: false, elements: true }, String);
  expect(found.map(({ subject, location }) => [subject, location])).toEqual([['elements', '/r/j']]);
});

test.each([true, false])(
  'an order of elements is told with both orders and its place, once for a name: same data %s',
  (data) => {
    const record = (inside: string): string => `<p:R>${inside}</p:R>`;
    const all = (...records: readonly string[]) => ({
      text: `<a xmlns:p="u">\n  ${records.join('\n  ')}\n</a>`,
      bom: false,
    });
    const a = all(record('<k/><v>1</v><v>2</v><w/><z/>'), record('<k/><v>1</v><w/>'), record('<o/>'));
    const b = all(record('<k/><w/><v>1</v><v>2</v><z/>'), record('<k/><w/><v>1</v>'), record('<o/><n/>'));
    const found = diffBodies(a, b, { data, elements: false }, String);
    expect(found).toEqual([
      {
        ...{ kind: 'form', subject: 'order of elements', change: 'another order in R', location: '/a/R[1]' },
        ...{ a: 'v, v, w', b: 'w, v, v' },
      },
    ]);
  },
);

test('of a long order some names are told, and elements that only one side has are no order', () => {
  const names = Array.from({ length: 20 }, (_, at) => `<n${at}/>`);
  const found = differences(`<a>${names.join('')}</a>`, `<a>${names.toReversed().join('')}</a>`);
  expect(found.map((one) => one.a)).toEqual(['n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, …']);
  expect(named('<a><b/><c/><d/></a>', '<a><x/><b/><d/></a>')).toEqual(['form: elements']);
});

const PLAIN = '<s:a xmlns:s="u"><b xmlns="v"><c/></b></s:a>';

test.each([
  ['one more declaration of a namespace', '<s:a xmlns:s="u" xmlns:t="v"><b xmlns="v"><c/></b></s:a>'],
  ['a declaration that nothing uses, beside another element', '<s:a xmlns:s="u" xmlns:t="w"><b xmlns="v"/></s:a>'],
])('%s is where namespaces are declared, once', (_, other) => {
  const [a, b] = [PLAIN, other].map((text) => ({ text, bom: false })) as [Body, Body];
  const found = diffBodies(a, b, { data: false, elements: false }, String);
  expect(found.map(({ subject }) => subject)).toEqual(['where namespaces are declared']);
});

test('the cost grows with the size, not with its square', () => {
  const many = (tag: string) => `<a>${`<b xmlns:p="u">${tag}</b>`.repeat(20_000)}</a>`;
  const start = performance.now();
  expect(named(many('<c/>'), many('<c></c>'))).toEqual(['spelling: empty elements']);
  expect(performance.now() - start).toBeLessThan(patience(20_000));
});
