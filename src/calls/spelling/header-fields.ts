import type { BindingName } from '../../contract/model.ts';
import { type Header, OWN_ORIGIN } from '../../wire/http/exchange.ts';
import { type Delivery, delivered, withBody } from './http.ts';
import { dimensions, type Trait, turnOf } from './trait.ts';

/** The media type of SOAP 1.2 for that of SOAP 1.1, and the reverse. */
export function otherVersion(type: string): string {
  return type === 'text/xml' ? 'application/soap+xml' : 'text/xml';
}

/** The families of some value in these fields: a filter knows a few values, and refuses all others. */
const ofFields: Readonly<Record<string, string>> = { 'User-Agent': 'user-agent', Accept: 'accept' };

/**
 * Fields that clients add. In them {type} is the media type of the binding's answers, {other} that of the other
 * version of SOAP, {word} a word of the run, {byte} a number below 256, {hex:n} hex digits, {one:a|b} one in each cell.
 */
function fields(
  id: string,
  variant: string,
  added: Readonly<Record<string, string>>,
  more: Partial<Trait> = {},
): Trait {
  const edit: Trait['edit'] = (request, of) => {
    const { cell, contract, word, hex } = of;
    const type = contract.bindings[cell.binding].responseMediaType;
    const all = hex(id);
    const digits = (at: number, count: number): string => all.slice(at % 32, (at % 32) + count);
    const oneOf = (texts: string): string => {
      const some = texts.split('|');
      return some[turnOf(of, id) % some.length] ?? '';
    };
    const filled = (text: string): string =>
      text
        .replaceAll('{type}', type)
        .replaceAll('{other}', otherVersion(type))
        .replaceAll(/\{one:([^}]*)\}/g, (_all, texts: string) => oneOf(texts))
        .replaceAll('{word}', () => word(id))
        .replaceAll('{byte}', (_all, at: number) => `${Number.parseInt(digits(at, 2), 16)}`)
        .replaceAll(/\{hex:(\d+)\}/g, (_all, count: string, at: number) => digits(at, Number(count)));
    const own = Object.entries(added).map(([name, value]): Header => [filled(name), filled(value)]);
    return { ...request, headers: [...request.headers, ...own] };
  };
  const [name = ''] = Object.keys(added);
  const family = ofFields[name] ?? id;
  return { id, variant, standard: 'RFC 9110, sections 5.1, 10.1 and 12.5', edit, family, ...more };
}

function lines(
  id: string,
  variant: string,
  change: (headers: readonly Header[]) => readonly Header[],
  delivery?: Delivery,
): Trait {
  const edit: Trait['edit'] = (request) => {
    const changed = { ...request, headers: change(request.headers) };
    return delivery === undefined ? changed : delivered(changed, delivery);
  };
  return { id, variant, standard: 'RFC 9110, sections 5.1, 5.3 and 5.5', edit };
}

function sentBy(id: string, variant: string, standard: string, delivery: Delivery): Trait {
  return { id, variant, standard, edit: (request) => delivered(request, delivery) };
}

const OF_HOST = 'RFC 9110, sections 4.2.3 and 7.2';
const OF_SPACE = 'RFC 9112, section 5.1';

const AGENTS =
  'PHP-SOAP/8.2.36|Axis/1.4|Apache-CXF/3.5.5|Jakarta Commons-HttpClient/3.1|SOAP::Lite/Perl/1.27|Java/1.8.0_391|' +
  'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)|okhttp/4.12.0|curl/7.88.1|' +
  'PostmanRuntime/7.36.0|python-requests/2.32.3|Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; WOW64; ' +
  'Trident/4.0; SLCC2; .NET CLR 2.0.50727; .NET CLR 3.5.30729; .NET CLR 3.0.30729; Media Center PC 6.0; .NET4.0C; ' +
  '.NET4.0E; InfoPath.3)';

/** The sections of RFC 9110 that make a field legal, and the bindings in which they do; in all if left out. */
const by = (sections: string, bindings?: readonly BindingName[]): Partial<Trait> => {
  return { standard: `RFC 9110, ${sections}`, ...(bindings && { bindings }) };
};
const GET: readonly BindingName[] = ['http-get'];

/**
 * Header fields and versions that clients and proxies send; a user's own win. Left out: ranges of a GET, Prefer,
 * Content-Encoding, Authorization, which may change the answer, and conditions of a GET that may fail.
 */
export const fieldDimensions = dimensions({
  accept: [
    fields('accept-type', 'an Accept of only the media type of the answer', { Accept: '{type}' }),
    fields('accept-any', 'an Accept of any media type, JSON first', {
      Accept: 'application/json, {one:text/plain, */*|{type};q=0.8, */*;q=0.1|text/javascript, */*; q=0.01|*/*;q=0.5}',
    }),
    fields('accept-weights', 'an Accept with weights, HTML first', {
      Accept:
        'text/html{one:,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8|;q=0.9, {type};q=0.8, ' +
        '*/*;q=0.1}',
    }),
    fields('accept-ranges', 'an Accept of ranges', {
      Accept: '{one:text/*, application/*;q=0.5|TEXT/*, APPLICATION/*;Q=0.5}',
    }),
    fields('accept-versions', 'an Accept of the media types of both versions of SOAP, the other first', {
      Accept: '{other}, {type}',
    }),
  ],
  'user agent': [
    fields('agent-browser', "a browser's User-Agent", {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/131.0.0.0 Safari/537.36',
    }),
    fields('agent-java', "a Java client's User-Agent", { 'User-Agent': 'Apache-HttpClient/4.5.14 (Java/17.0.9)' }),
    fields('agent-none', 'no User-Agent', { 'User-Agent': '' }),
    fields('agent-stack', 'the User-Agent of another stack', { 'User-Agent': `{one:${AGENTS}}` }),
    fields('agent-unknown', 'a User-Agent that nobody knows', { 'User-Agent': '{word}' }),
  ],
  'accept-charset': [
    fields('accept-charset', 'an Accept-Charset', {
      'Accept-Charset': '{one:ISO-8859-1, utf-8;q=0.7, *;q=0.7|utf-16, utf-8;q=0.9|*}',
    }),
  ],
  'accept-language': [
    fields('accept-language', 'an Accept-Language', { 'Accept-Language': 'tr-TR, de;q=0.8, en;q=0.5' }),
    fields('accept-language-french', 'an Accept-Language of French', { 'Accept-Language': 'fr-FR' }),
    fields('accept-language-other', 'an Accept-Language of another language', {
      'Accept-Language':
        '{one:de-DE|ja-JP|ar-SA|pt-BR|ru-RU|zh-CN|he-IL|th-TH|pl-PL|es-MX|fa-IR|hi-IN|*|en-GB, *;q=0.5}',
    }),
  ],
  'accept-encoding': [
    fields('accept-gzip', 'an Accept-Encoding of gzip and deflate', { 'Accept-Encoding': 'gzip, deflate' }),
    fields('accept-brotli', "a browser's Accept-Encoding", { 'Accept-Encoding': 'gzip, deflate, br' }),
    fields('accept-one-coding', 'an Accept-Encoding of one coding', {
      'Accept-Encoding': '{one:gzip|deflate|br|gzip;q=1.0, identity;q=0.5, *;q=0}',
    }),
    fields('coding-unsaid', 'no Accept-Encoding', { 'Accept-Encoding': '' }),
    fields('refused-coding', 'an Accept-Encoding that refuses a coding', {
      'Accept-Encoding': '{one:gzip;q=0|gzip;q=0, deflate;q=0|identity, gzip;q=0.0|identity;q=1, *;q=0}',
    }),
  ],
  caching: [
    fields('no-cache', 'Cache-Control and Pragma', { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }),
    fields('max-age', 'a Cache-Control of max-age', { 'Cache-Control': 'max-age=0' }),
  ],
  intermediaries: [
    fields('proxied', 'fields of a proxy', {
      Via: '1.1 {word}',
      'X-Forwarded-For': '10.{byte}.{byte}.{byte}',
      'X-Forwarded-Proto': 'https',
    }),
    fields('traced', 'fields of tracing', { traceparent: '00-{hex:32}-{hex:16}-01', 'X-Request-ID': '{hex:12}' }),
  ],
  content: [
    // Scripts that send the same fields with every request. The document has no body, and so no type, for GET.
    fields(
      'type-of-nothing',
      'a Content-Type on a GET',
      { 'Content-Type': '{one:application/x-www-form-urlencoded|text/xml; charset=utf-8}' },
      by('sections 5.1 and 8.3', GET),
    ),
    fields('length-of-nothing', 'a Content-Length of 0 on a GET', { 'Content-Length': '0' }, by('section 8.6', GET)),
  ],
  pages: [
    fields('referred', 'a Referer', { Referer: 'http://10.{byte}.{byte}.{byte}/{word}?id={byte}' }),
    // A page of the target's own site: a server may refuse those of others.
    fields('ajax', 'fields of a script in a page', {
      'X-Requested-With': 'XMLHttpRequest',
      DNT: '1',
      Origin: OWN_ORIGIN,
    }),
  ],
  cookies: [
    fields('cookie', 'a cookie of another application', { Cookie: '_{word}=GA1.2.{byte}.{byte}; {word}="{hex:8}"' }),
    fields('cookie-session', 'the cookie of a session that ended', { Cookie: 'ASP.NET_SessionId={hex:24}' }),
    fields('cookie-long', 'a cookie of 1,500 characters', { Cookie: `_{word}=${'{hex:10}'.repeat(150)}` }),
  ],
  'unknown fields': [
    fields('unknown-field', 'a field that nobody knows', { 'X-{word}': '{word}; a="{hex:4}", b' }),
    fields('empty-field', 'an empty field', { 'X-{word}': '' }),
    fields('long-field', 'a field of 2,000 characters', { 'X-{word}': '{hex:10}'.repeat(200) }),
    fields(
      'many-fields',
      '30 fields that nobody knows',
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`X-{word}-${at}`, '{byte}'])),
    ),
  ],
  'methods without it': [
    fields('post-range', 'a Range, which only a GET can have', { Range: 'bytes=0-99' }, by('section 14.2', withBody)),
    fields(
      'post-condition',
      'an If-Modified-Since, which only a GET can have',
      { 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' },
      by('section 13.1.3', withBody),
    ),
    fields('unknown-range', 'a Range in a unit that nobody knows', { Range: '{word}=0-99' }, by('section 14.2')),
  ],
  conditions: [
    fields(
      'old-condition',
      'an If-Modified-Since before there was such a service',
      { 'If-Modified-Since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
      by('section 13.1.3', GET),
    ),
    fields(
      'other-tag',
      'an If-None-Match with a tag that no answer has',
      { 'If-None-Match': '"{hex:12}"' },
      by('section 13.1.2', GET),
    ),
  ],
  protocol: [
    {
      id: 'older-version',
      variant: 'HTTP/1.0',
      standard: 'RFC 9110, section 2.5',
      edit: (request) => delivered(request, { version: '1.0', alone: true }),
    },
    fields(
      'upgrade',
      'an Upgrade to a protocol that nobody knows',
      { Connection: 'Upgrade', Upgrade: '{word}/1' },
      by('section 7.8'),
    ),
    fields('trailers-accepted', 'TE: trailers', { Connection: 'TE', TE: 'trailers' }, by('section 10.1.4')),
  ],
  host: [
    // They change only some addresses: those with letters, and those without a port.
    sentBy('host-upper', 'its Host in capitals', OF_HOST, { host: 'upper' }),
    sentBy('host-port', 'the usual port in its Host', OF_HOST, { host: 'with-port' }),
  ],
  names: [
    lines('names-lower', 'names of header fields in lower case', (headers) =>
      headers.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    lines(
      'names-upper',
      'names of header fields in capitals',
      (headers) => headers.map(([name, value]) => [name.toUpperCase(), value]),
      { names: 'upper' },
    ),
  ],
  space: [
    sentBy('fields-unspaced', 'no space after the colons of header fields', OF_SPACE, { space: 'none' }),
    sentBy('fields-wide', 'a tab and spaces around the values of header fields', OF_SPACE, { space: 'wide' }),
  ],
  order: [
    lines('order-reversed', 'header fields in reverse order, Host last', (headers) => headers.toReversed(), {
      order: 'host-last',
    }),
  ],
});
