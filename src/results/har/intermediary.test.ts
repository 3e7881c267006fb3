import { expect, test } from 'vitest';
import { readEntry } from './entry.ts';
import { browserEntry } from './foreign-har.fixture.ts';
import { notOfService } from './intermediary.ts';

const golden = browserEntry('Get_Inventory', 'http-get');
const proxy = 'a proxy answered it, not the service';
const gateway = 'a gateway answered it, not the service';
const redirected = 'it was redirected, and another entry has the answer';
const logIn = 'it is a step of the log-in that WWW-Authenticate asks for';

interface Answered {
  readonly status: number;
  readonly field?: readonly [name: string, value: string];
  readonly text?: string;
  readonly statusText?: string;
}

/** Why an entry with this answer is left out. */
function why({ status, field, text = '', statusText = '' }: Answered, extra: object = {}) {
  const headers = field === undefined ? [] : [{ name: field[0], value: field[1] }];
  const response = { ...golden.response, status, statusText, headers, content: { size: text.length, text } };
  const entry = readEntry({ ...golden, response, ...extra }, () => 'no file', false);
  if (typeof entry === 'string' || typeof entry.response === 'string') return expect.fail('it can be read');
  return notOfService(entry, entry.response);
}

test.each<readonly [string, Answered, string]>([
  ['a redirect with an empty body', { status: 301, field: ['Content-Length', '0'] }, redirected],
  ['a redirect without a length', { status: 308 }, redirected],
  ['a browser that knows HSTS', { status: 307, field: ['Non-Authoritative-Reason', 'HSTS'] }, redirected],
  ['a proxy log-in', { status: 407, field: ['Proxy-Authenticate', 'Basic'] }, 'a proxy asked for a log-in'],
  ['NTLM', { status: 401, field: ['WWW-Authenticate', 'NTLM'] }, logIn],
  ['Negotiate', { status: 401, field: ['WWW-Authenticate', 'Negotiate'] }, logIn],
  ['mitmproxy', { status: 502, field: ['Server', 'mitmproxy 10.1.5'] }, gateway],
  ['CloudFront', { status: 504, field: ['Server', 'CloudFront'] }, gateway],
  ['Cloudflare', { status: 522, field: ['Server', 'cloudflare'] }, gateway],
  ['Charles', { status: 503, field: ['X-Charles-Error', '1'] }, proxy],
  ['a load balancer', { status: 503, field: ['Server', 'awselb/2.0'] }, proxy],
  ['Fiddler', { status: 500, statusText: 'Fiddler - DNS Lookup Failed' }, proxy],
  ['ZAP', { status: 500, text: 'ZAP Error [java.net.UnknownHostException]: dealer.example' }, proxy],
  ['a page of Burp', { status: 200, text: '<html><head><title>Burp Suite Professional</title>' }, proxy],
])('%s', (_who, answered, expected) => {
  expect(why(answered)).toBe(expected);
});

test('what Charles could not get to its end', () => {
  expect(why({ status: 503 }, { _charlesStatus: 'FAILED' })).toBe(proxy);
  expect(why({ status: 503 }, { _charlesStatus: 'COMPLETE' })).toBeNull();
});

test.each<Answered>([
  { status: 200, field: ['Server', 'squid/6.1'], text: '<a/>' },
  { status: 401 },
  { status: 500, field: ['Server', 'cloudflare'] },
  { status: 503, field: ['Retry-After', '5'] },
  { status: 500, text: '<title>Runtime Error</title>' },
])('$status $field $text may be of the service', (answered) => {
  expect(why(answered)).toBeNull();
});
