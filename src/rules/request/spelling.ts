import { fieldDimensions } from '../../calls/spelling/header-fields.ts';
import { deliveryDimensions, typeDimensions } from '../../calls/spelling/http.ts';
import { blockDimensions, lexicalDimensions } from '../../calls/spelling/soap.ts';
import { urlDimensions } from '../../calls/spelling/url.ts';
import { xmlDimensions } from '../../calls/spelling/xml.ts';
import type { ClassText } from '../../calls/texts.ts';
import type { Cell } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, free } from '../../wire/soap/call.ts';
import type { Draw } from '../probe.ts';
import { byStandard, httpBindings, lesser, type Rule, soapBindings } from '../rule.ts';
import { everyRequest, REFUSED_CALL, spellingRule } from './same-answer-rule.ts';

/** Classes of characters with three bytes or more. */
const LONG_ESCAPED = ['folded', 'non-ascii', 'astral', 'spaces', 'invisible'];

/**
 * The base call, and with such texts in its last free string parameter, if any, and in SOAP in the others, but none in
 * one of these or in another call.
 */
function alsoWithText(texts: (draw: Draw, parameter: string) => readonly ClassText[]) {
  return (cell: Cell, base: Call, draw: Draw): readonly Call[] => {
    const all = free(cell).flatMap(({ name, type }) => (type === 'string' ? [name] : []));
    // Answers repeat the last parameter more often than the first.
    const last = all.slice(-1);
    const [empty] = all.length > 1 ? draw.shuffled(all.slice(0, -1), 'empty') : last;
    if (empty === undefined) return [base];
    const textOf = (name: string): string =>
      texts(draw, name)
        .map((one) => one.text)
        .join(' ');
    const withValues = (values: Call['values']): Call => ({ ...base, values: { ...base.values, ...values } });
    const written = Object.fromEntries((isSoap(cell.binding) ? all : last).map((name) => [name, textOf(name)]));
    if (all.length > 1) return [base, withValues({ ...written, [empty]: '' })];
    return [base, withValues(written), withValues({ [empty]: '' })];
  };
}

const alsoAllClasses = alsoWithText((draw, parameter) => draw.classes(parameter));

/** A query of some servers takes 2,048 characters, three for each byte. */
const alsoShort = alsoWithText((draw, parameter) =>
  draw.classes(parameter).filter(({ code }) => !LONG_ESCAPED.includes(code)),
);

/** Classes of characters with two bytes or more. */
const MULTI_BYTE = ['non-ascii', 'astral'];

/** The base call and, where a body carries it, the same with texts that have multi-byte characters. */
function alsoMultiByte(cell: Cell, base: Call, draw: Draw): readonly Call[] {
  if (cell.binding === 'http-get') return [base];
  const isSent = (code: string): boolean => isSoap(cell.binding) || MULTI_BYTE.includes(code);
  const withText = alsoWithText((texts, parameter) => texts.classes(parameter).filter(({ code }) => isSent(code)));
  return withText(cell, base, draw).slice(0, 2);
}

/** The base call and, if it has a header, the same with one that lets nothing pass: then it shows if that is read. */
function alsoFiltered(_cell: Cell, base: Call, draw: Draw): readonly Call[] {
  if (base.header === null) return [base];
  const fields = Object.entries(base.header).map(([name, value]) => {
    return [name, typeof value !== 'string' ? [draw.word(name)] : value === 'false' ? 'true' : value] as const;
  });
  return [base, { ...base, header: Object.fromEntries(fields) }];
}

/** Of REFUSED_CALL. */
const WHY_REFUSED =
  'No limits are shown, and what is refused in its plain form too says nothing of how it is written. ' +
  'Firewalls refuse what looks like an attack to them.';

/** Rules: a call means the same however the standards allow a client to write it. */
export const spellingRules: readonly Rule[] = [
  spellingRule(xmlDimensions, {
    id: 'request.infoset',
    level: 'required',
    title: 'An envelope is answered the same however XML writes it.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    standard:
      'XML 1.0; Namespaces in XML 1.0; SOAP 1.1, section 4.3; SOAP 1.2 Part 1, section 5; ' +
      'XML Schema 1.0 Part 1, section 2.6.1',
    basis: byStandard({
      'xsi:type on a parameter': lesser([
        'standard',
        'XML Schema 1.0 Part 1, section 2.6.1, lets any element have it. ' +
          'The document shows parameters without attributes.',
      ]),
      [REFUSED_CALL]: lesser(WHY_REFUSED),
      'a comment within a value': lesser([
        'standard',
        'XML 1.0, section 2.5, has comments outside the text. ASP.NET refuses them there: ' +
          'only what is read otherwise counts.',
      ]),
      'an attribute of the Body': lesser([
        'standard',
        'SOAP 1.1, section 4.3, and SOAP 1.2 Part 1, section 5.3, let a Body have it. The document shows none.',
      ]),
      'a byte order mark': lesser([
        'standard',
        'XML 1.0, section 4.3.3, lets a text in UTF-8 begin with it. The document shows a text without it.',
      ]),
    }),
    breaks:
      'Toolkits choose their own prefixes, places of namespace declarations and XML declaration: SOAP-ENV ' +
      'in PHP and gSOAP, s in WCF, ns0 in zeep.',
    example: {
      right: '<tns:Make>Honda</tns:Make> is read as <Make xmlns="{xml_namespace}">Honda</Make> is',
      wrong: 'only the prefix soap: is understood',
    },
    calls: alsoAllClasses,
  }),
  spellingRule(typeDimensions, {
    id: 'request.media-type',
    level: 'recommended',
    title: 'A request is answered the same however its Content-Type is spelled.',
    bindings: ['soap11', 'soap12', 'http-post'],
    requirements: ['bindings.soap11.request', 'bindings.soap12.request', 'bindings.http-post.request'],
    standard: 'RFC 9110, sections 5.6.6, 8.3.1 and 8.3.2',
    basis: byStandard(),
    breaks: 'Savon sends `text/xml;charset=UTF-8`: upper case and no space. A server that compares strings refuses it.',
    example: { right: 'text/xml; charset="utf-8" is answered', wrong: 'text/xml; charset=UTF-8 gets 415' },
    calls: alsoMultiByte,
  }),
  spellingRule(urlDimensions, {
    id: 'request.url-encoding',
    level: 'required',
    title: 'A query or form is answered the same however its values are percent-encoded.',
    bindings: httpBindings,
    requirements: ['bindings.http-get.request', 'bindings.http-post.request', 'bindings.rule-2.text-parameters'],
    standard: 'RFC 3986, sections 2.1 and 6.2.2; WHATWG URL, application/x-www-form-urlencoded',
    basis: byStandard({
      '+ for a space in a query': lesser(
        'The document names the form encoding only for POST. curl, zeep and .NET write + in a query too.',
      ),
      [REFUSED_CALL]: lesser(WHY_REFUSED),
      'escapes in names and in the path, and marks without one': lesser(['standard']),
      'an & without a parameter': lesser([
        'standard',
        'WHATWG URL, section 5.1, skips it. Clients that append `k=v&` send it.',
      ]),
    }),
    breaks: "curl writes + and, over GET, lower-case digits; JavaScript's encodeURIComponent writes %20.",
    example: { right: 'Make=Land+Rover and Make=Land%20Rover are one make', wrong: '+ stays a plus sign' },
    appliesTo: ({ operation }) => operation.parameters.length > 0,
    calls: alsoShort,
  }),
  spellingRule(fieldDimensions, {
    id: 'request.header-fields',
    level: 'recommended',
    title:
      'A request is answered the same whatever version and header fields a client sends, and however it writes them.',
    requirements: everyRequest,
    standard: 'RFC 9110, sections 2.5, 4.2.3, 5.1, 5.3, 7.8, 8.6, 10.1, 12.5, 13.1.3 and 14.2',
    basis: byStandard(),
    breaks: 'The client whose library or proxy adds the field.',
    breaksFrom: 'definition',
    example: { right: 'a request with Accept: text/xml is answered', wrong: 'it gets 406' },
  }),
  spellingRule(deliveryDimensions, {
    id: 'request.delivery',
    level: 'recommended',
    title: 'A request is answered the same however HTTP carries it.',
    requirements: everyRequest,
    standard: 'RFC 9110, section 10.1.1; RFC 9112, sections 3.2.2, 6.3 and 9.6',
    basis: byStandard(),
    breaks:
      'Clients that open a connection for each call, those whose calls a network splits, and .NET Framework, whose ' +
      'posts expect 100 Continue.',
    breaksFrom: 'definition',
    example: {
      right: 'a body that comes in two packets is read whole',
      wrong: 'the first packet is taken for the body',
    },
    calls: alsoMultiByte,
  }),
  spellingRule(blockDimensions, {
    id: 'request.header-blocks',
    level: 'recommended',
    title: 'A request is answered the same with SOAP header blocks and attributes that require nothing.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    standard: 'SOAP 1.1, section 4.2; SOAP 1.2 Part 1, sections 2.4 and 5.2',
    basis: byStandard({
      'a MustUnderstand fault where another role must understand a block':
        'It is accepted: ASP.NET looks at no role, and refuses such a block as if it were for it.',
    }),
    breaks: 'Clients that add addressing or tracing blocks, and gSOAP, which marks the header that it sends.',
    breaksFrom: 'definition',
    example: { right: 'a block without mustUnderstand is ignored', wrong: 'it gets a Fault' },
    calls: alsoFiltered,
  }),
  spellingRule(lexicalDimensions, {
    id: 'request.lexical-forms',
    level: 'recommended',
    title: 'A number or boolean is read the same in every lexical form of its XML Schema type.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request', 'operations.parameter-types'],
    standard: 'XML Schema Part 2, sections 3.2.2, 3.3.13 and 4.3.6',
    basis: byStandard({
      'booleans of the header as 1 and 0': [
        'standard',
        'The table of the header allows true or false; that 1 and 0 say the same is XML Schema alone. ' +
          'So it is only recommended.',
      ],
    }),
    breaks: 'Clients that write booleans as 1 and 0, and those that pad numbers.',
    breaksFrom: 'definition',
    example: { right: '<Filtervehicles>1</Filtervehicles> is true', wrong: 'it is false' },
    appliesTo: ({ operation }) =>
      operation.header !== null || operation.parameters.some(({ type }) => type !== 'string'),
  }),
];
