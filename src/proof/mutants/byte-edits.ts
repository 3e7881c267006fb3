import { bodyEdit, type Edit } from './edit.ts';
import type { Golden } from './golden.ts';
import type { Written } from './markup.ts';

/** The bytes with one of them lost, or one bit of it wrong, another one each time; at each place. */
export function* editedBytes(bytes: Buffer): Generator<readonly [at: number, detail: string, edited: Buffer]> {
  for (const [at, byte] of bytes.entries()) {
    const around = bytes.toString('utf8', Math.max(0, at - 12), at + 12);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
    yield [at, `byte ${at} left out in '${around}'`, Buffer.concat([before, after])];
    const flipped = Buffer.from([byte ^ (1 << (at % 8))]);
    yield [at, `byte ${at} with a bit flipped in '${around}'`, Buffer.concat([before, flipped, after])];
  }
}

export function* byteEdits(golden: Golden): Generator<Edit> {
  const { body } = golden.answer;
  for (const [at, detail, edited] of editedBytes(body))
    yield bodyEdit(golden, 'change byte', placeAt(body, at), detail, edited);
}

function placeAt(body: Buffer, at: number): string {
  const [opened, closed] = [body.lastIndexOf('<', at), body.lastIndexOf('>', at)];
  if (opened >= closed) return body.toString('latin1', opened, opened + 2) === '<?' ? 'XML declaration' : 'tag';
  return /\s/.test(String.fromCharCode(body[at] ?? 0)) ? 'white space' : 'text';
}

/** Every edit of a body as a whole: its declaration, what surrounds its root, its encoding. */
export function* documentEdits(golden: Golden, { prolog }: Written): Generator<Edit> {
  const text = golden.answer.body.toString('utf8');
  const rest = text.slice(prolog.length);
  const utf8 = 'version="1.0" encoding="utf-8"';
  const declarations = [
    ...['version="1.0"', 'version="1.0" encoding="UTF-8"', "version='1.0' encoding='utf-8'"],
    `${utf8} standalone="yes"`,
    ...['utf-16', 'iso-8859-1', 'x-unknown'].map((encoding) => `version="1.0" encoding="${encoding}"`),
    ...['1.1', '2.0'].map((version) => `version="${version}" encoding="utf-8"`),
    ...['encoding="utf-8"', 'encoding="utf-8" version="1.0"', `${utf8} standalone="maybe"`],
  ];
  for (const attributes of declarations)
    yield bodyEdit(golden, 'change document', 'XML declaration', attributes, `<?xml ${attributes}?>${rest}`);
  const documents: Readonly<Record<string, string | Buffer>> = {
    'without declaration': rest,
    'white space only': ' ',
    nothing: '',
    'CRLF line ends': text.replaceAll('\n', '\r\n'),
    'single quotes': text.replaceAll('"', "'"),
    JSON: JSON.stringify({ d: [] }),
    'a page': '<!DOCTYPE html><html><body>Error</body></html>',
    'a byte order mark': `\uFEFF${text}`,
    'UTF-16': Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16 without a mark': Buffer.from(text, 'utf16le'),
    'Latin-1': Buffer.from(text, 'latin1'),
    'UTF-8 twice': golden.answer.body.toString('latin1'),
  };
  for (const [what, body] of Object.entries(documents))
    yield bodyEdit(golden, 'change document', 'document', what, body);
  const around = (what: string, body: string) => bodyEdit(golden, 'change document', 'around the root', what, body);
  for (const one of ['\n', '<!-- x -->', prolog]) yield around(one, one + text);
  for (const one of ['<!-- x -->', '<?x y?>', '<!DOCTYPE x>', 'x']) yield around(one, prolog + one + rest);
  for (const one of ['\r\n ', '<!-- x -->', '<?x y?>', 'x', '\0', rest]) yield around(one, text + one);
}
