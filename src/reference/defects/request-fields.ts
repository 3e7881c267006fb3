import type { Header } from '../../wire/http/exchange.ts';
import { headerOf } from '../wire/message.ts';
import { over, overSoap, reads } from './cells.ts';
import { type Defect, type Effect, type Observable, table } from './defect.ts';
import { refusing } from './request-spelling.ts';

const mediaType = (pattern: RegExp, cells = overSoap): Effect =>
  refusing(cells, 415, ({ headers }) => pattern.test(headerOf(headers, 'content-type') ?? ''));

const CLIENTS = /PHP|Ruby|Zeep|node-soap|JAX-WS|gSOAP|curl|Mozilla\/5/;
const isForeign = ([name, value]: Header): boolean => name.toLowerCase() === 'user-agent' && CLIENTS.test(value);

const isNarrow = ([name, value]: Header): boolean =>
  name.toLowerCase() === 'accept' && /^(?:text\/xml|application\/soap\+xml)$/.test(value);
const MEDIA_TYPE = 'RFC 9110, section 8.3.1';
const carriesBody: Observable = ({ binding }) => binding !== 'http-get';

const bearingField = (name: string, status: number, cells: Observable = () => true): Effect =>
  refusing(cells, status, ({ headers }) => headerOf(headers, name) !== null);

/** Servers that know one way of writing a Content-Type, or the header fields of some clients. */
export const requestFieldDefects: readonly Defect[] = [
  ...table(['request.media-type'], 'service.four-bindings', {
    'charset-case-refused': [
      'A charset in upper case is refused.',
      mediaType(/charset="?UTF-8/),
      { requirement: 'RFC 9110, section 8.3.2', foundBy: ['request.media-type', 'request.personas'] },
    ],
    'charset-quotes-refused': ['A charset in quotes is refused.', mediaType(/charset="/), MEDIA_TYPE],
    'charset-of-form-refused': [
      'A form with a charset is refused.',
      mediaType(/charset/i, over('http-post')),
      'RFC 9110, section 8.3.1',
    ],
    'charset-space-required': [
      'A charset without a space before it is refused.',
      mediaType(/;charset/i),
      { requirement: MEDIA_TYPE, foundBy: ['request.media-type', 'request.personas'] },
    ],
  }),
  ...table(['request.header-fields'], 'service.four-bindings', {
    'accept-refused': [
      'A request that accepts only text/xml or application/soap+xml is refused.',
      refusing(reads, 406, ({ headers }) => headers.some(isNarrow)),
    ],
    'language-refused': [
      'A request is refused if its first language is not one of a few.',
      refusing(reads, 406, ({ headers }) => /^(?!en$|fr|tr)/.test(headerOf(headers, 'accept-language') ?? 'en')),
    ],
    'typed-get-refused': ['A GET with a Content-Type is refused.', bearingField('content-type', 415, over('http-get'))],
  }),
  ...table(['request.delivery'], 'service.four-bindings', {
    'closing-connection-refused': [
      'A request that closes its connection is refused.',
      refusing(reads, 400, ({ headers }) => headerOf(headers, 'connection') === 'close'),
    ],
    'expectation-refused': [
      'A request with Expect: 100-continue is refused with 417.',
      refusing(carriesBody, 417, ({ headers }) => headerOf(headers, 'expect') !== null),
    ],
  }),
  ...table(['request.header-fields'], 'service.four-bindings', {
    'older-version-refused': [
      'A request of HTTP/1.0 is refused with 505.',
      refusing(reads, 505, ({ version }) => version === '1.0'),
      'RFC 9110, section 2.5',
    ],
    'upgrade-refused': ['A request with an Upgrade is refused.', bearingField('upgrade', 400), 'RFC 9110, section 7.8'],
    'trailers-refused': ['A request with TE is refused.', bearingField('te', 501), 'RFC 9110, section 10.1.4'],
  }),
  ...table(['http.status', 'request.header-fields'], 'service.four-bindings', {
    'post-range-refused': [
      'A Range is applied to the answer to a POST, and not satisfiable.',
      bearingField('range', 416, carriesBody),
      'RFC 9110, section 14.2',
    ],
    'unknown-range-refused': [
      'A Range in an unknown unit is refused.',
      bearingField('range', 416, over('http-get')),
      'RFC 9110, section 14.2',
    ],
    'post-condition-applied': [
      'A POST with an If-Modified-Since is answered with 304.',
      bearingField('if-modified-since', 304, carriesBody),
      'RFC 9110, section 13.1.3',
    ],
    'old-condition-applied': [
      'A GET with an If-Modified-Since is answered with 304, whatever its date.',
      bearingField('if-modified-since', 304, over('http-get')),
      'RFC 9110, section 13.1.3',
    ],
    'other-tag-applied': [
      'A GET with an If-None-Match is answered with 304, whatever its tag.',
      bearingField('if-none-match', 304, over('http-get')),
      'RFC 9110, section 13.1.2',
    ],
  }),
  ...table(['request.header-fields'], 'service.four-bindings', {
    'anonymous-refused': [
      'A request without User-Agent is refused.',
      refusing(reads, 403, ({ headers }) => headerOf(headers, 'user-agent') === null),
    ],
    'many-fields-refused': [
      'A request with more than 25 header fields is refused.',
      refusing(reads, 431, ({ headers }) => headers.length > 25),
    ],
    'long-cookie-refused': [
      'A request with a cookie of more than 1,000 characters is refused.',
      refusing(reads, 400, ({ headers }) => (headerOf(headers, 'cookie') ?? '').length > 1000),
    ],
    'host-first-required': [
      'A request whose Host comes last is refused.',
      refusing(reads, 400, ({ headers }) => headers.slice(-2).some(([name]) => name.toLowerCase() === 'host')),
      'RFC 9110, section 5.3',
    ],
    'field-names-in-capitals-refused': [
      'A request whose Content-Length is named in capitals is refused.',
      refusing(carriesBody, 411, ({ headers }) => headers.some(([name]) => name === 'CONTENT-LENGTH')),
    ],
    'field-names-in-lower-case-refused': [
      'A request whose Content-Type is named in lower case is refused.',
      refusing(carriesBody, 415, ({ headers }) => headers.some(([name]) => name === 'content-type')),
    ],
    'user-agent-refused': [
      'Clients that are not .NET are refused by their User-Agent.',
      refusing(reads, 403, ({ headers }) => headers.some(isForeign)),
      { foundBy: ['request.header-fields', 'request.personas'] },
    ],
    'action-parameter-refused': [
      'A Content-Type with an action parameter is refused.',
      mediaType(/action=/, over('soap12')),
      { requirement: MEDIA_TYPE, foundBy: ['request.personas'] },
    ],
  }),
];
