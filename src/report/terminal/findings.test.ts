import { describe, expect, test } from 'vitest';
import type { Header } from '../../exchange/exchange.ts';
import type { Finding, RecordedExchange } from '../../results/outcome.ts';
import { hostileFinding, sampleFinding } from '../../results/results.fixture.ts';
import { excerptAround, findingsText, whereIn } from './findings.ts';
import { palette } from './palette.ts';

const refs = ['McatCodes', 'Get_Inventory'].flatMap((operation) =>
  (['soap11', 'http-get'] as const).map((binding) => ({ operation, binding })),
);
const where = whereIn(refs);

test.each([
  ['all 4 cells', refs],
  ['every operation (soap11)', refs.filter(({ binding }) => binding === 'soap11')],
  ['McatCodes (soap11, http-get)', refs.filter(({ operation }) => operation === 'McatCodes')],
  ['McatCodes (soap11)', refs.slice(0, 1)],
  ['McatCodes (soap11, http-get), Get_Inventory (soap11)', refs.slice(0, 3)],
  ['Get_Year_Restricted (soap12)', [{ operation: 'Get_Year_Restricted', binding: 'soap12' } as const]],
])('%s', (words, some) => {
  expect(where(some)).toBe(words);
});

test('an excerpt names characters that nobody sees', () => {
  const finding = hostileFinding({ location: null });
  const { exchange } = finding;
  const body = '\uFEFF<?xml version="1.0"?>\t\u202E<r/>';
  const response = { ...exchange.response, body } as RecordedExchange['response'];
  const text = findingsText([{ ...finding, exchange: { ...exchange, response } }], [finding], palette(false));
  expect(text).toContain('[U+FEFF]<?xml version="1.0"?>  [U+202E]<r/>');
});

test('an excerpt holds the name that is not expected, also far behind the place of its element', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `      <s:element minOccurs="1" name="Field_${at}" />\n`).join('');
  const body = `<s:complexType name="R">\n${rows}      <s:element name="Odd" />\n${rows}</s:complexType>`;
  const finding = sampleFinding({ location: '<R> (line 1, column 1)', expected: 'Field_1', actual: 'Field_1, Odd' });
  const response = { ...finding.exchange.response, body } as RecordedExchange['response'];
  const one = { ...finding, exchange: { ...finding.exchange, response } };
  expect(findingsText([one], [one], palette(false))).toContain('<s:element name="Odd" />');
});

test('a cause says what to change in the stack that the answer names, else where that is said', () => {
  const shown = (headers: readonly Header[], rule = 'record.field-order'): string => {
    const finding = sampleFinding({ rule });
    const response = { ...finding.exchange.response, headers } as RecordedExchange['response'];
    const one = { ...finding, exchange: { ...finding.exchange, response } };
    return findingsText([one], [one], palette(false), 'npx getdata-conformance');
  };
  expect(shown([['X-AspNet-Version', '4.0.30319']])).toContain('\n   fix       ASP.NET ASMX: [XmlElement(Order = n)]');
  expect(shown([['X-Powered-By', 'PHP/8.2.36']])).toContain(
    '\n   fix       PHP: The order is that of the xsd:sequence',
  );
  expect(shown([])).toContain('\n   fix       npx getdata-conformance explain record.field-order (ASP.NET ASMX, WCF, ');
  expect(shown([], 'value.boolean')).toMatch(
    /\n {3}fix {7}own code: Write true .*\n {13}npx getdata-conformance explain value.boolean \(ASP.NET ASMX, WCF, /,
  );
  expect(shown([['X-Powered-By', 'PHP/8']], 'request.media-type')).toMatch(/\n {3}fix {7}own code: Compare .*[^\n]$/);
});

test('the basis of a rule is said with its first cause', () => {
  const [first, second] = ['a', 'b'].map((cause) => sampleFinding({ rule: 'record.field-order', cause })) as [
    Finding,
    Finding,
  ];
  const text = findingsText([first, second], [first], palette(false));
  expect(text.match(/basis {5}the product's owner: /g)).toHaveLength(1);
  expect(text).toContain('\n   basis     as for 1.\n');
  const ofValue = sampleFinding({ rule: 'value.int' });
  expect(findingsText([ofValue], [ofValue], palette(false))).toContain('basis     XML Schema 1.0 Part 2');
});

describe('an excerpt of a body', () => {
  const body = `<r>${Array.from({ length: 60 }, (_, at) => `<Field_${at}>value of ${at}</Field_${at}>`).join('')}</r>`;

  test('is all of a short one', () => {
    expect(excerptAround('<r>short</r>', 3, 400)).toBe('<r>short</r>');
  });

  test.each([0, 3, 700, 1200, body.length - 5])('holds the place that counts, %i, and cuts no word', (place) => {
    const excerpt = excerptAround(body, place, 400);
    const [, shown = ''] = /^…?([\s\S]*?)…? \(\d+ characters\)$/.exec(excerpt) ?? [];
    expect(shown.length).toBeLessThanOrEqual(400);
    const from = body.indexOf(shown);
    expect(from).toBeGreaterThanOrEqual(0);
    expect([from <= place, from + shown.length >= place]).toEqual([true, true]);
    const isWord = (at: number): boolean => /\w/.test(body[at - 1] ?? ' ') && /\w/.test(body[at] ?? ' ');
    expect([isWord(from), isWord(from + shown.length)]).toEqual([false, false]);
  });
});
