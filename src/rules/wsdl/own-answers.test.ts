import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import { wsdl } from '../../reference/wsdl/document.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { descriptionIn } from './description.ts';
import { judgeOwnAnswer } from './own-answers.ts';
import { answerOf, contract, ENDPOINT } from './wsdl.fixture.ts';

const own = wsdl(contract, ENDPOINT);
const asmx = readFileSync(new URL('../../../fixtures/asmx/captures/wsdl.xml', import.meta.url), 'utf8');
const judge = await testJudge(contract);
const golden = contract.operations.flatMap((operation) =>
  bindingNames.map((binding) => {
    const call = { operation: operation.name, values: {}, header: null };
    const answer = readHttpFile(`exchanges/${operation.name}/${binding}.response.http`);
    const recording = { call, expectation: 'generated', exchange: exchangeOf(answer) } as const;
    return { name: `${operation.name}/${binding}`, evidence: judge.read(recording, { operation, binding }, null) };
  }),
);

/** What the rule says of the golden answers by a description: `McatCodes/soap11 code: expected | actual`. */
function said(text: string): readonly string[] {
  const description = descriptionIn(answerOf(text));
  if ('none' in description) return expect.fail(description.none);
  return golden.flatMap(({ name, evidence }) => {
    const judgement = judgeOwnAnswer(description, evidence);
    if (typeof judgement === 'string') return [`${name} ${judgement}`];
    if ('code' in judgement) return [`${name} ${judgement.text}`];
    return judgement.map(({ code, expected, actual }) => `${name} ${code}: ${expected} | ${actual}`);
  });
}

test.each([
  ['the reference server', own],
  ['a real ASP.NET server', asmx],
])('right answers are those that the WSDL of %s describes', (_whose, text) => {
  expect(said(text)).toEqual([]);
});

/** The description with a facet on the Description of an McatCode: its values are SEATCOVER and FLOORLINER. */
const restricted = (facets: string): string =>
  own.replace(
    /(<s:complexType name="McatCode">[\s\S]*?name="Description") type="s:string" \/>/,
    `$1><s:simpleType><s:restriction base="s:string">${facets}</s:restriction></s:simpleType></s:element>`,
  );
const facet = (name: string, value: string): string => `<s:${name} value="${value}"/>`;
const inMcatCodes = (code: string) =>
  ['McatCodes', 'McatCode_check'].flatMap((operation) =>
    bindingNames.map((binding) =>
      expect.stringMatching(new RegExp(`^${operation}/${binding} McatCode\\.\\w+:${code}: `)),
    ),
  );

describe('facets', () => {
  test.each([
    ['maxLength', facet('maxLength', '3')],
    ['minLength', facet('minLength', '100')],
    ['length', facet('length', '4')],
    ['pattern', facet('pattern', '\\d+')],
    ['pattern', facet('pattern', '[A-Z]{4}')],
    ['enumeration', facet('enumeration', 'A') + facet('enumeration', 'B')],
  ])('%s of %s is broken', (code, facets) => {
    expect(said(restricted(facets))).toEqual(inMcatCodes(code));
  });

  test.each([
    facet('maxLength', '100'),
    facet('minLength', '1'),
    facet('pattern', '[A-Z]+') + facet('pattern', '.*'),
    // What JavaScript may read in another way, or for long, is not judged.
    facet('pattern', '(a|b)+'),
    facet('pattern', '\\i\\c*'),
    facet('pattern', '\\w*'),
    facet('pattern', 'a*a*a*a*b'),
    facet('pattern', '['),
    facet('maxLength', 'many'),
    facet('whiteSpace', 'collapse'),
    facet('minInclusive', '3'),
  ])('%s is not', (facets) => {
    expect(restricted(facets)).not.toBe(own);
    expect(said(restricted(facets))).toEqual([]);
  });

  test('a number has bounds', () => {
    const bound = (facets: string): string =>
      restricted('').replace(
        /(<s:complexType name="McatCode">[\s\S]*?name="Mcat") type="s:int" \/>/,
        `$1><s:simpleType><s:restriction base="s:int">${facets}</s:restriction></s:simpleType></s:element>`,
      );
    expect(said(bound(facet('minInclusive', '-2147483648') + facet('totalDigits', '10')))).toEqual([]);
    expect(said(bound(facet('minInclusive', '1000')))).toEqual(inMcatCodes('minInclusive'));
    expect(said(bound(facet('totalDigits', '1')))).toEqual(inMcatCodes('totalDigits'));
  });
});

test('a fixed value that varies is broken, and one that does not is not', () => {
  const ofMcat = own.replace(/(<s:complexType name="McatCode">[\s\S]*?name="Mcat")/, '$1 fixed="1"');
  expect(said(ofMcat)).toEqual(inMcatCodes('fixed'));
  expect(said(own.replaceAll('name="Response_Code"', 'name="Response_Code" fixed="0"'))).toEqual([]);
});

test('an element that is required and left out is found, in an optional group or a choice it is not', () => {
  const added = (element: string, around = '') =>
    own.replace(
      /(<s:complexType name="McatCode">\s*)<s:sequence>/,
      `$1<s:sequence>${around === '' ? element : `<s:${around}>${element}</s:${around.split(' ')[0]}>`}`,
    );
  const more = '<s:element name="More" type="s:string"/>';
  expect(said(added(more))).toEqual(inMcatCodes('required'));
  expect(said(added(more, 'sequence minOccurs="0"'))).toEqual([]);
  expect(said(added(more, 'choice'))).toEqual([]);
  expect(said(added('<s:element name="More" minOccurs="0" type="s:string"/>'))).toEqual([]);
});
