import { present } from '../../base/present.ts';
import { XSD_NAMESPACE } from '../../wire/soap/envelope.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';
import { XSI_NAMESPACE } from '../../xml/tree.ts';
import { editBody } from './edit-envelope.ts';
import { blockDimensions } from './soap.ts';
import { dimensions, type Trait, WORD } from './trait.ts';

const TYPE = 'XML Schema 1.0 Part 1, section 2.6.1';
const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const REFERENCED = 'XML 1.0, sections 3.3.3 and 4.1';
const NAMES = 'Namespaces in XML 1.0, sections 3 and 6';

/** Markup in it is none. */
const COMMENT = `<!-- <${WORD}> -->`;

/** They hide what a server that searches a text for patterns takes for the end or an attribute of a tag. */
const IN_TAGS = ['space-in-tags', 'lines-in-tags'];

/** Header blocks of other rules' variants: beside them a Header is not empty. */
const BLOCKS = blockDimensions.flatMap(({ name, choices }) =>
  name === 'own block' ? [] : choices.map(({ id }) => id),
);

type Writing = NonNullable<Trait['style']> & Pick<Trait, 'hiddenBy' | 'family' | 'part' | 'refusedBy' | 'exempts'>;

function choice(id: string, variant: string, standard: string, writing: Writing): Trait {
  const { hiddenBy, family, part, refusedBy, exempts, ...style } = writing;
  return { id, variant, standard, style, ...present({ hiddenBy, family, part, refusedBy, exempts }) };
}

function inCdata(value: string): string {
  return value === '' ? '' : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** The first half unchanged, and the second written so. */
const secondHalf =
  (write: (half: string) => string) =>
  (value: string): string => {
    const characters = [...value];
    const middle = Math.ceil(characters.length / 2);
    return `${escapeText(characters.slice(0, middle).join(''))}${write(characters.slice(middle).join(''))}`;
  };

/** Decimal, hexadecimal in capitals, with zeros before it, and in small letters. */
const REFERENCES: readonly ((point: number) => string)[] = [
  (point) => `&#${point};`,
  (point) => `&#x${point.toString(16).toUpperCase()};`,
  (point) => `&#00${point};`,
  (point) => `&#x0${point.toString(16)};`,
];

/** Every second character, and all beyond Latin-1, as a reference of each form in turn. */
function inReferences(value: string): string {
  const write = (character: string, index: number): string | undefined =>
    index % 2 === 0 || character > '\u00FF'
      ? REFERENCES[Math.floor(index / 2) % REFERENCES.length]?.(character.codePointAt(0) ?? 0)
      : escapeAttribute(character);
  return [...value].map(write).join('');
}

/** With the references that XML declares, even if not needed. */
function inEntities(value: string): string {
  return escapeText(value).replaceAll("'", '&apos;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');
}

/** `>` as it is, but for the end of a CDATA section. */
function withGreater(value: string): string {
  return escapeText(value).replaceAll('&gt;', '>').replaceAll(']]>', ']]&gt;');
}

/**
 * The ways in which XML writes an envelope. Left out: DOCTYPE and instructions, which SOAP forbids, and other
 * encodings. A dimension comes after those that hide its traits.
 */
export const xmlDimensions = dimensions({
  'envelope names': [
    choice('envelope-prefix', 'another envelope prefix', NAMES, { soapPrefix: WORD }),
    choice('envelope-prefix-of-a-letter', 'an envelope prefix of one letter', NAMES, { soapPrefix: 's' }),
    // What looks for one prefix finds no Envelope without one either.
    choice('envelope-by-default', 'the envelope namespace as default', NAMES, {
      soapPrefix: null,
      family: 'envelope-prefix',
    }),
    choice('envelope-prefix-beyond-ascii', 'an envelope prefix with a dot and a letter beyond ASCII', NAMES, {
      soapPrefix: 'é.1',
    }),
    choice('envelope-prefix-of-the-other', "the other version's usual prefix", NAMES, { soapPrefix: 'soap12' }),
  ],
  'service names': [
    // WCF's for a header block. Personas have others.
    choice('service-prefix', 'a prefix for the service namespace', NAMES, { servicePrefix: 'h' }),
    choice('service-prefix-on-envelope', 'the service prefix declared on the Envelope', NAMES, {
      servicePrefix: 'ns1',
      declaredOn: 'Envelope',
    }),
    choice('default-on-envelope', 'the service namespace as default, declared on the Envelope', NAMES, {
      declaredOn: 'Envelope',
      hiddenBy: ['envelope-by-default'],
    }),
    choice('default-on-body', 'the service namespace as default, declared on Header and Body', NAMES, {
      declaredOn: 'Body',
      hiddenBy: ['envelope-by-default'],
    }),
    choice('rebound-prefix', "the envelope's prefix bound to the service within its element", NAMES, {
      rebinds: true,
      hiddenBy: ['envelope-by-default'],
    }),
  ],
  'parameter names': [
    choice('parameters-prefixed', 'a prefix with a hyphen and a dot that each parameter declares', NAMES, {
      parameterPrefix: 'p-1.a',
    }),
    choice('parameters-numbered', 'a prefix of its own for each parameter', NAMES, { parameterPrefix: 'numbered' }),
    choice('parameters-by-default', 'the service namespace as default, declared on each parameter', NAMES, {
      parameterPrefix: 'none',
      hiddenBy: ['references-in-declarations'],
    }),
  ],
  tags: [
    choice('space-in-tags', 'white space within tags', 'XML 1.0, section 3.1', { inTags: ' ' }),
    choice('lines-in-tags', 'line ends within tags', 'XML 1.0, section 3.1', { inTags: '\n\t' }),
  ],
  types: [
    // XML Schema allows it; the document and XML leave it to a server whether it takes attributes of parameters.
    choice('typed', 'xsi:type on its parameters', TYPE, {
      typed: ['xsi', 'xsd'],
      hiddenBy: IN_TAGS,
      part: 'xsi:type on a parameter',
    }),
    choice('typed-by-other-prefixes', 'xsi:type on its parameters, by other prefixes', TYPE, {
      typed: ['i', 'd'],
      hiddenBy: IN_TAGS,
      part: 'xsi:type on a parameter',
    }),
  ],
  declarations: [
    choice('usual-declarations', 'xsi and xsd declared and not used', NAMES, {
      declared: { xsi: XSI_NAMESPACE, xsd: XSD_NAMESPACE },
      hiddenBy: ['typed'],
    }),
    choice('unused-declaration', 'a namespace declared and not used', NAMES, {
      declared: { q1: `http://${WORD}.example/?a=1&b=2` },
    }),
    choice('references-in-declarations', 'character references in the names of namespaces', REFERENCED, {
      uri: inReferences,
    }),
  ],
  text: [
    choice('cdata', 'values in CDATA sections', 'XML 1.0, section 2.7', { text: inCdata }),
    choice('cdata-beside-text', 'values partly in CDATA sections', 'XML 1.0, section 2.7', {
      text: secondHalf(inCdata),
    }),
    choice('character-references', 'values in character references', 'XML 1.0, section 4.1', { text: inReferences }),
    choice('greater-than', '> as it is', 'XML 1.0, section 2.4', { text: withGreater }),
    choice('entity-references', 'quotes and > as references', 'XML 1.0, section 4.6', { text: inEntities }),
    // ASP.NET refuses it (fixtures/asmx).
    choice('comment-within', 'a comment within values', 'XML 1.0, section 2.5', {
      text: secondHalf((half) => `${COMMENT}${escapeText(half)}`),
      part: 'a comment within a value',
      refusedBy: 'all',
      exempts: ['http.status-generated'],
    }),
  ],
  between: [
    choice('comments', 'comments between elements', 'XML 1.0, section 2.5', { between: COMMENT }),
    choice('white-space', 'white space between elements', 'XML 1.0, section 2.10', {
      between: '\n  ',
      hiddenBy: IN_TAGS,
    }),
    choice('crlf', 'CRLF and tabs between elements', 'XML 1.0, section 2.11', { between: '\r\n\t', hiddenBy: IN_TAGS }),
  ],
  quotes: [
    choice('single-quotes', 'attributes in single quotes', 'XML 1.0, section 2.3', { quote: "'", hiddenBy: IN_TAGS }),
  ],
  declaration: [
    choice('no-declaration', 'no XML declaration', 'XML 1.0, section 2.8', { declaration: '' }),
    choice('standalone', 'standalone in the XML declaration', 'XML 1.0, section 2.9', {
      declaration: '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    }),
    choice('declaration-in-single-quotes', 'an XML declaration in single quotes', 'XML 1.0, section 2.8', {
      declaration: "<?xml version='1.0' encoding='UTF-8'?>\r\n",
    }),
    choice('declaration-without-encoding', 'no encoding in the XML declaration', 'XML 1.0, section 4.3.3', {
      declaration: '<?xml version="1.0"?>\n',
    }),
    // XML lets a text begin with it; many readers of other formats take it for content.
    choice('byte-order-mark', 'a byte order mark before the XML declaration', 'XML 1.0, section 4.3.3', {
      declaration: '\uFEFF<?xml version="1.0" encoding="utf-8"?>',
      part: 'a byte order mark',
    }),
  ],
  'empty elements': [choice('empty-tags', 'empty elements as one tag', 'XML 1.0, section 3.1', { emptyTag: true })],
  header: [
    choice('empty-header', 'an empty Header', 'SOAP 1.2 Part 1, section 5.2', { emptyHeader: true, hiddenBy: BLOCKS }),
  ],
  'body attributes': [
    // Clients that sign a message name its Body so.
    {
      id: 'body-id',
      variant: 'an attribute of its Body that names it',
      standard: 'SOAP 1.1, section 4.3; SOAP 1.2 Part 1, section 5.3',
      part: 'an attribute of the Body',
      edit: (request, { word }) => {
        const named = `xmlns:wsu="${UTILITY}" wsu:Id="${word('body')}"`;
        return editBody(request, (text) => text.replace(/<(?:[^\s<>/:]+:)?Body(?=[\s>])/, (tag) => `${tag} ${named}`));
      },
    },
  ],
  around: [
    choice('comments-around', 'comments before and after the Envelope', 'XML 1.0, section 2.8', {
      before: `${COMMENT}\n`,
      after: `\n${COMMENT}\n`,
      family: 'comments',
    }),
    choice('lines-around', 'line ends before and after the Envelope', 'XML 1.0, section 2.8', {
      before: '\r\n\r\n',
      after: '\r\n',
    }),
  ],
});
