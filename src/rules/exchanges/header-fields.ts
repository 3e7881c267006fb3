import type { Cell, Contract } from '../../contract/model.ts';
import type { Header, HttpRequest } from '../../exchange/exchange.ts';
import { byStandard, everyBinding, type Rule } from '../rule.ts';
import { changed } from './http-spelling.ts';
import { everyRequest, sameAnswerRule } from './same-answer-rule.ts';

/**
 * Header fields that clients and proxies add; no Cookie, which a user's header may need. In a value {type} is the media
 * type of the binding's answers.
 */
const added: readonly (readonly [code: string, variant: string, fields: readonly Header[]])[] = [
  ['accept-type', 'an Accept of the media type of the answer alone', [['Accept', '{type}']]],
  ['accept-any', 'an Accept of any media type', [['Accept', '*/*']]],
  ['accept-weights', 'an Accept with weights', [['Accept', 'text/html;q=0.9, {type};q=0.8, */*;q=0.1']]],
  ['accept-ranges', 'an Accept of ranges', [['Accept', 'text/*, application/*;q=0.5']]],
  ['accept-charset', 'an Accept-Charset', [['Accept-Charset', 'utf-8, iso-8859-1;q=0.5']]],
  ['accept-language', 'an Accept-Language', [['Accept-Language', 'tr-TR, de;q=0.8, en;q=0.5']]],
  [
    'no-cache',
    'Cache-Control and Pragma',
    [
      ['Cache-Control', 'no-cache'],
      ['Pragma', 'no-cache'],
    ],
  ],
  [
    'proxied',
    'fields of a proxy',
    [
      ['Via', '1.1 proxy'],
      ['X-Forwarded-For', '192.0.2.1'],
      ['X-Forwarded-Proto', 'https'],
    ],
  ],
  [
    'traced',
    'fields of tracing',
    [
      ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
      ['X-Request-ID', '1'],
    ],
  ],
];

/** Names of fields in another case. */
const names: readonly (readonly [code: string, variant: string, change: (name: string) => string])[] = [
  ['names-lower', 'names of header fields in lower case', (name) => name.toLowerCase()],
  ['names-upper', 'names of header fields in capitals', (name) => name.toUpperCase()],
];

function withFields(request: HttpRequest, fields: readonly Header[], cell: Cell, contract: Contract): HttpRequest {
  const type = contract.bindings[cell.binding].responseMediaType;
  const own = fields.map(([name, value]): Header => [name, value.replace('{type}', type)]);
  return { ...request, headers: [...request.headers, ...own] };
}

/** Header fields are a client's own business. */
export const headerFieldRule: Rule = sameAnswerRule(
  {
    id: 'request.header-fields',
    level: 'recommended',
    title: 'A request is answered the same whatever header fields a client adds, and in whatever case it names them.',
    bindings: everyBinding,
    requirements: everyRequest,
    standard: 'RFC 9110, sections 5.1 and 12.5',
    basis: byStandard(),
    breaks: 'The client whose library or proxy adds the field.',
    breaksFrom: 'definition',
    example: { right: 'a request with Accept: text/xml is answered', wrong: 'it gets 406' },
    defects: ['accept-refused', 'field-names-in-lower-case-refused'],
  },
  (cell, base, contract) => [
    ...added.map(([code, variant, fields]) =>
      changed(cell, base, [code, variant], (request) => withFields(request, fields, cell, contract)),
    ),
    ...names.map(([code, variant, change]) =>
      changed(cell, base, [code, variant], (request) => ({
        ...request,
        headers: request.headers.map(([name, value]): Header => [change(name), value]),
      })),
    ),
  ],
);
