import { gzipSync } from 'node:zlib';
import { headerValue, withHeader } from '../../../wire/http/exchange.ts';
import { both, carriesBody, echoesText, everywhere, type Observable, of, over, overSoap } from '../cells.ts';
import { byChance, type Defect, type Effect, orPersonas, recommended, table } from '../defect.ts';
import { joined, withBody } from '../edits/answer.ts';
import { rarely } from '../edits/call.ts';
import { type Finds, hasField, lacking, refusing } from '../edits/request.ts';

const onGet = over('http-get');
/** Requests with such a header field get this status. */
const refused = (status: number, field: string, pattern?: RegExp, cells?: Observable) =>
  refusing(status, hasField(field, pattern), cells);
const mediaType = (pattern: RegExp, cells = overSoap) => refused(415, 'content-type', pattern, cells);
const accept = (pattern: RegExp) => refused(406, 'accept', pattern);
const lacks =
  (field: string): Finds =>
  ({ headers }) =>
    headers.every(([name]) => name.toLowerCase() !== field);
/** Requests with a field whose name is written so. */
const refusedName = (status: number, written: string) =>
  refusing(status, ({ headers }) => headers.some(([name]) => name === written), carriesBody);

function codedCopies(): Effect {
  const coded = new Map<string, boolean>();
  return rarely(both(onGet, of('Get_Inventory')), {
    response: (response, { request, failure }) => {
      const isCoded =
        coded.get(request.path) ?? /gzip(?!;q=0)/.test(headerValue(request.headers, 'accept-encoding') ?? '');
      coded.set(request.path, isCoded);
      if (failure !== null || !isCoded) return response;
      return withHeader(withBody(response, joined(gzipSync(response.body))), 'Content-Encoding', 'gzip');
    },
  });
}

const CLIENTS = /PHP|Ruby|Zeep|node-soap|JAX-WS|gSOAP|curl|Mozilla\/5/;

/** Servers that know one way of writing a Content-Type, or the header fields of some clients. */
export const headerFieldDefects: readonly Defect[] = [
  ...table(orPersonas('request.header-fields'), {
    'user-agent-refused: Clients that are not .NET are refused by their User-Agent.': refused(
      403,
      'user-agent',
      CLIENTS,
    ),
    'accept-of-pages-refused: A request whose Accept names HTML first is refused.': accept(/^text\/html/),
  }),
  ...table(orPersonas('request.media-type'), {
    'charset-case-refused: A charset in upper case is refused.': mediaType(/charset="?UTF-8/),
    'charset-space-required: A charset without a space before it is refused.': mediaType(/;charset/i),
    'action-parameter-refused: A Content-Type with an action parameter is refused.': mediaType(
      /action=/,
      over('soap12'),
    ),
    'charset-to-its-end: A charset that an action follows is not known, and the body is read as Latin-1.': rarely(
      both(over('soap12'), echoesText),
      {
        request: (request, ctx) =>
          hasField('content-type', /charset=[^;]*;/i)(request, ctx)
            ? { ...request, body: new TextEncoder().encode(Buffer.from(request.body).toString('latin1')) }
            : request,
      },
    ),
  }),
  ...table(['request.media-type'], {
    'charset-quotes-refused: A charset in quotes is refused.': mediaType(/charset="/),
    'charset-of-form-refused: A form with a charset is refused.': mediaType(/charset/i, over('http-post')),
    'type-case-loses-record: For a form whose media type is not in lower case, lists lack their first record.': lacking(
      hasField('content-type', /^(?!application\/x-www)/),
      over('http-post'),
    ),
  }),
  ...table(['request.personas'], {
    // Savon, gSOAP and zeep send it.
    'soapaction-refused: A request of SOAP 1.2 with a SOAPAction is refused.': refused(
      400,
      'soapaction',
      /^/,
      both(over('soap12'), of('Get_Video_Links_by_Make', 'Get_PartialProd_Resources', 'GetSubmodel_VehicleType')),
    ),
  }),
  ...table(['request.delivery'], {
    'closing-connection-refused: A request that closes its connection is refused.': refused(
      400,
      'connection',
      /^close$/,
    ),
    'absolute-target-refused: A request whose target is a whole address is refused with 404.': refusing(
      404,
      ({ target }) => target === 'absolute',
    ),
    'expectation-refused: A request with Expect: 100-continue is refused with 417.': refusing(
      417,
      hasField('expect'),
      carriesBody,
    ),
  }),
  ...table(['request.header-fields'], {
    'accept-refused: A request that accepts only text/xml or application/soap+xml is refused.': accept(
      /^(?:text\/xml|application\/soap\+xml)$/,
    ),
    'accept-of-scripts-refused: A request whose Accept names JSON first is refused.': accept(/^application\/json/),
    'language-refused: A request is refused if its first language is not one of a few.': refused(
      406,
      'accept-language',
      /^(?!en$|fr|tr)/,
    ),
    'any-language-refused: A GET is refused if the first language that it accepts is any.': byChance(
      { profile: 'standard', runs: 3, found: 3 },
      refused(406, 'accept-language', /^\*/, onGet),
    ),
    'charset-refused: A request is refused if the first charset that it accepts is not UTF-8.': refused(
      406,
      'accept-charset',
      /^(?!utf-8)/,
    ),
    'typed-get-refused: A GET with a Content-Type is refused.': refusing(415, hasField('content-type'), onGet),
    'length-of-get-refused: A GET with a Content-Length is refused.': refusing(400, hasField('content-length'), onGet),
    'older-version-refused: A request of HTTP/1.0 is refused with 505.': refusing(
      505,
      ({ version }) => version === '1.0',
    ),
    'upgrade-refused: A request with an Upgrade is refused.': refused(400, 'upgrade'),
    'trailers-refused: A request with TE is refused.': refused(501, 'te'),
    'origin-refused: A request with an Origin is refused.': refused(403, 'origin'),
    'anonymous-refused: A request without User-Agent is refused.': refusing(403, lacks('user-agent')),
    'anonymous-loses-record: Without a User-Agent, lists lack their first record.': lacking(lacks('user-agent')),
    'accept-loses-record: For an Accept of ranges, lists lack their first record.': lacking(
      hasField('accept', /^text\/\*, application\/\*;q=0\.5$/i),
    ),
    'coding-required: A request without Accept-Encoding is refused.': refusing(406, lacks('accept-encoding')),
    'cookie-loses-record: For a request with a cookie, lists lack their first record.': lacking(hasField('cookie')),
    'many-fields-refused: A request with more than 25 header fields is refused.': refusing(
      431,
      ({ headers }) => headers.length > 25,
    ),
    'long-cookie-refused: A request with a cookie of more than 1,000 characters is refused.': refused(
      400,
      'cookie',
      /.{1001}/,
    ),
    'host-first-required: A request whose Host comes last is refused.': refusing(400, ({ headers }) =>
      headers.slice(-2).some(([name]) => name.toLowerCase() === 'host'),
    ),
    'field-names-in-capitals-refused: A request whose Content-Length is named in capitals is refused.': refusedName(
      411,
      'CONTENT-LENGTH',
    ),
    'field-names-in-lower-case-refused: A request whose Content-Type is named in lower case is refused.': refusedName(
      415,
      'content-type',
    ),
  }),
  ...table(['http.content-type'], {
    'accept-chooses-type: The media type of an answer is the first that the request accepts, if that is one of SOAP.':
      rarely(overSoap, {
        response: (response, { request, failure }) => {
          const accepted = headerValue(request.headers, 'accept')?.split(/[,;]/)[0] ?? '';
          const isOfSoap = failure === null && ['text/xml', 'application/soap+xml'].includes(accepted);
          return isOfSoap ? withHeader(response, 'Content-Type', `${accepted}; charset=utf-8`) : response;
        },
      }),
  }),
  ...table(['xml.well-formed', 'request.header-fields'], {
    'accept-of-scripts-gets-base64: For an Accept that names JSON first, the body is the base64 of the document.':
      rarely(everywhere, {
        response: (response, { request, failure }) =>
          failure === null && /^application\/json/.test(headerValue(request.headers, 'accept') ?? '')
            ? withBody(response, Buffer.from(Buffer.from(response.body).toString('base64')))
            : response,
      }),
  }),
  ...table(recommended(['xml.encoding', 'request.header-fields']), {
    'coding-unlabelled: For a request without Accept-Encoding, the body is compressed, and no field says so.': rarely(
      everywhere,
      {
        response: (response, ctx) =>
          ctx.failure === null && lacks('accept-encoding')(ctx.request, ctx)
            ? withBody(response, joined(gzipSync(response.body)))
            : response,
      },
    ),
  }),
  ...table(['xml.encoding', 'request.url-encoding'], {
    'coded-copy-kept: Over GET, all clients get the first answer to an address, compressed if the first takes that.':
      codedCopies(),
  }),
  ...table(recommended(['http.status', 'request.header-fields']), {
    'post-range-refused: A Range is applied to the answer to a POST, and not satisfiable.': refusing(
      416,
      hasField('range'),
      carriesBody,
    ),
    'unknown-range-refused: A Range in an unknown unit is refused.': refusing(416, hasField('range'), onGet),
    'post-condition-applied: A POST with an If-Modified-Since is answered with 304.': refusing(
      304,
      hasField('if-modified-since'),
      carriesBody,
    ),
    'old-condition-applied: A GET with an If-Modified-Since is answered with 304, whatever its date.': refusing(
      304,
      hasField('if-modified-since'),
      onGet,
    ),
    'other-tag-applied: A GET with an If-None-Match is answered with 304, whatever its tag.': refusing(
      304,
      hasField('if-none-match'),
      onGet,
    ),
  }),
];
