import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { recognise } from './recognise.ts';

const XML: Header = ['Content-Type', 'text/xml; charset=utf-8'];
const GZIP: Header = ['Content-Encoding', 'gzip'];
const envelope = (text: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<Envelope>\n  <Body>${text.replaceAll(/[<>&]/g, '')}</Body>\n</Envelope>`;
const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const bytesOf = (written: string): Buffer => Buffer.from(written);
const withLength = (length: number): readonly Header[] => [XML, ['Content-Length', `${length}`]];

/** A text in chunks of these sizes, the last one again and again. */
function inChunks(body: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const part = body.subarray(at, at + (sizes[Math.min(parts.length, sizes.length - 1)] ?? 1));
    parts.push(Buffer.concat([bytesOf(`${part.length.toString(16)}\r\n`), part, bytesOf('\r\n')]));
    at += part.length;
  }
  return Buffer.concat([...parts, bytesOf('0\r\n\r\n')]);
}

test('the chunk sizes in a body are recognised and taken off, whatever the chunks', () => {
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 1 }), (written, sizes) => {
      const body = bytesOf(envelope(written));
      const found = recognise({ headers: [XML], body: inChunks(body, sizes) });
      expect(found?.kind).toBe('chunk-sizes');
      expect(Buffer.compare(found?.inner ?? body.subarray(1), body)).toBe(0);
    }),
  );
});

test('any JSON object or array, and XML in a text of JSON, is recognised', () => {
  const some = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.integer()), text.map(envelope));
  fc.assert(
    fc.property(some, fc.constantFrom('', ' \n'), (value, before) => {
      expect(recognise({ headers: [XML], body: bytesOf(before + JSON.stringify(value)) })?.kind).toBe('json');
    }),
  );
});

test('a Content-Length that counts characters is recognised by where it cuts, and by what comes after it', () => {
  const beyond = fc.string({ unit: fc.constantFrom('é', 'ß', '漢', '🚗', 'a', ' '), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(beyond, fc.boolean(), (written, ofPoints) => {
      const whole = envelope(written);
      const count = ofPoints ? [...whole].length : whole.length;
      const body = bytesOf(whole).subarray(0, count);
      const surplus = Buffer.byteLength(whole) - count;
      // Up to the length of the end tags: more is what another cut may be too.
      fc.pre(surplus > 0 && surplus <= '</Envelope>'.length);
      const headers = withLength(count);
      expect(recognise({ headers, body }, true)?.kind).toBe('length-in-characters');
      expect(recognise({ headers, body, surplus })?.kind).toBe('length-in-characters');
    }),
  );
});

test('bytes after a whole document are no sign of counted characters', () => {
  const body = bytesOf(envelope('éé'));
  expect(recognise({ headers: withLength(body.length), body, surplus: 2 })).toBeNull();
});

test('a body that is cut anywhere else is said to be cut, and where', () => {
  const body = bytesOf(envelope('plain'));
  fc.assert(
    fc.property(fc.integer({ min: 45, max: body.length - 1 }), (length) => {
      const found = recognise({ headers: withLength(length), body: body.subarray(0, length) }, true);
      expect(found).toMatchObject({ kind: 'cut', words: expect.stringContaining(`Content-Length of ${length}`) });
    }),
  );
  expect(recognise({ headers: [XML], body: bytesOf('<a><b>x') }, true)?.words).toBe('ends inside <b>');
  expect(recognise({ headers: [XML], body: bytesOf('<a><b/></') }, true)?.words).toBe("ends inside '</'");
  // What stands there may be secret.
  for (const begin of ['<!--', '<![CDATA[', '<?', '<b', '</b'])
    expect(recognise({ headers: [XML], body: bytesOf(`<a>${begin} c="d">`.slice(0, -1)) }, true)?.words).toBe(
      `ends inside '${begin}'`,
    );
});

test('compression is recognised by what is said and what is there', () => {
  fc.assert(
    fc.property(text, (written) => {
      const plain = bytesOf(envelope(written));
      const once = gzipSync(plain);
      const kindOf = (body: Buffer, ...headers: Header[]) => recognise({ headers: [XML, ...headers], body })?.kind;
      expect(kindOf(once)).toBe('compressed');
      expect(kindOf(once, GZIP)).toBe('compressed-as-said');
      expect(kindOf(gzipSync(once), GZIP)).toBe('compressed-twice');
      expect(kindOf(once.subarray(0, -12), GZIP)).toBe('compressed-cut');
      expect(kindOf(plain, GZIP)).toBe('not-compressed');
      expect(recognise({ headers: [XML, GZIP], body: once, codedBytes: 1 })?.kind).toBe('compressed-twice');
    }),
  );
});

test('each coding that is not said is named, also one whose data has no mark', () => {
  const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, 'raw deflate': deflateRawSync };
  fc.assert(
    fc.property(text, fc.constantFrom(...Object.entries(codings)), (written, [coding, compress]) => {
      const plain = bytesOf(envelope(written));
      const found = recognise({ headers: [XML], body: compress(plain) });
      expect(found).toMatchObject({ kind: 'compressed', words: expect.stringContaining(`(${coding})`) });
      expect(Buffer.compare(found?.inner ?? bytesOf(''), plain)).toBe(0);
    }),
  );
});

test('a coding under the name of another is named', () => {
  const kindOf = (body: Buffer, said: string) => recognise({ headers: [XML, ['Content-Encoding', said]], body })?.kind;
  const plain = bytesOf(envelope('a'));
  expect(kindOf(gzipSync(plain), 'deflate')).toBe('compressed-otherwise');
  expect(kindOf(deflateRawSync(plain), 'deflate')).toBe('compressed-otherwise');
  expect(kindOf(deflateSync(plain), 'Deflate')).toBe('compressed-as-said');
  expect(kindOf(gzipSync(plain), 'x-gzip')).toBe('compressed-as-said');
});

test('ISO 8859-1 is recognised, and a character of UTF-8 that lost a byte is not', () => {
  const kindOf = (body: Buffer) => recognise({ headers: [XML], body })?.kind;
  expect(kindOf(Buffer.from(envelope('Citroën'), 'latin1'))).toBe('latin1');
  expect(kindOf(bytesOf(envelope('Citroën')))).toBeUndefined();
  for (const lost of ['ë', '€']) {
    const body = bytesOf(envelope(`a${lost}b`));
    const end = body.indexOf(bytesOf(lost)) + Buffer.byteLength(lost);
    expect(kindOf(Buffer.concat([body.subarray(0, end - 1), body.subarray(end)])), lost).toBeUndefined();
  }
  // One text of the document is, others are not: two mistakes, or a text that was stored so.
  expect(kindOf(Buffer.concat([Buffer.from(envelope('Citroën'), 'latin1'), bytesOf('é')]))).toBeUndefined();
});

test.each([
  ['twice', envelope('a').repeat(2)],
  ['twice', `${envelope('a')}\n${envelope('a')}\n`],
  ['php-message', `\nWarning: Undefined variable $x in /app/a.php on line 3\n${envelope('a')}`],
  ['php-message', `PHP Notice:  Undefined index in /app/a.php on line 3\n${envelope('a')}`],
  ['php-message', '<br />\n<b>Fatal error</b>:  Uncaught Error in /app/a.php:3'],
  ['empty', ''],
  ['empty', ' \r\n'],
  ['web-page', '<!DOCTYPE html>\n<p>Sign in'],
  ['web-page', '<?xml version="1.0"?><!-- a --><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['multipart', '--b\r\nContent-Type: application/xop+xml\r\n\r\n<Envelope/>\r\n--b--'],
  ['multipart', 'A MIME message\r\n--b\r\nContent-Type: application/xop+xml;\r\n type="text/xml"\r\n\r\n<a/>\r\n--b--'],
  ['multipart', '------=_Part_0_1\r\nContent-Type: text/xml\r\n\r\n<Envelope/>\r\n------=_Part_0_1--'],
  ['multipart', '\r\n--b\r\n\r\n<Envelope/>\r\n--b--'],
  ['chunk-sizes', `${envelope('a')}\r\n0\r\n\r\n`],
  ['chunk-sizes', '0\r\n\r\n'],
] as const)('%s: %j', (kind, body) => {
  expect(recognise({ headers: [XML], body: bytesOf(body) })?.kind).toBe(kind);
});

test('no right answer or request is taken for anything else', () => {
  for (const operation of ['Get_Inventory', 'McatCodes', 'Get_Video_Links', 'GetModel_VehicleType'])
    for (const binding of bindingNames)
      for (const what of ['request', 'response']) {
        const { headers, body } = readHttpFile(`exchanges/${operation}/${binding}.${what}.http`);
        if (body.length > 0) expect(recognise({ headers, body }), `${operation} ${binding} ${what}`).toBeNull();
      }
});

test('a hostile body takes no long time', () => {
  for (const part of ['<!--', '<a ', '<', '1\r\n', '</', '--a\r\nB: '])
    expect(recognise({ headers: [XML], body: bytesOf(part.repeat(300_000)) }, true)).toBeDefined();
  const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, '<a>'));
  expect(recognise({ headers: [XML], body: bomb })).toBeNull();
});
