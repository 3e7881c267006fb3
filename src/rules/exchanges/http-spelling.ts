import { bindings } from '../../bindings/bindings.ts';
import type { Call } from '../../bindings/call.ts';
import type { Cell } from '../../contract/model.ts';
import type { HttpRequest } from '../../exchange/exchange.ts';
import type { Probe } from '../probe.ts';
import { byStandard, httpBindings, LESSER, type Rule, soapBindings } from '../rule.ts';
import { sameAnswerRule } from './same-answer-rule.ts';

/** A base call's request, changed. */
export function changed(
  cell: Cell,
  call: Call,
  [code, variant]: readonly [code: string, variant: string],
  change: (request: HttpRequest) => HttpRequest,
): Probe {
  return { code, variant, call, request: (context) => change(bindings[cell.binding].encode(call, context)) };
}

/** A request with another value of a header. */
export function withHeader(request: HttpRequest, name: string, value: string): HttpRequest {
  const others = request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [...others, [name, value]] };
}

const mediaTypes: readonly (readonly [code: string, variant: string, value: (type: string) => string])[] = [
  ['charset-upper-case', 'charset in upper case', (type) => `${type}; charset=UTF-8`],
  ['charset-quotes', 'charset in quotes', (type) => `${type}; charset="utf-8"`],
  ['charset-no-space', 'no space before charset', (type) => `${type};charset=utf-8`],
];

/** Other spellings of a form, by what is done to its encoded text. Credentials stay as they are. */
const spellings: readonly (readonly [code: string, variant: string, respell: (form: string) => string])[] = [
  [
    'lower-case-digits',
    'hexadecimal digits in lower case',
    (form) => form.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()),
  ],
  [
    'letters-escaped',
    'letters escaped without need',
    (form) => form.replaceAll(/=([A-Za-z])/g, (_all, letter: string) => `=%${hex(letter)}`),
  ],
];

/** The document names form encoding, which has `+` for a space (WHATWG URL, section 5.1), for POST alone. */
function spaceProbes(cell: Cell, call: Call): readonly Probe[] {
  const percent = changed(cell, call, ['spaces-percent', 'spaces as %20'], (request) =>
    respelled(request, (form) => form.replaceAll('+', '%20')),
  );
  const plus = changed(cell, call, ['spaces-plus', 'spaces as +'], (request) =>
    respelled(request, (form) => form.replaceAll('%20', '+')),
  );
  return [cell.binding === 'http-get' ? { ...plus, ...LESSER } : percent];
}

function hex(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).toUpperCase();
}

function respelled(request: HttpRequest, respell: (form: string) => string): HttpRequest {
  if (request.body !== null) {
    return { ...request, body: new TextEncoder().encode(respell(new TextDecoder().decode(request.body))) };
  }
  const [path = '', query = ''] = request.path.split('?', 2);
  return { ...request, path: `${path}?${respell(query)}` };
}

/** The base call with a text in its first free string parameter; the base call where it has none. */
function withText({ operation }: Cell, base: Call, text: string): Call {
  const parameter = operation.parameters.find(({ type, credential }) => type === 'string' && !credential);
  return parameter === undefined ? base : { ...base, values: { ...base.values, [parameter.name]: text } };
}

/** Rules on how HTTP may write the same request. */
export const httpSpellingRules: readonly Rule[] = [
  sameAnswerRule(
    {
      id: 'request.media-type',
      level: 'recommended',
      title: 'A request is answered the same however its Content-Type is spelled.',
      bindings: soapBindings,
      requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
      standard: 'RFC 9110, sections 5.6.6, 8.3.1 and 8.3.2',
      basis: byStandard(),
      breaks:
        'Savon sends `text/xml;charset=UTF-8`: upper case and no space. A server that compares strings ' +
        'refuses it.',
      example: { right: 'text/xml; charset="utf-8" is answered', wrong: 'text/xml; charset=UTF-8 gets 415' },
      defects: ['charset-case-refused', 'charset-quotes-refused', 'charset-space-required'],
    },
    (cell, base, contract) => {
      const type = contract.bindings[cell.binding].requestMediaType ?? '';
      return mediaTypes.map(([code, variant, value]) =>
        changed(cell, base, [code, variant], (r) => withHeader(r, 'Content-Type', value(type))),
      );
    },
  ),
  sameAnswerRule(
    {
      id: 'request.url-encoding',
      level: 'required',
      lesserParts: ['+ for a space in a query'],
      title: 'A query or form is answered the same however its values are percent-encoded.',
      bindings: httpBindings,
      requirements: ['bindings.http-get.request', 'bindings.http-post.request', 'bindings.rule-2.text-parameters'],
      standard: 'RFC 3986, sections 2.1 and 6.2.2; WHATWG URL, application/x-www-form-urlencoded',
      basis: byStandard({
        '+ for a space in a query':
          'The document names the form encoding for POST alone. curl, zeep and .NET write + in a query too ' +
          '(fixtures/clients).',
      }),
      breaks: "curl writes + and, over GET, lower-case digits; JavaScript's encodeURIComponent writes %20.",
      example: { right: 'Make=Land+Rover and Make=Land%20Rover are one make', wrong: '+ stays a plus sign' },
      defects: ['plus-kept', 'plus-kept-in-query', 'lower-hex-kept', 'escapes-kept'],
    },
    (cell, base) =>
      [base, withText(cell, base, 'Land Rover & Söhne')].flatMap((call) => [
        ...spaceProbes(cell, call),
        ...spellings.map(([code, variant, respell]) =>
          changed(cell, call, [code, variant], (r) => respelled(r, respell)),
        ),
      ]),
    ({ operation }) => operation.parameters.length > 0,
  ),
];
