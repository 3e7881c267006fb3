import { bindings } from '../../bindings/bindings.ts';
import type { Call } from '../../bindings/call.ts';
import { type EnvelopeStyle, plainStyle, writeEnvelope } from '../../bindings/envelope.ts';
import type { Cell } from '../../contract/model.ts';
import { escapeText } from '../../xml/escape.ts';
import type { Probe } from '../probe.ts';
import { byStandard, soapBindings } from '../rule.ts';
import { sameAnswerRule } from './same-answer-rule.ts';

/** The same envelope, written in other ways (XML 1.0; Namespaces in XML 1.0). */
const styles: readonly (readonly [code: string, variant: string, style: Partial<EnvelopeStyle>])[] = [
  ['envelope-prefix', 'another envelope prefix', { soapPrefix: 'SOAP-ENV' }],
  ['service-prefix', 'a prefix for the service namespace', { servicePrefix: 'tns' }],
  [
    'service-prefix-on-envelope',
    'the service prefix declared on the Envelope',
    { servicePrefix: 'ns1', declareOnEnvelope: true },
  ],
  ['default-on-envelope', 'the service namespace as default, declared on the Envelope', { declareOnEnvelope: true }],
  ['cdata', 'values in CDATA sections', { text: inCdata }],
  ['character-references', 'values in character references', { text: inReferences }],
  ['comments', 'comments between elements', { between: '<!-- a comment -->' }],
  ['white-space', 'white space between elements', { between: '\n  ' }],
  ['single-quotes', 'attributes in single quotes', { quote: "'" }],
  ['no-declaration', 'no XML declaration', { declaration: '' }],
  ['empty-tags', 'empty elements as one tag', { emptyTag: true }],
  ['empty-header', 'an empty Header', { emptyHeader: true }],
];

function inCdata(value: string): string {
  return value === '' ? '' : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Every second character as a reference, in decimal and hexadecimal by turns. */
function inReferences(value: string): string {
  return [...value]
    .map((character, index) => {
      const point = character.codePointAt(0) ?? 0;
      return index % 2 === 0 ? `&#${index % 4 === 0 ? point : `x${point.toString(16)}`};` : escapeText(character);
    })
    .join('');
}

function probe(cell: Cell, call: Call, [code, variant, style]: (typeof styles)[number]): Probe {
  return {
    code,
    variant,
    call,
    request: (context) => {
      const plain = bindings[cell.binding].encode(call, context);
      const namespace = bindings[cell.binding].spec(context.contract).envelopeNamespace ?? '';
      const text = writeEnvelope(call, context, namespace, { ...plainStyle, ...style });
      return { ...plain, body: new TextEncoder().encode(text) };
    },
  };
}

/** One envelope, many spellings. */
export const infosetRule = sameAnswerRule(
  {
    id: 'request.infoset',
    level: 'required',
    title: 'An envelope is answered the same however XML writes it.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    standard: 'XML 1.0; Namespaces in XML 1.0; SOAP 1.2 Part 1, section 5',
    basis: byStandard(),
    breaks:
      'Toolkits choose their own prefixes, places of namespace declarations and XML declaration: SOAP-ENV ' +
      'in PHP and gSOAP, s in WCF, ns0 in zeep.',
    example: {
      right: '<tns:Make>Honda</tns:Make> is read as <Make xmlns="{xml_namespace}">Honda</Make> is',
      wrong: 'only the prefix soap: is understood',
    },
    defects: [
      'prefix-literal',
      'service-prefix-ignored',
      'envelope-declaration-unseen',
      'cdata-dropped',
      'references-kept',
      'comments-refused',
      'single-quotes-refused',
      'declaration-required',
      'indentation-refused',
      'empty-header-refused',
    ],
  },
  (cell, base) => styles.map((style) => probe(cell, base, style)),
);
