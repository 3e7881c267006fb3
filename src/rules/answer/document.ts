import { isSoap } from '../../wire/soap/binding.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { recognisedProblem } from '../body/recognised-problem.ts';
import { ofAnswers } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import type { Judgement, Problem } from '../judgement.ts';
import { byStandard, byText, lesser, rulesOf } from '../rule.ts';
import { isCutOff } from './truncation.ts';

/** The parser stopped at this problem, if it has one of these kinds. */
function parserProblem(evidence: Evidence, kinds: readonly string[], expected: string, text: string): Judgement {
  const { xml, success } = evidence.reading;
  if (xml === null || !success) return 'not-reached';
  const problems = [xml.doctype, xml.kind === 'problem' ? xml.problem : undefined].filter((one) => one !== undefined);
  const found = problems.find(({ kind }) => kinds.includes(kind));
  if (found === undefined) return xml.kind === 'document' ? [] : 'not-reached';
  const { kind, message, mistake, atEnd, line, column } = found;
  // http.content-length reports a body that was cut off.
  if (atEnd === true && isCutOff(evidence.reading)) return 'not-reached';
  const own = {
    code: mistake ?? kind,
    text: text.endsWith(message) ? text : `${text}: ${message}`,
    location: `line ${line}, column ${column}`,
    expected,
    actual: message,
  };
  const recognised = recognisedProblem(evidence.reading, atEnd === true);
  // xml.encoding reports it: what is compressed is no text.
  if (recognised?.code.startsWith('compressed') === true) return 'not-reached';
  return [{ ...own, ...recognised }];
}

/** A web page is no document of this service, whether its DOCTYPE may be there or not. */
function webPage({ reading }: Evidence, expected: string): readonly Problem[] {
  const recognised = recognisedProblem(reading);
  if (recognised?.code !== 'web-page') return [];
  return [{ ...recognised, location: 'line 1, column 1', expected, actual: 'a web page' }];
}

/** The cause of a body that is not well-formed; null where it is another. */
export function malformedCause({ success, xml }: ParsedResponse): string | null {
  const isMalformed = success && xml?.kind === 'problem' && xml.problem.kind === 'malformed';
  return isMalformed ? `xml.well-formed:${xml.problem.mistake ?? xml.problem.kind}` : null;
}

const OTHER_VERSION = 'an XML declaration of another version than 1.0';
const OVER_HTTP = 'over GET and POST';

/** A declared version other than 1.0: the document describes XML, and its samples are XML 1.0. */
function otherVersion({ reading }: Evidence): readonly Problem[] {
  const version = reading.xml?.kind === 'document' ? (reading.xml.document.declaration?.version ?? '1.0') : '1.0';
  if (version === '1.0') return [];
  const text = `The XML declaration names version ${version}`;
  const location = 'line 1, column 1';
  return [{ part: OTHER_VERSION, code: 'version', text, location, expected: 'version 1.0', actual: version }];
}

/** SOAP forbids it in messages, XML does not: over GET and POST it is only recommended against. */
function lesserOverHttp({ reading }: Evidence, judgement: Judgement): Judgement {
  if (typeof judgement === 'string' || isSoap(reading.cell.binding)) return judgement;
  return judgement.map((problem) => ({ ...problem, part: OVER_HTTP }));
}

export const documentRules = rulesOf('XML', [
  {
    id: 'xml.well-formed',
    level: 'required',
    title: 'The body is one well-formed XML document with its namespaces in order.',
    requirements: ['service.xml'],
    standard: 'XML 1.0, section 2.1; Namespaces in XML 1.0, section 7',
    basis: byText({
      namespaces: ['standard'],
      [OTHER_VERSION]: lesser(
        "The document names no version of XML. Parsers that know only XML 1.0, such as .NET's, refuse another.",
      ),
      'limits of depth, attributes, names and tags':
        'Parsers protect themselves this way. No record of the document comes near 256 levels, 256 attributes, ' +
        'a name of 1,000 characters or a tag of 100,000.',
    }),
    breaks:
      'All clients we ran fail on a raw &. Text after the document, or an unbound prefix, breaks only some ' +
      'of them: .NET and zeep, not Savon.',
    example: { right: '<Name>Bed &amp; Cab</Name>', wrong: '<Name>Bed & Cab</Name>' },
    checks: ofAnswers((evidence) => {
      const expected = 'a well-formed XML document';
      const { xml, success } = evidence.reading;
      if (success && xml?.kind === 'problem' && xml.problem.kind === 'doctype') {
        const page = webPage(evidence, expected);
        return page.length === 0 ? 'not-reached' : page;
      }
      const judgement = parserProblem(evidence, ['malformed', 'limit'], expected, 'The body is not well-formed XML');
      return Array.isArray(judgement) ? [...judgement, ...otherVersion(evidence)] : judgement;
    }),
  },
  {
    id: 'xml.no-doctype',
    level: 'required',
    title: 'The body has no document type declaration.',
    requirements: ['service.xml'],
    standard: 'SOAP 1.1, section 3; SOAP 1.2 Part 1, section 5',
    basis: byStandard({
      [OVER_HTTP]: lesser(
        'No standard forbids it there. The document describes none, and parsers that guard against entity attacks ' +
          'refuse it.',
      ),
    }),
    breaks:
      'PHP, the .NET SOAP proxy and WCF refuse it; zeep refuses entity declarations. Other clients we ran read it.',
    example: { right: '<?xml version="1.0"?><ArrayOfVideo/>', wrong: '<!DOCTYPE ArrayOfVideo><ArrayOfVideo/>' },
    checks: ofAnswers((evidence) => {
      const text = 'The body has a document type declaration';
      return lesserOverHttp(evidence, parserProblem(evidence, ['doctype'], 'no DOCTYPE', text));
    }),
  },
  {
    id: 'xml.characters',
    level: 'required',
    title: 'The body holds only characters that XML 1.0 can carry.',
    requirements: ['service.xml'],
    standard: 'XML 1.0, section 2.2',
    basis: byStandard(),
    breaks: 'One control character makes the whole answer unreadable for .NET, JAX-WS, zeep, PHP, Savon and suds.',
    example: { right: '<Name>Line</Name>', wrong: '<Name>Line&#x1;</Name>' },
    checks: ofAnswers((evidence) => {
      const text = 'The body holds a character that XML 1.0 does not allow';
      return parserProblem(evidence, ['characters'], 'characters of XML 1.0', text);
    }),
  },
  {
    id: 'soap.no-processing-instruction',
    level: 'required',
    title: 'The body holds no processing instruction.',
    requirements: ['service.xml', 'bindings.soap11.response', 'bindings.soap12.response'],
    standard: 'SOAP 1.1, section 3; SOAP 1.2 Part 1, section 5',
    basis: byStandard({
      [OVER_HTTP]: lesser(
        'No standard forbids it there. The document shows none, and zeep fails on one inside a record.',
      ),
    }),
    breaks:
      'zeep fails on one inside a record, and Axis 1 has an error message for it. The other clients we ran ignore it.',
    example: { right: '<soap:Envelope>', wrong: '<?xml-stylesheet href="a.xsl"?><soap:Envelope>' },
    checks: ofAnswers((evidence) => {
      const { xml, success } = evidence.reading;
      if (xml?.kind !== 'document' || !success) return 'not-reached';
      const problems = xml.document.instructions.map(({ line, column }) => ({
        code: 'processing-instruction',
        text: 'The body holds a processing instruction',
        location: `line ${line}, column ${column}`,
        expected: 'no processing instruction',
        actual: 'a processing instruction',
      }));
      return lesserOverHttp(evidence, problems);
    }),
  },
]);

/** The root of a success that parsed; null where there is none. */
export function rootOf({ reading }: Evidence): XmlElement | null {
  return reading.success && reading.xml?.kind === 'document' ? reading.xml.document.root : null;
}
