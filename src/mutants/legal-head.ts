import type { Answer } from './golden.ts';
import type { Predicates } from './predicate.ts';

interface Head {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A head as RFC 9112, sections 4 and 5, has it; null if it is not one. */
export function readHead({ statusLine, lines }: Pick<Answer, 'statusLine' | 'lines'>): Head | null {
  const [start, version = '', status, reason = ''] =
    /^HTTP\/(1\.[01]) (\d{3}) ([\t\x20-\x7e\x80-\xff]*)$/.exec(statusLine) ?? [];
  const fields = lines.map((line) => /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*?)[\t ]*$/.exec(line));
  if (start === undefined) return null;
  const read = fields.flatMap((field) => (field === null ? [] : [[field[1] ?? '', field[2] ?? ''] as const]));
  return read.length < lines.length ? null : { version, status: Number(status), reason, fields: read };
}

const MEANT: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding', 'transfer-encoding']);

const ofField =
  (name: string, change: (value: string) => string) =>
  (head: Head): Head => {
    const fields = head.fields.map(
      ([key, value]) => [key, key.toLowerCase() === name ? change(value) : value] as const,
    );
    return { ...head, fields };
  };

/** A media type in one writing (RFC 9110, sections 5.6.6 and 8.3.1); any other text stays. */
function mediaType(value: string, keep: (parameter: string) => boolean = () => true): string {
  const [type = '', ...parameters] = value.split(/[\t ]*;[\t ]*/);
  const read = parameters.filter((one) => one !== '').map((one) => /^([\w-]+)=(?:([\w.:/-]+)|"([^"\\]*)")$/.exec(one));
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type) || read.includes(null)) return value;
  const pairs = read.map((one) => [one?.[1]?.toLowerCase() ?? '', (one?.[2] ?? one?.[3] ?? '').toLowerCase()] as const);
  return [type.toLowerCase(), ...pairs.filter(([name]) => keep(name)).map(([name, text]) => `${name}=${text}`)].join(
    ';',
  );
}

/** What HTTP leaves to a server. */
export const headPredicates: Predicates<Head> = {
  'http.space': ['RFC 9112, section 5.1: white space around a value is not part of it', (head) => head],
  'http.reason': ['RFC 9112, section 4: a client ignores the reason phrase', (head) => ({ ...head, reason: '' })],
  'http.minor-version': [
    'RFC 9110, section 2.5: an answer in HTTP/1.0 means the same in HTTP/1.1',
    (head) => ({ ...head, version: '1' }),
  ],
  'http.field-name-case': [
    'RFC 9110, section 5.1: field names ignore case',
    (head) => ({ ...head, fields: head.fields.map(([name, value]) => [name.toLowerCase(), value]) }),
  ],
  'http.field-order': [
    'RFC 9110, section 5.3: the order of fields of different names is not significant',
    (head) => ({ ...head, fields: head.fields.toSorted(([one], [other]) => (one < other ? -1 : 1)) }),
  ],
  'http.other-fields': [
    'the table Bindings and Limits name two fields of an answer; RFC 9110, section 5.1: others may be ignored',
    (head) => ({ ...head, fields: head.fields.filter(([name]) => MEANT.has(name.toLowerCase())) }),
  ],
  'http.media-type-writing': [
    'RFC 9110, sections 5.6.6 and 8.3.1: case, quotes and spaces do not count',
    ofField('content-type', (value) => mediaType(value)),
  ],
  'http.media-type-parameters': [
    'RFC 9110, section 8.3.1: a media type may have parameters; a client ignores those it does not know',
    ofField('content-type', (value) => mediaType(value, (name) => name === 'charset')),
  ],
  'http.length-digits': [
    'RFC 9110, section 8.6: a length is any number of digits',
    ofField('content-length', (value) => value.replace(/^0+(?=\d)/, '')),
  ],
  'http.wait': [
    'Limits: rate limits are not shown; RFC 6585, section 4: 429 asks the client to try again',
    (head) => (head.status === 429 ? { ...head, status: 200, reason: 'OK' } : head),
  ],
};
