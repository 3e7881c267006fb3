import { describe, expect, test } from 'vitest';
import type { Finding, RecordedExchange } from '../../results/outcome.ts';
import { hostileFinding, sampleFinding } from '../../results/results.fixture.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { findingsText as textOfFindings } from './findings.ts';
import { palette } from './palette.ts';
import { screenOf } from './screen.fixture.ts';

/** With all that results have of each finding. */
function findingsText(...[findings, run, paint, tool]: Parameters<typeof textOfFindings>): string {
  return textOfFindings(findings, run, paint, tool, undefined, true);
}

/** The line above the caret. */
const marked = (text: string): string | undefined => /(.*)\n +\^+$/m.exec(text)?.[1]?.trim();

test('a call on which the answer depends comes first, with its answer', () => {
  const { call, exchange } = sampleFinding();
  const finding = sampleFinding({ before: { call, exchange } });
  const text = findingsText([finding], [finding], palette(false));
  expect(text).toMatch(/\n {3}before {4}POST .*\n(?: {13}.*\n)*? {3}response .*\n(?: {13}.*\n)*? {3}request {3}POST /);
});

test('a value of several lines stays on the line of its label', () => {
  const finding = sampleFinding({ message: 'a\nb', expected: "'1\r\n2'", actual: "'1\n2'", location: null });
  const text = findingsText([finding], [finding], palette(false));
  expect(text).toMatch(
    /^1\. ✗ a\\nb\n {3}rule .*(?:\n.*)*\n {3}expected {2}'1\\r\\n2'\n {3}actual {4}'1\\n2'\n {3}clauses /,
  );
});

test('an excerpt names characters that nobody sees', () => {
  const finding = hostileFinding({ location: null });
  const { exchange } = finding;
  const body = '\uFEFF<?xml version="1.0"?>\t\u202E<r/>';
  const response = { ...exchange.response, body } as RecordedExchange['response'];
  const text = findingsText([{ ...finding, exchange: { ...exchange, response } }], [finding], palette(false));
  expect(text).toMatch(/ \[U\+FEFF\]\n +<\?xml version="1.0"\?>\n + {2}\[U\+202E\]\n +<r\/>\n/);
});

test('a compressed body is not printed, one with a few wrong bytes is', () => {
  const shown = (body: string): string => {
    const finding = sampleFinding();
    const one = { ...finding, exchange: { ...finding.exchange, response: { ...finding.exchange.response, body } } };
    return findingsText([one as Finding], [one as Finding], palette(false));
  };
  const zipped = '\u001F\uFFFD\u0008ab\uFFFD\uFFFDcd';
  expect(shown(zipped)).toContain('no text: 9 characters that look compressed or binary');
  expect(shown('<Make>Citro\uFFFDn and others</Make>')).toContain('<Make>Citro\uFFFDn');
});

test('an excerpt holds the name that is not expected, also far behind the place of its element', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `      <s:element minOccurs="1" name="Field_${at}" />\n`).join('');
  const body = `<s:complexType name="R">\n${rows}      <s:element name="Odd" />\n${rows}</s:complexType>`;
  const finding = sampleFinding({
    location: '<R> (line 1, column 1)',
    facts: { wanted: ['Field_1'], found: ['Field_1', 'Odd'] },
  });
  const response = { ...finding.exchange.response, body } as RecordedExchange['response'];
  const one = { ...finding, exchange: { ...finding.exchange, response } };
  expect(findingsText([one], [one], palette(false))).toContain('<s:element name="Odd" />');
});

test('an excerpt holds the field that a finding names without a line, with the value that it found', () => {
  const records = ['1', '2', '2', '3', 'a &amp;amp; b', 'a long text'].map(
    (id) => `<Part><Text>${'x'.repeat(900)}</Text><Uni_ID>${id}</Uni_ID></Part>`,
  );
  const excerpt = (location: string, found: string): string | undefined => {
    const facts = { wanted: [], found: [found] };
    const finding = sampleFinding({ rule: 'data.restricted-part', location, facts });
    const response = { ...finding.exchange.response, body: records.join('') } as RecordedExchange['response'];
    const one = { ...finding, exchange: { ...finding.exchange, response } };
    return marked(findingsText([one], [one], palette(false)));
  };
  expect(excerpt('Uni_ID', '2')).toBe('<Uni_ID>2</Uni_ID>');
  expect(excerpt('[4].Uni_ID', '3')).toBe('<Uni_ID>3</Uni_ID>');
  expect(excerpt('[1].Uni_ID', '9')).toBe('<Uni_ID>1</Uni_ID>');
  expect(excerpt('Uni_ID', 'a &amp; b')).toBe('<Uni_ID>a &amp;amp; b</Uni_ID>');
  expect(excerpt('Uni_ID', 'a long text')).toBe('<Uni_ID>a long text</Uni_ID>');
  expect(excerpt('Other', '9')).toBe('<Part>');
});

test('an excerpt holds the field within the list that the finding names, not its namesake around it', () => {
  const record = (id: number): string =>
    `<Part><Items /><Items><Item><Uni_ID>${id + 1}</Uni_ID></Item></Items><Uni_ID>${id}</Uni_ID><Text>${'x'.repeat(900)}</Text></Part>`;
  const finding = sampleFinding({ location: 'Items.Uni_ID', facts: { wanted: ['1'], found: ['2'] } });
  const response = {
    ...finding.exchange.response,
    body: [1, 2, 3].map(record).join(''),
  } as RecordedExchange['response'];
  const one = { ...finding, exchange: { ...finding.exchange, response } };
  expect(findingsText([one], [one], palette(false))).toMatch(/<Items>\n +<Item>\n +<Uni_ID>2<\/Uni_ID>\n +\^{8}\n/);
});

test('a cause says what to change in the stack whose mark the answer has, else in own code, and always where all is said', () => {
  const shown = (headers: readonly Header[], rule = 'record.field-order', body = '<came/>'): string => {
    const finding = sampleFinding({ rule });
    const response = { ...finding.exchange.response, headers, body } as RecordedExchange['response'];
    const one = { ...finding, exchange: { ...finding.exchange, response } };
    return findingsText([one], [one], palette(false), 'npx getdata-conformance');
  };
  expect(shown([['X-AspNet-Version', '4.0.30319']])).toContain('\n   fix       ASP.NET ASMX: [XmlElement(Order = n)]');
  const php: readonly Header[] = [['X-Powered-By', 'PHP/8.2.36']];
  expect(shown(php, 'record.field-order', '<env:Envelope xmlns:env="urn:e" xmlns:ns1="urn:a">')).toMatch(
    /\n {3}fix {7}PHP: It writes the order of the xsd:sequence .*\n {13}npx getdata-conformance explain record.field-order /,
  );
  // A script of one's own is no SoapServer.
  expect(shown(php)).toContain('\n   fix       own code: Write the fields');
  expect(shown([], 'record.namespace', '<a xmlns="http://schemas.datacontract.org/2004/07/Shop"/>')).toContain(
    '\n   fix       WCF: [ServiceContract(Namespace = …)]',
  );
  expect(shown([])).toMatch(
    /\n {3}fix {7}own code: Write the fields .*\n {13}npx getdata-conformance explain record.field-order \(ASP.NET ASMX, WCF, /,
  );
  expect(shown([], 'value.boolean')).toMatch(
    /\n {3}fix {7}own code: Write true .*\n {13}npx getdata-conformance explain value.boolean \(ASP.NET ASMX, WCF, /,
  );
  const envelope = '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"  xmlns:tns="urn:a">';
  expect(shown([], 'record.field-order', envelope)).toContain(
    '\n   fix       node-soap: It writes the keys of the returned object',
  );
  expect(shown([], 'request.media-type')).toMatch(/\n {3}fix {7}own code: Compare .*\n.* explain request.media-type$/m);
});

test('a cause that a sentence explains is short, and those beside it have their fix', () => {
  const gone = sampleFinding({ rule: 'http.status', cause: 'http.status:no-200:http-get' });
  const other = sampleFinding({ rule: 'value.boolean' });
  const isGone = (cause: string): boolean => cause === gone.cause;
  const text = textOfFindings([gone, other], [gone, other], palette(false), 'npx tool', isGone);
  const [first = '', second = ''] = text.split('\n2. ');
  const labels = (of: string): readonly string[] => [...of.matchAll(/^ {3}(\w+) {2,}/gm)].map(([, name = '']) => name);
  expect(labels(first)).toEqual(['rule', 'fix', 'answer', 'again']);
  expect(first).toContain('\n   again     npx tool replay ');
  expect(labels(second)).toEqual(['rule', 'expected', 'actual', 'fix', 'answer', 'again']);
  expect(second).toContain('\n   fix       own code: Write true');
});

test('a curl line that a terminal can not show is left out: what is pasted would be another request', () => {
  const shown = (curl: string): string => {
    const finding = sampleFinding();
    const one = { ...finding, reproduce: { ...finding.reproduce, curl } };
    return findingsText([one], [one], palette(false));
  };
  expect(shown("curl -i 'http://t.example/a'")).toContain("curl -i 'http://t.example/a'");
  const long = `curl -i -H 'X: ${'x'.repeat(990)}' 'http://t.example/a'`;
  expect(shown(long)).toContain(`with curl: its line of ${long.length} characters is in report.html and results.json`);
  expect(shown("curl -i --data-binary '<a>\r\n\t</a>' 'http://t.example/a'")).not.toContain('curl');
});

test('a part of a request that an answer repeats otherwise is shown with the place', () => {
  const place = (binding: 'soap11' | 'http-post', body: string, wanted = '221'): string => {
    const facts = { wanted: [wanted], found: ['22'] };
    const finding = sampleFinding({ rule: 'request.infoset', binding, location: '[1].Mcat', facts });
    const request = { ...finding.exchange.request, body };
    const call = { ...finding.call, values: { DealerID: 'x', mcat: '221' } };
    const one = { ...finding, call, exchange: { ...finding.exchange, request } };
    return /^ {3}at {8}(.*)$/m.exec(findingsText([one], [one], palette(false)))?.[1] ?? '';
  };
  const soap = '<a><DealerID>x</DealerID><b:mcat>22<![CDATA[1]]></b:mcat></a>';
  expect(place('soap11', soap)).toBe(
    'Mcat of record 1 of the answer, from <b:mcat>22<![CDATA[1]]></b:mcat> of the request',
  );
  expect(place('http-post', 'DealerID=x&mcat=%32%321')).toBe(
    'Mcat of record 1 of the answer, from mcat=%32%321 of the request',
  );
  expect(place('soap11', soap, '2')).toBe('Mcat of record 1');
  const long = `<mcat>${'<![CDATA[2]]>'.repeat(9)}</mcat>`;
  for (const body of [long, '<mcat>'.repeat(200_000), '<mcat '.repeat(200_000)])
    expect(place('soap11', body)).toBe('Mcat of record 1 of the answer, from mcat of the request');
});

test('the basis of a rule is said with each of its causes', () => {
  const [first, second] = ['a', 'b'].map((cause) => sampleFinding({ rule: 'record.field-order', cause })) as [
    Finding,
    Finding,
  ];
  const text = findingsText([first, second], [first], palette(false));
  expect(text.match(/basis {5}the product's owner: /g)).toHaveLength(2);
  const ofValue = sampleFinding({ rule: 'value.int' });
  expect(findingsText([ofValue], [ofValue], palette(false))).toContain('basis     XML Schema 1.0 Part 2');
});

describe('a finding, unless --verbose is given', () => {
  const item = '<Inventory_item><ItemNo>SC-1001</ItemNo><Quantity>14</Quantity></Inventory_item>';
  const body = `<r><Result><Inventory_List>${item}${item}</Inventory_List><Response_Code>0</Response_Code></Result></r>`;
  const place = body.indexOf('<Response_Code>');
  const finding = sampleFinding({
    message: '<Response_Code> comes after <Inventory_List>.',
    expected: '<Response_Code> before <Inventory_List>',
    actual: 'it comes after <Inventory_List>',
    location: `/r/Result/Response_Code (line 1, column ${place + 1})`,
  });
  const response = { ...finding.exchange.response, body } as RecordedExchange['response'];
  const order: Finding = { ...finding, exchange: { ...finding.exchange, response } };
  const shown = (one: Finding, color = false): string => textOfFindings([one], [one], palette(color));

  test('has the lines of the answer around the place, indented, with a caret below it', () => {
    expect(shown(order)).toContain(
      [
        '',
        '               </Inventory_item>',
        '             </Inventory_List>',
        '             <Response_Code>0</Response_Code>',
        '             ^^^^^^^^^^^^^^^',
        '   again     ',
      ].join('\n'),
    );
  });

  test('has at most twelve lines, and what was expected only if its sentence does not say it', () => {
    expect(shown(order)).not.toContain('expected');
    const vague = {
      ...order,
      message: 'The order is wrong.',
      probe: { variant: 'a: b', of: 'x' },
      spelling: ['a', 'b'],
    };
    const [block = ''] = shown(vague as unknown as Finding).split('\n\n');
    expect(block).toContain('\n   expected  <Response_Code> before');
    expect(block.split('\n').length).toBeLessThanOrEqual(12);
    expect(block).toContain('^^^');
  });

  test('is painted only where it is ours: colours of a title are no characters of a target', () => {
    const text = shown({ ...order, message: 'a \u001B[31m b' }, true);
    expect(text).toContain('\u001B[31m✗\u001B[39m \u001B[1ma \uFFFD[31m b\u001B[22m');
  });

  test.each([
    ['Han', '車両のアクセサリ'],
    ['Hangul', '자동차 부품'],
    ['Hebrew with points', 'שָׁלוֹם עוֹלָם'],
    ['Arabic', 'قِطَع غِيَار'],
    ['combining marks', 'Citroe\u0308n e\u0301'],
    ['halfwidth Katakana and fullwidth Latin', 'ｱｸｾｻﾘ ＡＢＣ'],
    ['a character that is not shown', 'a\u200Bb'],
  ])('has the caret below its place on a terminal of 80 columns, after %s', async (_name, value) => {
    for (const times of [1, 9, 40]) {
      const tag = `<a b="${value.repeat(times)}"><c>`;
      for (const body of [tag, `note ${tag}`]) {
        const location = `line 1, column ${body.indexOf('<c>') + 1}`;
        const exchange = { ...order.exchange, response: { ...response, body } };
        const { lines, above } = await screenOf(shown({ ...order, location, exchange }), 80);
        expect(lines.filter(({ text, isBroken }) => isBroken && !text.includes('   again '))).toEqual([]);
        expect(above('^')).toBe('<c>');
      }
    }
  });

  test('cuts a long line around the place, and keeps the caret below it', () => {
    const long = `<a>${'x'.repeat(5_000)}<b>`;
    const at = { ...order, location: `line 1, column ${long.indexOf('<b>') + 1}` };
    const cut = { ...at, exchange: { ...at.exchange, response: { ...response, body: long } } } as Finding;
    const lines = shown(cut).split('\n');
    expect(Math.max(...lines.slice(0, 12).map((line) => line.length))).toBeLessThan(160);
    const caret = lines.findIndex((line) => /^ +\^+$/.test(line));
    expect(lines[caret - 1]?.slice(lines[caret]?.indexOf('^'))).toMatch(/^<b>/);
  });
});
