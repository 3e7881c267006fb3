import type { Problem } from './judgement.ts';
import { everyBinding, LESSER, type Rule } from './rule.ts';
import { isCutOff } from './truncation.ts';

/** Bytes of a character in UTF-8, at most. */
const LONGEST = 4;

function coded(coding: string): Problem {
  const expected = 'the text itself: the request does not accept this content coding';
  const text = `The body is in the content coding ${coding}`;
  return { code: 'Content-Encoding', text, location: null, expected, actual: `Content-Encoding: ${coding}` };
}

/** Layer 'bytes': the body is UTF-8 text. */
export const byteRules: readonly Rule[] = [
  {
    id: 'xml.encoding',
    level: 'required',
    lesserParts: true,
    layer: 'bytes',
    title: 'The body is valid UTF-8, in no content coding, and an XML declaration says nothing else.',
    bindings: everyBinding,
    requirements: ['service.xml'],
    standard: 'XML 1.0, section 4.3.3; RFC 9110, section 8.4',
    breaks: 'Strict parsers (libxml2, Xerces, System.Xml) refuse the document; lenient ones show broken names.',
    example: {
      right: '<?xml version="1.0" encoding="utf-8"?> before UTF-8 bytes',
      wrong: 'encoding="utf-16" before UTF-8 bytes',
    },
    defects: [
      'encoding-declared-utf16',
      'bytes-latin1',
      'body-gzipped',
      'encoding-declared-latin1',
      'bytes-cut-in-character',
      'utf16',
    ],
    judge: ({ reading }) => {
      if (reading.coding !== null && reading.success) return [coded(reading.coding)];
      if (reading.text === null || !reading.success) return 'not-reached';
      const { byteLength } = reading.response?.body ?? new Uint8Array();
      // A character that the end of a cut body parts is http.content-length's finding.
      const own = reading.text.problems.filter(
        ({ kind, offset = 0 }) => kind !== 'invalid-utf8' || !isCutOff(reading) || offset < byteLength - LONGEST + 1,
      );
      return own.map(({ kind, message }) => ({
        ...(kind === 'invalid-utf8' ? {} : LESSER),
        code: kind,
        text: `The encoding of the body is wrong: ${message}`,
        location: null,
        expected: 'valid UTF-8, declared as such or not at all',
        actual: message,
      }));
    },
  },
  {
    id: 'xml.bom',
    level: 'recommended',
    layer: 'bytes',
    title: 'The body does not begin with a byte order mark.',
    bindings: everyBinding,
    requirements: ['service.xml'],
    standard: 'WS-I Basic Profile 1.1, R4001 (a receiver must accept one; some do not)',
    breaks: 'PHP SoapClient and hand-written clients: "content not allowed in prolog".',
    example: { right: 'the first byte is <', wrong: 'the first bytes are EF BB BF' },
    defects: ['bom'],
    judge: ({ reading }) => {
      if (reading.text === null || !reading.success) return 'not-reached';
      if (!reading.text.bom) return [];
      return [
        {
          code: 'bom',
          text: 'The body begins with a byte order mark',
          location: null,
          expected: 'no byte order mark',
          actual: 'a byte order mark',
        },
      ];
    },
  },
];
