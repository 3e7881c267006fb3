import { recognisedProblem } from '../body/recognised-problem.ts';
import { ofAnswers } from '../check.ts';
import type { Problem } from '../judgement.ts';
import { byStandard, interpreted, lesser, rulesOf } from '../rule.ts';
import { endsEarly } from './truncation.ts';

const EXPECTED = 'valid UTF-8, declared as such or not at all';

const OTHER_DECLARED = 'an XML declaration that names another encoding';

/** Maximum bytes of a character in UTF-8. */
const LONGEST = 4;

function coded(coding: string): Problem {
  const expected = 'the text itself, or a content coding that the request accepts and that can be decoded';
  const text = `The body is in the content coding ${coding}`;
  return { code: 'Content-Encoding', text, location: null, expected, actual: `Content-Encoding: ${coding}` };
}

/** The place of a byte in a text that is UTF-8 before it. */
function bytePlace(body: Uint8Array, offset: number): string {
  const lines = new TextDecoder().decode(body.subarray(0, offset)).split(/\r\n?|\n/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

export const byteRules = rulesOf('bytes', [
  {
    id: 'xml.encoding',
    level: 'required',
    title: 'The body is valid UTF-8, in no content coding, and an XML declaration says nothing else.',
    requirements: ['service.xml'],
    standard: 'XML 1.0, section 4.3.3; RFC 9110, sections 8.4 and 12.5.3',
    basis: byStandard({
      'only UTF-8': ['text', "Every row of the table 'Bindings' gives the answer charset=utf-8."],
      [OTHER_DECLARED]: lesser(
        "HTTP's charset has precedence over it, so no standard forbids it. zeep, PHP and suds go by the declaration.",
      ),
      'no content coding that the request does not accept': [
        'standard',
        'RFC 9110, section 12.5.3. Requests accept identity only, but for those that show what a server does with ' +
          'other codings, or with any where no Accept-Encoding names one, and unless --header invites others.',
      ],
    }),
    breaks:
      'zeep, PHP and suds refuse bytes that are not UTF-8; .NET, JAX-WS and node-soap replace the ' +
      'character. .NET and gSOAP fail on a body that is compressed without being requested.',
    example: {
      right: '<?xml version="1.0" encoding="utf-8"?> before UTF-8 bytes',
      wrong: 'encoding="utf-16" before UTF-8 bytes',
    },
    checks: ofAnswers(({ reading }) => {
      if (reading.response?.unknownCoding === true) return 'not-reached';
      if (reading.coding !== null && reading.success)
        return [{ ...coded(reading.coding), ...recognisedProblem(reading) }];
      if (reading.text === null || !reading.success) return 'not-reached';
      const { byteLength } = reading.response?.body ?? new Uint8Array();
      // A character split at the end of a cut body is http.content-length's finding, or xml.well-formed's.
      const own = reading.text.problems.filter(
        ({ kind, offset = 0 }) => kind !== 'invalid-utf8' || offset < byteLength - LONGEST + 1 || !endsEarly(reading),
      );
      const isOdd = own.some(({ kind }) => kind !== 'declaration-disagrees') || !/^\s*</.test(reading.text.text);
      const recognised = isOdd ? recognisedProblem(reading) : null;
      if (own.length === 0 && recognised?.code.startsWith('compressed') === true)
        return [{ ...recognised, location: null, expected: EXPECTED, actual: 'compressed bytes that are UTF-8 too' }];
      return own.map(({ kind, message, offset, isDeclared }) => ({
        ...(isDeclared ? { ofDocument: true } : {}),
        ...(kind === 'declaration-disagrees' ? { part: OTHER_DECLARED } : {}),
        code: kind,
        text: `The encoding of the body is wrong: ${message}`,
        location: offset === undefined ? null : bytePlace(reading.response?.body ?? new Uint8Array(), offset),
        expected: EXPECTED,
        actual: message,
        ...recognised,
      }));
    }),
  },
  {
    id: 'xml.bom',
    level: 'recommended',
    title: 'The body does not begin with a byte order mark.',
    requirements: ['service.xml'],
    standard: 'WS-I Basic Profile 1.1, R4001 (a receiver must accept one; some do not)',
    basis: interpreted(
      'XML allows a byte order mark, receivers must accept it (WS-I Basic Profile 1.1, R4001), and no standard ' +
        'forbids it. Code that decodes the body to a string before it parses fails on it.',
    ),
    breaks:
      "All nine SOAP clients we ran accept it. Code that decodes the body to a string first fails: Java's " +
      "parser on a Reader, .NET's XmlDocument.LoadXml.",
    example: { right: 'the first byte is <', wrong: 'the first bytes are EF BB BF' },
    checks: ofAnswers(({ reading }) => {
      if (reading.text === null || !reading.success) return 'not-reached';
      if (!reading.text.bom) return [];
      const text = 'The body begins with a byte order mark';
      return [{ code: 'bom', text, location: null, expected: 'no byte order mark', actual: 'a byte order mark' }];
    }),
  },
]);
