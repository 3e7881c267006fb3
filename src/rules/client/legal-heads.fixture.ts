import type { Cell } from '../../contract/model.ts';
import type { Predicates } from '../../proof/mutants/edit.ts';
import { headPredicates } from '../../proof/mutants/legal.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';

/** What a request says outside its body. */
export interface Head {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly action: readonly string[];
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The head of a request; over GET, the query is a part of its body. */
export function headOf({ method, path, headers }: HttpRequest, { binding }: Cell): Head {
  const [route = '', query = ''] = path.split(/\?(.*)/s);
  const isAction = ([name]: HttpRequest['headers'][number]): boolean => name.toLowerCase() === 'soapaction';
  const known = headers.filter((line) => !isAction(line) && line[0] !== 'Host');
  const fields = binding === 'http-get' ? known.filter(([name]) => !/^content-/i.test(name)) : known;
  const action = binding.startsWith('soap') ? headers.filter(isAction).map(([, value]) => value) : [];
  return { method, path: route, query: binding === 'http-get' ? '' : query, action, fields };
}

const ofField =
  (name: string, change: (value: string) => string | null) =>
  (head: Head): Head => ({
    ...head,
    fields: head.fields.flatMap(([key, value]) => {
      const changed = key.toLowerCase() === name ? change(value) : value;
      return changed === null ? [] : [[key, changed] as const];
    }),
  });

const REST = { version: '1.1', status: 200, reason: 'OK' };
const ofHttp = Object.entries(headPredicates).map(([id, [clause, forget]]) => [
  id,
  [
    clause,
    (head: Head): Head => {
      const fields = [...forget({ ...REST, fields: head.fields }, undefined).fields];
      return { ...head, fields };
    },
  ] as const,
]);

export const legalHeads: Predicates<Head> = {
  ...(Object.fromEntries(ofHttp) as Predicates<Head>),
  'http.path-escapes': [
    'RFC 3986, section 6.2.2.2: an escape of an unreserved character is that character',
    (head) => ({ ...head, path: head.path.replaceAll(/%[2-7][\da-f]/gi, (one) => plain(one)) }),
  ],
  'http.base-path': [
    'service.endpoint: the document leaves what comes before the endpoint to the server',
    (head) => ({ ...head, path: head.path.replace(/^\/(?:[!-.0-~]*\/)+(?=getData\.asmx(?:\/\w+)?$)/, '/') }),
  ],
  'form.charset': [
    'RFC 9110, section 8.3.2: a charset that says what the bytes are is free',
    ofField('content-type', (value) =>
      value.replace(/^(application\/x-www-form-urlencoded); ?charset="?utf-8"?$/i, '$1'),
    ),
  ],
  'soap12.action': [
    'RFC 3902: SOAP 1.2 may name the operation',
    ofField('content-type', (value) =>
      value.replace(
        /^(application\/soap\+xml; charset=utf-8); action=("?)http:\/\/dealer\.example\/webservices\/(\w+)\2$/,
        '$1 for $3',
      ),
    ),
  ],
};

function plain(escaped: string): string {
  const character = decodeURIComponent(escaped);
  return /[\w.~-]/.test(character) ? character : escaped;
}

export const silentHeads: Predicates<Head> = {
  'http.no-charset': [
    'RFC 7303, section 3: without a charset the XML says its encoding',
    ofField('content-type', (value) =>
      value.replace(
        /^([\w+/]+xml)(?: *;)?(?: *;? *(?:charset=utf-8|(?!charset=)[!#$%&'*+.^`|~\w-]+=[\w-]+))?$/i,
        (_, type) => type.toLowerCase(),
      ),
    ),
  ],
  'soapaction.quotes': [
    'errors.soapaction: a SOAPAction without quotes is not shown',
    (head) => ({ ...head, action: head.action.map((value) => value.replace(/^"(.*)"$/, '$1')) }),
  ],
  'soapaction.soap12': [
    'errors.soapaction: a SOAPAction over SOAP 1.2 is not shown',
    (head) => (head.fields.some(([, value]) => value.startsWith('application/soap')) ? { ...head, action: [] } : head),
  ],
  'soap12.any-action': [
    'RFC 3902: the document shows no action',
    ofField('content-type', (value) => value.replace(/; action=\S*$/, '')),
  ],
  'http.query': [
    'a query next to a complete body is not shown',
    (head) => (head.method === 'POST' ? { ...head, query: '' } : head),
  ],
  'http.content-coding': [
    'RFC 9110, section 8.4: the document shows no content coding',
    ofField('content-encoding', () => null),
  ],
};
