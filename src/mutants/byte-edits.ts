import { bodyEdit, type Edit } from './edit.ts';
import type { Golden } from './golden.ts';
import type { Written } from './markup.ts';

/** What can happen to one byte: it is lost, or a bit of it is wrong, each time another one. */
const HAPPENS: Readonly<Record<string, (byte: number, at: number) => readonly number[]>> = {
  'left out': () => [],
  'with a bit flipped': (byte, at) => [byte ^ (1 << (at % 8))],
};

/** The bytes with one of them edited, in each way, at each place. */
export function* editedBytes(bytes: Buffer): Generator<readonly [at: number, detail: string, edited: Buffer]> {
  for (const [at, byte] of bytes.entries()) {
    const around = bytes.toString('utf8', Math.max(0, at - 12), at + 12);
    for (const [what, becomes] of Object.entries(HAPPENS)) {
      const edited = Buffer.concat([bytes.subarray(0, at), Buffer.from(becomes(byte, at)), bytes.subarray(at + 1)]);
      yield [at, `byte ${at} ${what} in '${around}'`, edited];
    }
  }
}

/** Every edit of a single byte of a body. */
export function* byteEdits(golden: Golden): Generator<Edit> {
  const { body } = golden.answer;
  for (const [at, detail, edited] of editedBytes(body))
    yield bodyEdit(golden, 'change byte', placeAt(body, at), detail, edited);
}

/** Whether a byte is markup, text, or white space. */
function placeAt(body: Buffer, at: number): string {
  const [opened, closed] = [body.lastIndexOf('<', at), body.lastIndexOf('>', at)];
  if (opened >= closed) return body.toString('latin1', opened, opened + 2) === '<?' ? 'XML declaration' : 'tag';
  return /\s/.test(String.fromCharCode(body[at] ?? 0)) ? 'white space' : 'text';
}

/** Every edit of a body as a whole: its declaration, what stands around its root, its encoding. */
export function* documentEdits(golden: Golden, { prolog }: Written): Generator<Edit> {
  const text = golden.answer.body.toString('utf8');
  const rest = text.slice(prolog.length);
  const version = (attributes: string): string => `<?xml ${attributes}?>${rest}`;
  const declared: Readonly<Record<string, string>> = {
    'no declaration': rest,
    'no encoding': version('version="1.0"'),
    'encoding UTF-8': version('version="1.0" encoding="UTF-8"'),
    'single quotes': version("version='1.0' encoding='utf-8'"),
    standalone: version('version="1.0" encoding="utf-8" standalone="yes"'),
    'encoding utf-16': version('version="1.0" encoding="utf-16"'),
    'encoding iso-8859-1': version('version="1.0" encoding="iso-8859-1"'),
    'an unknown encoding': version('version="1.0" encoding="x-unknown"'),
    'version 1.1': version('version="1.1" encoding="utf-8"'),
    'version 2.0': version('version="2.0" encoding="utf-8"'),
    'no version': version('encoding="utf-8"'),
    'the declaration twice': prolog + text,
    'encoding before version': version('encoding="utf-8" version="1.0"'),
    'standalone="maybe"': version('version="1.0" encoding="utf-8" standalone="maybe"'),
  };
  const around: Readonly<Record<string, string>> = {
    'white space before the declaration': `\n${text}`,
    'white space after the root': `${text}\r\n `,
    'a comment before the root': `${prolog}<!-- x -->${rest}`,
    'a comment after the root': `${text}<!-- x -->`,
    'a comment before the declaration': `<!-- x -->${text}`,
    'an instruction before the root': `${prolog}<?x y?>${rest}`,
    'an instruction after the root': `${text}<?x y?>`,
    'a DOCTYPE': `${prolog}<!DOCTYPE x>${rest}`,
    'text after the root': `${text}x`,
    'text before the root': `${prolog}x${rest}`,
    'a null byte after the root': `${text}\0`,
    'the document twice': text + rest,
    'nothing at all': '',
    'white space only': ' ',
    'CRLF line ends': text.replaceAll('\n', '\r\n'),
    'single quotes': text.replaceAll('"', "'"),
    JSON: JSON.stringify({ d: [] }),
    'a page': '<!DOCTYPE html><html><body>Error</body></html>',
  };
  const encoded: Readonly<Record<string, Buffer>> = {
    'a byte order mark': Buffer.from(`\uFEFF${text}`),
    'UTF-16': Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16 without a mark': Buffer.from(text, 'utf16le'),
    'Latin-1': Buffer.from(text, 'latin1'),
    'UTF-8 twice': Buffer.from(golden.answer.body.toString('latin1')),
  };
  const named = (place: string, all: Readonly<Record<string, string | Buffer>>): readonly Edit[] =>
    Object.entries(all).map(([what, body]) => bodyEdit(golden, 'change document', place, what, body));
  yield* named('XML declaration', declared);
  yield* named('around the root', around);
  yield* named('encoding', encoded);
}
