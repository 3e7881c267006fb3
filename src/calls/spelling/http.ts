import { cellName } from '../../contract/cell-name.ts';
import type { BindingName } from '../../contract/model.ts';
import { actionOf } from '../../contract/operations.ts';
import { type HttpRequest, withHeader } from '../../wire/http/exchange.ts';
import { dimensions, type SpelledCall, type Trait, turnOf } from './trait.ts';

export type Delivery = NonNullable<HttpRequest['delivery']>;

/** A request that is delivered in this way too. */
export const delivered = (request: HttpRequest, delivery: Delivery): HttpRequest => ({
  ...request,
  delivery: { ...request.delivery, ...delivery },
});

/** The bindings whose requests have a body. */
export const withBody: readonly BindingName[] = ['soap11', 'soap12', 'http-post'];

type Respell = (value: string, of: SpelledCall) => string;

function mediaType(id: string, variant: string, respell: Respell, bindings = soapBindings): Trait {
  const edit: Trait['edit'] = (request, of) => {
    const own = request.headers.find(([name]) => name.toLowerCase() === 'content-type');
    return own === undefined ? request : withHeader(request, 'Content-Type', respell(own[1], of));
  };
  return { id, variant, standard: 'RFC 9110, sections 5.6.6, 8.3.1 and 8.3.2', bindings, edit };
}

const soapBindings: readonly BindingName[] = ['soap11', 'soap12'];

/** Spellings of a request's media type; no white space that ASP.NET or the grammar refuses. */
export const typeDimensions = dimensions({
  charset: [
    mediaType('charset-upper-case', 'charset in upper case', (value) =>
      value.replace(/=.*/, (text) => text.toUpperCase()),
    ),
    mediaType('charset-quotes', 'charset in quotes', (value) => value.replace(/=(.*)/, '="$1"')),
    mediaType('charset-name-case', "the parameter's name in capitals", (value) => value.replace('charset', 'Charset')),
    // Scripts in pages send it. A parameter that a media type does not have says nothing.
    mediaType('charset-of-form', 'a charset on a form', (value) => `${value}; charset=UTF-8`, ['http-post']),
  ],
  space: [mediaType('charset-no-space', 'no space before charset', (value) => value.replace('; ', ';'))],
  type: [
    mediaType(
      'type-case',
      'the media type in capitals',
      (value) => value.replace(/^[^;]*/, (text) => text.toUpperCase()),
      withBody,
    ),
  ],
  action: [
    // A WSDL that names an action has it in every request.
    {
      ...mediaType(
        'action-behind-charset',
        'an action behind charset',
        (value, { cell, contract }) =>
          actionOf(cell) === undefined ? `${value}; action="${contract.namespace}${cell.operation.name}"` : value,
        ['soap12'],
      ),
      standard: 'SOAP 1.2 Part 2, section 6.5',
      // Who reads the body in another encoding for it reads ASCII alike.
      hiddenBy: ['character-references'],
    },
  ],
});

/** What a reader may split wrongly: characters and escapes, tags and references, any text. */
const UNITS = [/[\xc2-\xf4][\x80-\xbf]+|%[0-9A-Fa-f]{2}/g, /<[^>]+>|&[^;]+;/g, /.{2,}/gs];
/** Places from the end of a head: its empty line, before it, its last fields. After a cut at -1 xsp4 loses the body. */
const IN_HEAD = [-2, -3, -20, -40];

/** Where a request is cut, chosen by the seed: within a character or an escape, or else anywhere. */
function placeToCut({ body }: HttpRequest, of: SpelledCall): number {
  const text = Buffer.from(body ?? []).toString('latin1');
  const placesIn = (unit: RegExp): readonly number[] =>
    [...text.matchAll(unit)].flatMap(({ 0: found, index }) =>
      Array.from({ length: found.length - 1 }, (_, at) => index + at + 1),
    );
  const [characters = [], ...others] = UNITS.map(placesIn);
  const within = others.find(({ length }) => length > 0) ?? [];
  // A body alone in its packet is what many clients send.
  const anywhere = body === null ? [IN_HEAD] : [IN_HEAD, [0], within.length > 0 ? within : [0]];
  const places = characters.length > 0 ? characters : anywhere[turnOf(of, 'packets') % anywhere.length];
  const drawn = Number.parseInt(of.hex(`packets/${cellName(of.cell)}`).slice(0, 8), 16);
  return places?.[drawn % places.length] ?? 0;
}

/**
 * How HTTP carries a message. Left out: a body without a length; pipelining; idle connections.
 */
export const deliveryDimensions = dimensions({
  connection: [
    {
      id: 'new-connection',
      variant: 'a connection of its own',
      // They name other things in the field that says so, or say so by themselves.
      hiddenBy: ['upgrade', 'trailers-accepted', 'older-version'],
      standard: 'RFC 9112, sections 9.3 and 9.6',
      edit: (request) => delivered(request, { alone: true }),
    },
  ],
  packets: [
    {
      id: 'two-packets',
      variant: 'its bytes in two packets',
      standard: 'RFC 9112, sections 2.2 and 6.3',
      edit: (request, of) => delivered(request, { firstPacket: placeToCut(request, of) }),
    },
  ],
  target: [
    {
      id: 'absolute-target',
      variant: 'its whole address on the request line, as proxies get it',
      // HTTP/1.0 has it for proxies alone.
      hiddenBy: ['older-version'],
      standard: 'RFC 9112, section 3.2.2',
      edit: (request) => delivered(request, { target: 'absolute' }),
    },
  ],
  expectation: [
    {
      id: 'expect-continue',
      variant: 'Expect: 100-continue',
      standard: 'RFC 9110, section 10.1.1',
      bindings: withBody,
      edit: (request) => withHeader(request, 'Expect', '100-continue'),
    },
  ],
});
