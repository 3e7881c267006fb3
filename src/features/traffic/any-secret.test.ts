import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { encodedForms } from '../../results/record/encoded.fixture.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';
import { leakOf, secrets } from './leak.fixture.ts';
import { createTrafficLog } from './log.ts';
import { exchangeOf } from './traffic.fixture.ts';

const contract = loadContract(defaultNamespace());
const path = '/getData.asmx/McatCodes';

const post = (body: string, type?: string): Partial<HttpRequest> => ({
  method: 'POST',
  body: Buffer.from(body),
  headers: type === undefined ? [] : [['Content-Type', type]],
});
const FORM = 'application/x-www-form-urlencoded';
/** As `encodeURIComponent` of a browser, of axios, and of a form. */
const raw = (secret: string) => secret.replaceAll(/[%&#;+\\]/g, encodeURIComponent);
const form = (secret: string) => new URLSearchParams({ v: secret }).toString().slice(2);
const part = (head: string, secret: string) =>
  post(
    `--b0\r\nContent-Disposition: form-data; ${head}\r\n\r\n${secret}\r\n--b0--\r\n`,
    'multipart/form-data; boundary=b0',
  );
const twice = (text: string) => escapeText(escapeText(text));

interface Sent extends Partial<HttpRequest> {
  /** The whole of what carries the secret. */
  readonly value?: string;
  readonly path?: string;
  readonly answer?: string;
}

/** How a request, or an answer, names a secret. */
const places: Readonly<Record<string, (secret: string) => Sent>> = {
  'a query of fetch': (secret) => ({ path: `${path}?A=1&Password=${encodeURIComponent(secret)}&B=2` }),
  'a query with raw characters': (secret) => ({ path: `${path}?Password=${raw(secret)}&B=2` }),
  'a query divided by ;': (secret) => ({ path: `${path}?A=1;Password=${encodeURIComponent(secret)};B=2` }),
  'a value that begins with //': (secret) => ({ path: `${path}?Password=//${raw(secret)}`, value: `//${secret}` }),
  'an array in a query': (secret) => ({ path: `${path}?Password[]=${form(secret)}` }),
  'a name with blanks': (secret) => ({ path: `${path}?+Password+=${form(secret)}` }),
  'a form': (secret) => post(`A=1&Password=${form(secret)}`, FORM),
  'a form with raw characters': (secret) => post(`ContactInfo=${raw(secret)}&B=2`, FORM),
  'a form of no type': (secret) => post(`dealer_id=${form(secret)}`),
  JSON: (secret) => post(JSON.stringify({ A: 1, Password: secret }), 'application/json'),
  'JSON with an escaped name': (secret) => post(`{"Pass\\u0077ord"          :  ${JSON.stringify(secret)}}`),
  'JSON with an object': (secret) => post(JSON.stringify({ Password: { value: [{ x: secret }] } })),
  'JSON with a name twice': (secret) => post(`{"Password":${JSON.stringify(secret)},"Password":"other"}`),
  'JSON of names and values': (secret) => post(JSON.stringify([{ name: 'Password', value: secret }])),
  'JSON in JSON': (secret) => post(JSON.stringify({ text: JSON.stringify({ Password: secret }) })),
  'a part': (secret) => part('name="Password"', secret),
  'a part of two lines': (secret) => part('name="Password"', `first line\r\n${secret}`),
  'a part in other quotes': (secret) => part("name='Password'", secret),
  'a part with a coded name': (secret) => part("name*=utf-8''Password", secret),
  'a part with blanks': (secret) => part('name = "Password"', secret),
  'a part of an object': (secret) => part('name="user[Password]"', secret),
  'a part with a long head': (secret) =>
    part(`name="Password"\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\nE: 5\r\nF: 6`, secret),
  'an element': (secret) => post(`<E><m:Password xmlns:m="urn:x">${escapeText(secret)}</m:Password></E>`),
  'CDATA after its end tag': (secret) => ({
    ...post(`<E><Password><![CDATA[</Password>${secret}]]></Password></E>`),
    value: `</Password>${secret}`,
  }),
  'a comment with its end tag': (secret) => ({
    ...post(`<E><Password>ab<!-- </Password> -->${escapeText(secret)}</Password></E>`),
    value: `ab${secret}`,
  }),
  'an element with a > in an attribute': (secret) => post(`<E><Password a="1>2">${escapeText(secret)}</Password></E>`),
  'an element that is its attribute': (secret) => post(`<E><Password value="${escapeAttribute(secret)}"/></E>`),
  'elements inside': (secret) => post(`<E><ContactInfo><Mail>${escapeText(secret)}</Mail></ContactInfo></E>`),
  'an attribute': (secret) => post(`<E Password='${escapeAttribute(secret)}'/>`),
  'an element of a name': (secret) => post(`<E><p name="Password">${escapeText(secret)}</p></E>`),
  'a pair of attributes': (secret) => post(`<E><p name="Password" type="x" value="${escapeAttribute(secret)}"/></E>`),
  'a map': (secret) => post(`<E><key>DealerID</key><value>${escapeText(secret)}</value></E>`),
  'XML that is not well-formed': (secret) => post(`<E>1 & 2<b><Password>${escapeText(secret)}</Password></E>`),
  'XML that ends': (secret) => post(`<E><Password>${escapeText(secret)}`),
  'XML in a form': (secret) => post(`xml=${form(`<Password>${escapeText(secret)}</Password>`)}`, FORM),
  'XML in XML': (secret) => post(`<q>${escapeText(`<Password>${escapeText(secret)}</Password>`)}</q>`),
  'XML in XML, escaped twice': (secret) => post(`<q>${twice(`<Password>${escapeText(secret)}</Password>`)}</q>`),
  'XML in XML, by numbers': (secret) => post(`<q>&#60;Password&#62;${twice(secret)}&#x3c;/Password&#x3E;</q>`),
  'a header of several words': (secret) => ({
    headers: [['DealerID', `dealer ${secret} one`]],
    value: `dealer ${secret} one`,
  }),
  'a header in quotes': (secret) => ({ headers: [['X-Contact-Info', `"${secret}"`]] }),
  'a bearer in any line': (secret) => ({ headers: [['X-Trace', `Bearer ${encodeURIComponent(secret)}`]] }),
  'a query in a Referer': (secret) => ({
    headers: [['Referer', `http://shop.example/a?access_token=${encodeURIComponent(secret)}&b=1`]],
  }),
  'a client_secret': (secret) => ({ path: `${path}?client_secret=${encodeURIComponent(secret)}` }),
  'a UsernameToken': (secret) =>
    post(
      `<w:Security xmlns:w="urn:w"><w:UsernameToken><w:Username>${escapeText(secret)}</w:Username></w:UsernameToken></w:Security>`,
    ),
  'a bearer': (secret) => ({ headers: [['Authorization', `Bearer ${encodeURIComponent(secret)}`]] }),
  ...Object.fromEntries(
    [
      ['a comment', '<!-- ', ' -->'],
      ['an instruction', '<?note ', '?>'],
      ['CDATA of no known kind', '<![CDATA[', ']]>'],
    ].map(([name = '', start = '', end = '']) => {
      const written = (secret: string) => `a&b<${secret}`;
      return [
        `${name} with a pair`,
        (secret: string) => ({
          ...post(`<E>${start}Password=${written(secret)}${end}<A/></E>`),
          value: written(secret),
        }),
      ];
    }),
  ),
  'a comment with the end of CDATA': (secret) => ({
    ...post(`<E><!-- Password=a]]>${secret} --></E>`),
    value: `a]]>${secret}`,
  }),
  ...Object.fromEntries(
    ['<!--', '<![CDATA[', '<?', '<a b="', '<'].map((mark) => [
      `an element with ${mark}`,
      (secret: string) => {
        const written = `first${mark}${escapeText(secret)}`;
        return { ...post(`<E><APIKEY>${written}</APIKEY></E>`), answer: `<r>${written}` };
      },
    ]),
  ),
  'a cookie with a quote': (secret) => {
    const cookie = `first b="${secret.replaceAll(/[;"]/g, 'x')}`;
    return { headers: [['Cookie', `ASP.NET_SessionId=${cookie}`]], answer: `<r>ASP.NET_SessionId=${cookie}</r>` };
  },
  'a bearer with a no-break space': (secret) => {
    const token = `first\u00a0${secret.replaceAll(/[\s,]/g, 'x')}`;
    const read = Buffer.from(token).toString('latin1');
    return { headers: [['Authorization', `Bearer ${read}`]], answer: `<r>Authorization: Bearer ${token}</r>` };
  },
  'a form of lines': (secret) => ({ ...post(`A=1\r\nPassword=first&${secret}\r\n`, 'text/plain'), answer: '<r/>' }),
  'an address in a header': (secret) => ({
    headers: [['SOAPAction', `"http://h${path}?APIKEY=${encodeURIComponent(secret)}"`]],
  }),
  'a session in a path': (secret) => ({
    value: secret.replaceAll(/[()]/g, 'x'),
    path: `/(S(${encodeURIComponent(secret).replaceAll(/[()]/g, 'x')}))${path}`,
  }),
  'a session in a path with //': (secret) => ({
    path: `/(S(first%2F%2F${encodeURIComponent(secret).replaceAll(/[()]/g, 'x')}))${path}`,
    answer: '<r/>',
  }),
  gzip: (secret) => ({
    ...post(`Password=${form(secret)}`),
    body: gzipSync(`Password=${form(secret)}`),
    headers: [['Content-Encoding', 'gzip']],
  }),
  deflate: (secret) => ({
    ...post(''),
    body: deflateSync(JSON.stringify({ Password: secret })),
    headers: [['Content-Encoding', 'deflate']],
  }),
  'the answer': (secret) => ({ answer: `<Cart><SessionID>${escapeText(secret)}</SessionID></Cart>` }),
  'an answer of HTML': (secret) => ({
    answer: `<!DOCTYPE html><p>1 < 2<br><input name=Password value="${escapeAttribute(secret)}">`,
  }),
};

/** @param sent - whose answer repeats what it carries, if it says nothing else */
function toldOf({
  value = '',
  answer = `<r>${escapeText(value)}</r><r>${encodeURIComponent(value)}</r>`,
  ...sent
}: Sent) {
  const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
  const { id } = log.add(exchangeOf(sent.path ?? path, { ...sent, answer }));
  return JSON.stringify([log.entries(), log.details(id), log.summary()]);
}

describe.each(Object.entries(places))('any secret in %s', (_place, sent) => {
  test('is told neither there nor where the answer repeats it', () => {
    const other = toldOf(sent('Qx7-other-9Zk'));
    fc.assert(
      fc.property(secrets, (secret) => {
        expect(leakOf(secret, toldOf({ value: secret, ...sent(secret) }), other)).toEqual([]);
      }),
      { numRuns: 10, seed: 11 },
    );
  });
});

test('any secret is masked in any form that an answer gives it', () => {
  // The forms are those of characters of one unit.
  const plain = secrets.filter((text) => !/[\u{10000}-\u{10ffff}]/u.test(text));
  fc.assert(
    fc.property(plain, (secret) => {
      for (const [form, text] of Object.entries(encodedForms(secret))) {
        const told = toldOf({ path: `${path}?Password=${encodeURIComponent(secret)}`, answer: `<r>{${text}}</r>` });
        const shown = /<r>\{(.*?)\}<\/r>/s.exec(JSON.parse(told)[1].exchange.response.body)?.[1];
        expect(shown, form).toContain('${GETDATA_PASSWORD}');
      }
    }),
    { numRuns: 4, seed: 11 },
  );
});
