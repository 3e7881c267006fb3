import { gzipSync } from 'node:zlib';
import { type Header, withHeader } from '../../../wire/http/exchange.ts';
import { headerOf } from '../../wire/message.ts';
import { both, everywhere, type Observable, over, overSoap } from '../cells.ts';
import { type Defect, orPersonas, recommended, table } from '../defect.ts';
import { joined, withBody } from '../edits/answer.ts';
import { rarely } from '../edits/call.ts';
import { type Finds, fieldMatching, hasField, lacking, refusing } from '../edits/request.ts';

const carriesBody: Observable = ({ binding }) => binding !== 'http-get';
const mediaType = (pattern: RegExp, cells = overSoap) => fieldMatching('content-type', pattern, 415, cells);
const lacks =
  (field: string): Finds =>
  ({ headers }) =>
    headers.every(([name]) => name.toLowerCase() !== field);
const isNamed = (name: string) => (field: Header) => field[0] === name;

const CLIENTS = /PHP|Ruby|Zeep|node-soap|JAX-WS|gSOAP|curl|Mozilla\/5/;
const BY_SAVON = ['Get_Video_Links_by_Make', 'Get_Inventory'];

/** Servers that know one way of writing a Content-Type, or the header fields of some clients. */
export const headerFieldDefects: readonly Defect[] = [
  ...table(orPersonas('request.header-fields'), {
    'user-agent-refused: Clients that are not .NET are refused by their User-Agent.': fieldMatching(
      'user-agent',
      CLIENTS,
      403,
    ),
  }),
  ...table(orPersonas('request.media-type'), {
    'charset-case-refused: A charset in upper case is refused.': mediaType(/charset="?UTF-8/),
    'charset-space-required: A charset without a space before it is refused.': mediaType(/;charset/i),
  }),
  ...table(orPersonas('request.header-fields'), {
    'accept-of-pages-refused: A request whose Accept names HTML first is refused.': fieldMatching(
      'accept',
      /^text\/html/,
      406,
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
    // Savon, whose requests these two operations get, sends none.
    'action-parameter-refused: A Content-Type with an action parameter is refused.': mediaType(
      /action=/,
      both(over('soap12'), ({ operation: { name } }) => !BY_SAVON.includes(name)),
    ),
  }),
  ...table(['request.delivery'], {
    'closing-connection-refused: A request that closes its connection is refused.': fieldMatching(
      'connection',
      /^close$/,
      400,
    ),
    'absolute-target-refused: A request whose target is a whole address is refused with 404.': refusing(
      404,
      ({ target }) => target === 'absolute',
    ),
    'expectation-refused: A request with Expect: 100-continue is refused with 417.': fieldMatching(
      'expect',
      /^/,
      417,
      carriesBody,
    ),
  }),
  ...table(['request.header-fields'], {
    'accept-refused: A request that accepts only text/xml or application/soap+xml is refused.': fieldMatching(
      'accept',
      /^(?:text\/xml|application\/soap\+xml)$/,
      406,
    ),
    'accept-of-scripts-refused: A request whose Accept names JSON first is refused.': fieldMatching(
      'accept',
      /^application\/json/,
      406,
    ),
    'language-refused: A request is refused if its first language is not one of a few.': fieldMatching(
      'accept-language',
      /^(?!en$|fr|tr)/,
      406,
    ),
    'typed-get-refused: A GET with a Content-Type is refused.': fieldMatching(
      'content-type',
      /^/,
      415,
      over('http-get'),
    ),
    'length-of-get-refused: A GET with a Content-Length is refused.': fieldMatching(
      'content-length',
      /^/,
      400,
      over('http-get'),
    ),
    'older-version-refused: A request of HTTP/1.0 is refused with 505.': refusing(
      505,
      ({ version }) => version === '1.0',
    ),
    'upgrade-refused: A request with an Upgrade is refused.': fieldMatching('upgrade', /^/, 400),
    'trailers-refused: A request with TE is refused.': fieldMatching('te', /^/, 501),
    'anonymous-refused: A request without User-Agent is refused.': refusing(403, lacks('user-agent')),
    'anonymous-loses-record: Without a User-Agent, lists lack their first record.': lacking(lacks('user-agent')),
    'accept-loses-record: For an Accept of ranges, lists lack their first record.': lacking(
      hasField('accept', /^text\/\*, application\/\*;q=0\.5$/i),
    ),
    'coding-required: A request without Accept-Encoding is refused.': refusing(406, lacks('accept-encoding')),
    'cookie-loses-record: For a request with a cookie, lists lack their first record.': lacking(
      hasField('cookie', /^/),
    ),
    'many-fields-refused: A request with more than 25 header fields is refused.': refusing(
      431,
      ({ headers }) => headers.length > 25,
    ),
    'long-cookie-refused: A request with a cookie of more than 1,000 characters is refused.': fieldMatching(
      'cookie',
      /.{1001}/,
      400,
    ),
    'host-first-required: A request whose Host comes last is refused.': refusing(400, ({ headers }) =>
      headers.slice(-2).some(([name]) => name.toLowerCase() === 'host'),
    ),
    'field-names-in-capitals-refused: A request whose Content-Length is named in capitals is refused.': refusing(
      411,
      ({ headers }) => headers.some(isNamed('CONTENT-LENGTH')),
      carriesBody,
    ),
    'field-names-in-lower-case-refused: A request whose Content-Type is named in lower case is refused.': refusing(
      415,
      ({ headers }) => headers.some(isNamed('content-type')),
      carriesBody,
    ),
  }),
  ...table(['http.content-type'], {
    'accept-chooses-type: The media type of an answer is the first that the request accepts, if that is one of SOAP.':
      rarely(overSoap, {
        response: (response, { request, failure }) => {
          const accepted = headerOf(request.headers, 'accept')?.split(/[,;]/)[0] ?? '';
          const isOfSoap = failure === null && ['text/xml', 'application/soap+xml'].includes(accepted);
          return isOfSoap ? withHeader(response, 'Content-Type', `${accepted}; charset=utf-8`) : response;
        },
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
  ...table(recommended(['http.status', 'request.header-fields']), {
    'post-range-refused: A Range is applied to the answer to a POST, and not satisfiable.': fieldMatching(
      'range',
      /^/,
      416,
      carriesBody,
    ),
    'unknown-range-refused: A Range in an unknown unit is refused.': fieldMatching('range', /^/, 416, over('http-get')),
    'post-condition-applied: A POST with an If-Modified-Since is answered with 304.': fieldMatching(
      'if-modified-since',
      /^/,
      304,
      carriesBody,
    ),
    'old-condition-applied: A GET with an If-Modified-Since is answered with 304, whatever its date.': fieldMatching(
      'if-modified-since',
      /^/,
      304,
      over('http-get'),
    ),
    'other-tag-applied: A GET with an If-None-Match is answered with 304, whatever its tag.': fieldMatching(
      'if-none-match',
      /^/,
      304,
      over('http-get'),
    ),
  }),
];
