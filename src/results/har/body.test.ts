import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer } from './body.ts';
import { readEntry } from './entry.ts';
import { browserEntry } from './foreign-har.fixture.ts';
import { damages, type Recorded, type Recorder, recordedBy, recorders } from './recorders.fixture.ts';

const golden = browserEntry('Get_Inventory', 'http-get');

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => one.replaceAll(/[<&>\uFFFD\p{C}]/gu, 'ö'));

/** Documents as right servers write them: with or without declaration, byte order mark, line ends. */
const documents = fc
  .record({
    mark: fc.constantFrom('', '', '\uFEFF'),
    head: fc.constantFrom('', '<?xml version="1.0" encoding="utf-8"?>'),
    end: fc.constantFrom('', '\n', '\r\n'),
    texts: fc.array(fc.oneof(text, fc.constantFrom('Größe M', 'SC-1001 &amp; x', '€ 5', '日本', 'plain')), {
      minLength: 1,
      maxLength: 5,
    }),
  })
  .map(({ mark, head, end, texts }) => {
    const items = texts.map((one) => `<i>${one}</i>`).join(end);
    return Buffer.from(`${mark}${head}${end}<list xmlns="http://dealer.example/">${end}${items}${end}</list>`);
  });

/** What an XML parser makes of it (XML 1.0, section 2.11). */
const parsed = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
const lines = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');

function answerIn({ entry, files }: Recorded) {
  const read = readEntry(entry, (file) => files[file] ?? 'no such file', false);
  if (typeof read === 'string' || typeof read.response === 'string') return expect.fail('it can be read');
  return readAnswer(read.response.kept, read.response.status);
}

/** By chance a length says that the recorder's text is whole: nothing shows that it is not. */
function isHidden({ coding, damage, size }: Recorder, { entry }: Recorded, body: Buffer): boolean {
  const { content, headers, bodySize } = entry.response;
  const text = typeof content.text === 'string' ? content.text : '';
  // As many bytes are missing as without a byte order mark, or without CR.
  const ends = text.match(/\n/g)?.length ?? 0;
  const missing = body.length - Buffer.byteLength(text);
  if (damage.startsWith('non-ASCII') && [0, 3, ends, ends + 3].includes(missing)) return true;
  // The length of the coded body is that of another one.
  const length = Number(headers?.find(({ name }) => name === 'Content-Length')?.value);
  const ofCoded = coding === null ? [] : [length, bodySize, ...(size.startsWith('of the coded') ? [content.size] : [])];
  const read = [Buffer.byteLength(text), text.length, Buffer.from(text, 'base64').length];
  return text !== body.toString() && read.some((one) => ofCoded.includes(one));
}

test('of what a recorder did to a right answer, nothing is read wrong', () => {
  const check = fc.property(documents, recorders, (body, recorder) => {
    const recorded = recordedBy(recorder, golden, body);
    fc.pre(!isHidden(recorder, recorded, body));
    const read = answerIn(recorded);
    if ('leftOut' in read) expect(read.leftOut).not.toBe('');
    else {
      expect(parsed(read.bytes)).toBe(parsed(body));
      // No rule is about line ends, and none requires a byte order mark.
      if (read.exact) expect([lines(body), lines(body).slice(3)]).toContain(lines(read.bytes));
    }
  });
  fc.assert(check, { numRuns: 3_000, endOnFailure: true });
});

/** What loses bytes can't be read; all else is, where the size is that of the body. */
const LOST = /^(?:cut|no text|null|empty|with chunk|non-ASCII)|as UTF-8/;

test.each(Object.keys(damages))('%s: read where nothing is lost, else left out', (damage) => {
  const body = Buffer.from('<?xml version="1.0" encoding="utf-8"?>\r\n<list>\r\n<i>Größe M</i></list>');
  const right = { coding: 'gzip', framing: 'chunked', size: 'right', lines: 'all', draw: 0.7 } as const;
  const read = answerIn(recordedBy({ ...right, damage }, golden, body));
  expect('leftOut' in read, JSON.stringify(read)).toBe(LOST.test(damage));
});

test('zstd that this Node.js may not read is named', () => {
  const text = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2]).toString('base64');
  const headers = [['Content-Encoding', 'zstd']] as const;
  const kept = { text, encoding: 'base64', attached: null, sizes: [], wireSize: null, headers, isCut: false };
  expect(readAnswer(kept, 200)).toEqual({ leftOut: expect.stringContaining('in zstd, which Node.js reads from') });
});

test('DEFLATE without the frame of zlib is read under its name, as browsers read it', () => {
  const body = Buffer.from('<list><i>Größe M</i></list>');
  const headers = [['Content-Encoding', 'deflate']] as const;
  const rest = { encoding: 'base64', attached: null, sizes: [], wireSize: null, headers, isCut: false };
  const read = (bytes: Buffer) => readAnswer({ text: bytes.toString('base64'), ...rest }, 200);
  expect(read(deflateRawSync(body))).toEqual({ bytes: body, exact: true, unpacked: true });
  // Bytes that are no document by chance of the format are not.
  expect(read(deflateRawSync(Buffer.from([1, 2, 3])))).toHaveProperty('leftOut');
});
