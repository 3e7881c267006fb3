import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ask, contract, ENVELOPE, envelope, NAMESPACE, type Question, question } from './client.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

let server: ReferenceServer;
const known = contract();
const OP = 'McatCode_check';
const GOOD = { DealerID: 'D1', mcat: '210' };
const SOAP11 = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${NAMESPACE}${OP}"` };
const SOAP12 = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
const good11 = envelope('soap11', OP, GOOD);
const good12 = envelope('soap12', OP, GOOD);
const unknownBlock = (mark: string) => `<x:U xmlns:x="urn:x" soap:mustUnderstand="${mark}"/>`;
const withType = (value: string) =>
  `<VehicleTypeHeader xmlns="${NAMESPACE}"><VehicleTypeToFilter>${value}</VehicleTypeToFilter></VehicleTypeHeader>`;
const MODELS = { Make: 'Honda', Year: '2020', ProductID: 'FLOORLINER' };

beforeAll(async () => {
  server = await startReferenceServer({ contract: known });
});
afterAll(() => server.close());
afterEach(async () => {
  const after = await ask(server.url, question('soap11', OP, GOOD));
  expect([after.status, after.text.includes('<Mcat>210</Mcat>')]).toEqual([200, true]);
});

const utf16 = (text: string, mark: string) => Buffer.from(mark + text.replace('utf-8', 'utf-16'), 'utf16le');

const ACCEPTED: readonly (readonly [string, Question])[] = [
  ['SOAPAction without quotes', { headers: { ...SOAP11, SOAPAction: NAMESPACE + OP }, body: good11 }],
  ['no SOAPAction', { headers: { 'Content-Type': 'text/xml' }, body: good11 }],
  ['SOAP 1.2 as text/xml', { headers: SOAP11, body: good12 }],
  [
    'SOAP 1.2 with action',
    { headers: { 'Content-Type': `application/soap+xml; action="${NAMESPACE}${OP}"` }, body: good12 },
  ],
  ['SOAP 1.2 with an unknown action', { headers: { 'Content-Type': 'application/soap+xml;action="x"' }, body: good12 }],
  [
    'charset in quotes and upper case',
    { headers: { ...SOAP11, 'Content-Type': 'TEXT/XML ; charset="UTF-8"' }, body: good11 },
  ],
  ['an unknown charset', { headers: { ...SOAP11, 'Content-Type': 'text/xml; charset=nonsense' }, body: good11 }],
  ['UTF-16 with a mark', { headers: { ...SOAP11, 'Content-Type': 'text/xml' }, body: utf16(good11, '\uFEFF') }],
  [
    'UTF-16 without a mark',
    { headers: { ...SOAP11, 'Content-Type': 'text/xml; charset=utf-16' }, body: utf16(good11, '') },
  ],
  ['UTF-8 with a mark', { headers: SOAP11, body: `\uFEFF${good11}` }],
  [
    'parameters in another order, unknown ones among them',
    { headers: SOAP11, body: envelope('soap11', OP, { x: '1', mcat: '210', DealerID: 'D' }) },
  ],
  [
    'comments and processing instructions',
    { headers: SOAP11, body: good11.replace('<mcat>', '<!-- c --><?p i?>\n<mcat>') },
  ],
  [
    'a header block that need not be understood',
    { headers: SOAP12, body: envelope('soap12', OP, GOOD, unknownBlock('0')) },
  ],
  ['parameter names in another case', { method: 'GET', path: `/getData.asmx/${OP}?dealerid=D&MCAT=210&x=1` }],
  ['an int with spaces, sign and zeros', { method: 'GET', path: `/getData.asmx/${OP}?DealerID=D&mcat=%20%2B00210%20` }],
];

test.each(ACCEPTED)('%s is accepted as ASMX accepts it', async (_name, sent) => {
  const reply = await ask(server.url, sent);
  expect(reply.status).toBe(200);
  expect(reply.text).toContain('<Mcat>210</Mcat>');
});

const FAULTS: readonly (readonly [string, Question, string, string])[] = [
  [
    'an unknown SOAPAction',
    { headers: { ...SOAP11, SOAPAction: '"urn:x"' }, body: good11 },
    'Client',
    'SOAPAction: urn:x.',
  ],
  ['an empty SOAPAction', { headers: { ...SOAP11, SOAPAction: '""' }, body: good11 }, 'Client', 'SOAPAction: .'],
  [
    'an unknown operation',
    { headers: SOAP12, body: envelope('soap12', 'No_Op', {}) },
    'Sender',
    'without a valid action',
  ],
  ['an int that is text', question('soap11', OP, { ...GOOD, mcat: 'abc' }), 'Client', 'correct format'],
  ['an int that is empty', question('soap12', OP, { ...GOOD, mcat: '' }), 'Sender', 'correct format'],
  ['an int out of range', question('soap11', OP, { ...GOOD, mcat: '2147483648' }), 'Client', 'too large'],
  [
    'a header type in lower case',
    question('soap11', 'GetModel_VehicleType', MODELS, withType('car')),
    'Client',
    "'car' is not",
  ],
  [
    'a block that is not understood',
    question('soap11', OP, GOOD, unknownBlock('1')),
    'MustUnderstand',
    'U was not understood',
  ],
  [
    'a block that is not understood (1.2)',
    question('soap12', OP, GOOD, unknownBlock('true')),
    'MustUnderstand',
    'U was not',
  ],
  [
    'a DOCTYPE over SOAP 1.2',
    { headers: SOAP12, body: good12.replace('<soap:E', '<!DOCTYPE x [<!ENTITY e "x">]><soap:E') },
    'Receiver',
    'DTD is prohibited',
  ],
  ['an empty body over SOAP 1.2', { headers: SOAP12, body: '' }, 'Receiver', 'Root element is missing'],
  [
    'an unknown envelope',
    { headers: SOAP12, body: good12.replace(ENVELOPE.soap12, 'urn:e') },
    'VersionMismatch',
    'urn:e was unexpected',
  ],
];

test.each(FAULTS)('%s is answered with a fault', async (_name, sent, code, message) => {
  const reply = await ask(server.url, sent);
  expect(reply.status).toBe(500);
  expect(reply.text).toMatch(new RegExp(`<(faultcode|soap:Value)>soap:${code}</`));
  expect(reply.text).toContain(message);
});

test('a fault has the structure of its SOAP version', async () => {
  const one = await ask(server.url, question('soap11', OP, { ...GOOD, mcat: 'x' }));
  const two = await ask(server.url, question('soap12', OP, { ...GOOD, mcat: 'x' }));
  expect(one.headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(one.text).toMatch(
    /<soap:Body><soap:Fault><faultcode>soap:Client<\/faultcode><faultstring>[^<]+<\/faultstring><detail \/><\/soap:Fault><\/soap:Body>/,
  );
  expect(two.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
  expect(two.text).toMatch(
    /<soap:Body><soap:Fault><soap:Code><soap:Value>soap:Sender<\/soap:Value><\/soap:Code><soap:Reason><soap:Text xml:lang="en">[^<]+<\/soap:Text><\/soap:Reason><soap:Detail \/><\/soap:Fault><\/soap:Body>/,
  );
});

test('a version mismatch names the envelopes that are taken', async () => {
  const { text, headers } = await ask(server.url, { headers: SOAP12, body: good12.replace(ENVELOPE.soap12, 'urn:e') });
  expect(headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(text).toContain(
    `<soap:Header><soap12:Upgrade xmlns:soap12="${ENVELOPE.soap12}"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${ENVELOPE.soap11}" />`,
  );
});

const EMPTY: readonly (readonly [string, Question, number, string])[] = [
  ['malformed XML', { headers: SOAP11, body: good11.slice(0, -5) }, 400, 'not well-formed'],
  [
    'an undeclared prefix',
    { headers: SOAP11, body: good11.replace('<mcat>', '<u:mcat>').replace('</mcat>', '</u:mcat>') },
    400,
    'unbound namespace prefix: "u"',
  ],
  ['a DOCTYPE over SOAP 1.1', { headers: SOAP11, body: `<!-- c --><!DOCTYPE x><x/>` }, 400, 'DTD is prohibited'],
  ['an empty body over SOAP 1.1', { headers: SOAP11, body: '' }, 400, 'empty'],
  ['bytes that are not UTF-8', { headers: SOAP11, body: Buffer.from([0x3c, 0x61, 0xff, 0x3e]) }, 400, 'charset'],
  ['100 000 nested elements', { headers: SOAP11, body: '<a>'.repeat(100_000) + '</a>'.repeat(100_000) }, 400, 'nest'],
  [
    'an element inside a parameter',
    { headers: SOAP11, body: good11.replace('210', '2<b/>10') },
    400,
    'inside a parameter',
  ],
  [
    'a comment inside a parameter',
    { headers: SOAP12, body: good12.replace('210', '2<!-- -->10') },
    400,
    'inside a parameter',
  ],
  ['another media type', { headers: { 'Content-Type': 'application/xml' }, body: good12 }, 415, 'text/xml'],
  ['SOAP 1.1 as application/soap+xml', { headers: SOAP12, body: good11 }, 415, 'SOAP 1.1'],
];

test.each(EMPTY)('%s is refused with an empty body and a reason', async (_name, sent, status, reason) => {
  const reply = await ask(server.url, sent);
  expect([reply.status, reply.text]).toEqual([status, '']);
  expect(reply.reason).toContain(reason);
});

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const PLAIN: readonly (readonly [string, Question, string])[] = [
  ['a missing parameter', { method: 'GET', path: `/getData.asmx/${OP}?DealerID=D` }, 'Missing parameter: mcat.'],
  ['a parameter without =', { method: 'GET', path: `/getData.asmx/${OP}?DealerID=D&mcat` }, 'Missing parameter: mcat.'],
  [
    'an int with a fraction',
    { method: 'GET', path: `/getData.asmx/${OP}?DealerID=D&mcat=5.0` },
    'Cannot convert 5.0 to System.Int32.',
  ],
  ['an empty int', { path: `/getData.asmx/${OP}`, headers: form, body: 'DealerID=D&mcat=' }, 'Cannot convert'],
  [
    'a long out of range',
    {
      path: '/getData.asmx/Get_BasevevehicleLinks',
      headers: form,
      body: 'Basevehicle=9223372036854775808&ProductID=&DealerID=',
    },
    'Int64',
  ],
  [
    'an unknown operation',
    { method: 'GET', path: '/getData.asmx/No<b>' },
    'No&#60;b&#62; Web Service method name is not valid.',
  ],
  ['an operation in another case', { method: 'GET', path: '/getData.asmx/mcatcode_check' }, 'case sensitive'],
  ['a slash at the end', { method: 'GET', path: `/getData.asmx/${OP}/?DealerID=D&mcat=1` }, 'not valid'],
  [
    'a form without its media type',
    { path: `/getData.asmx/${OP}`, body: 'DealerID=D&mcat=1' },
    'Request format is invalid',
  ],
];

test.each(PLAIN)('%s is answered over HTTP with plain text', async (_name, sent, message) => {
  const reply = await ask(server.url, sent);
  expect([reply.status, reply.headers['content-type']]).toEqual([500, 'text/plain; charset=utf-8']);
  expect(reply.text).toContain(message);
});

test.each([
  ['PUT', '/getData.asmx', 405],
  ['OPTIONS', '/getData.asmx', 405],
  ['HEAD', '/getData.asmx', 405],
  ['PUT', `/getData.asmx/${OP}`, 500],
  ['GET', '/getdata.asmx', 404],
  ['GET', '/other', 404],
])('%s %s is %i as a page', async (method, path, status) => {
  const reply = await ask(server.url, { method, path });
  expect([reply.status, reply.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
});

describe('10 MB', () => {
  const huge = ' '.repeat(10 * 1024 * 1024);

  test('with Content-Length are refused in plain words', async () => {
    const reply = await ask(server.url, { headers: SOAP11, body: huge });
    expect([reply.status, reply.text]).toEqual([413, 'The request body is longer than 1048576 bytes.\n']);
  });

  test('in chunks are refused in plain words', async () => {
    const reply = await ask(server.url, {
      headers: { ...SOAP11, 'Transfer-Encoding': 'chunked' },
      body: huge,
    });
    expect(reply.status).toBe(413);
  });

  test('are refused before they arrive', async () => {
    const first = await new Promise<string>((resolve, reject) => {
      const { port } = new URL(server.url);
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('POST /getData.asmx HTTP/1.1\r\nHost: x\r\nContent-Length: 10485760\r\n\r\n');
      });
      socket.on('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
    expect(first).toMatch(/^HTTP\/1.1 413 Payload Too Large\r\n/);
  });
});

test('bytes that are not HTTP are refused', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write('hello\r\n\r\n'));
    socket.on('error', reject);
    socket.once('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
});
