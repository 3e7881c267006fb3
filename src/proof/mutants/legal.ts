import type { Contract } from '../../contract/model.ts';
import { readXml, XmlReadError } from '../../xml/fast-xml.ts';
import type { Predicates } from './edit.ts';
import { readTree } from './element-tree.ts';
import type { Answer, Golden } from './golden.ts';
import { recordPredicates } from './legal-records.ts';
import { placesOf } from './places.ts';

export interface Head {
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

/** A head with values of a field changed. */
export const ofField =
  (name: string, change: (value: string) => string) =>
  (head: Head): Head => ({
    ...head,
    fields: head.fields.map(([key, value]) => [key, key.toLowerCase() === name ? change(value) : value]),
  });

/** A media type in one writing (RFC 9110, sections 5.6.6 and 8.3.1); any other text stays. */
function mediaType(value: string, keep: (parameter: string) => boolean = () => true): string {
  const [type = '', ...parameters] = value.split(/[\t ]*;[\t ]*/);
  const read = parameters.filter((one) => one !== '').map((one) => /^([\w-]+)=(?:([\w.:/-]+)|"([^"\\]*)")$/.exec(one));
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type) || read.includes(null)) return value;
  const pairs = read.map((one) => [one?.[1]?.toLowerCase() ?? '', (one?.[2] ?? one?.[3] ?? '').toLowerCase()] as const);
  const kept = pairs.filter(([name]) => keep(name)).map(([name, text]) => `${name}=${text}`);
  return [type.toLowerCase(), ...kept].join(';');
}

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

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.0"|'1\.0')(?:\s+encoding\s*=\s*(?:"[uU][tT][fF]-8"|'[uU][tT][fF]-8'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+/g;
const BLANK = /^[ \t\r\n]*$/;

/** The text of a body that is a well-formed UTF-8 document of only elements, text and comments; else null. */
export function readPlain(body: Buffer): string | null {
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body) || text.startsWith('\uFEFF')) return null;
  const tokens = tokensOf(text.replace(DECLARATION, ''));
  if (tokens.some((token) => token.startsWith('<?') || (!token.startsWith('<') && token.includes(']]>')))) return null;
  try {
    readXml(text);
    return text;
  } catch (error) {
    if (error instanceof XmlReadError) return null;
    throw error;
  }
}

const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];
const rewritten = (text: string, by: (token: string, at: number, all: readonly string[]) => string): string =>
  tokensOf(text).map(by).join('');
const isText = (token: string): boolean => !token.startsWith('<') || token.startsWith('<![CDATA[');

const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function characters(token: string): string {
  if (token.startsWith('<![CDATA[')) return token.slice(9, -3);
  return token.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_all, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return REFERENCES[name] ?? String.fromCodePoint(code);
  });
}

function plainTag(token: string): string {
  const [, closing, name, written = '', empty] = /^<(\/?)([^\s/>]+)([\s\S]*?)(\/?)>$/.exec(token) ?? [];
  if (name === undefined || isText(token)) return token;
  const attributes = [...written.matchAll(/\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(([, key, double, single]) => `${key}="${(double ?? single ?? '').replaceAll('"', '&quot;')}"`)
    .toSorted();
  return `<${[closing + name, ...attributes].join(' ')}>${empty === '/' ? `</${name}>` : ''}`;
}

/** True for white space with something else in the element. */
function isBetween(tokens: readonly string[], at: number): boolean {
  const [before, own = '', after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!BLANK.test(own) || [before, after].some((one) => one !== undefined && isText(one))) return false;
  const isOpen = before !== undefined && !before.startsWith('</') && !before.endsWith('/>') && !before.startsWith('<?');
  return !(isOpen && after?.startsWith('</') === true);
}

/** What XML leaves to a server; what was read is well-formed. */
export const markupPredicates: Predicates<string> = {
  'xml.declaration': [
    'XML 1.0, sections 2.8 and 4.3.3: a document in UTF-8 may have a declaration, and an encoding in it',
    (text) => text.replace(DECLARATION, '').replace(/^\s+/, ''),
  ],
  'xml.comments': [
    'XML 1.0, section 2.5: comments are not part of the data',
    (text) => rewritten(text, (token) => (token.startsWith('<!--') ? '' : token)),
  ],
  'xml.references': [
    'XML 1.0, sections 2.7 and 4.1: CDATA sections and references stand for characters',
    // Text must not look like markup now: '<' is marked.
    (text) => rewritten(text, (token) => (isText(token) ? characters(token).replaceAll('<', '\u0001') : token)),
  ],
  'xml.tags': [
    'XML 1.0, sections 2.3 and 3.1: quotes, white space and order of attributes, and an empty tag are free',
    (text) => rewritten(text, plainTag),
  ],
  'xml.white-space': [
    'XML 1.0, sections 2.1 and 2.10; XML Schema Part 1, section 3.4.4: white space between elements is not data',
    (text) => rewritten(text, (token, at, all) => (isBetween(all, at) ? '' : token)),
  ],
};

/** Every predicate by which an edit may be legal: only these. */
export const predicates = Object.entries({ ...headPredicates, ...markupPredicates, ...recordPredicates }).map(
  ([id, [clause]]) => ({ id, clause }),
);

/** The predicate by which an edited answer is as right as the golden one; null: a violation. Uses no judge or rule. */
export function legality(golden: Golden, contract: Contract): (answer: Answer) => string | null {
  const text = golden.answer.body.toString('utf8');
  const [right, head] = [readTree(text), readHead(golden.answer)];
  if (head === null) throw new Error('a golden answer can not be read');
  const { cell, call } = golden;
  const heads = remembered(headPredicates, head, null);
  const markup = remembered(markupPredicates, text, null);
  const of = { right, cell, call, places: placesOf(cell, contract), contract };
  const records = remembered(recordPredicates, right, of);
  return (answer) => {
    if (answer.body.equals(golden.answer.body)) {
      const said = readHead(answer);
      return said && heads(said);
    }
    const plain = readPlain(answer.body);
    return plain && (markup(plain) ?? records(readTree(plain)));
  };
}

/** Finds the predicate that makes a changed meaning equal to what is right. */
export function remembered<Said, Of>(all: Predicates<Said, Of>, right: Said, of: Of) {
  const known = Object.entries(all).map(([id, [, forget]]) => ({
    id,
    forget,
    text: JSON.stringify(forget(right, of)),
  }));
  return (said: Said): string | null =>
    known.find(({ forget, text }) => JSON.stringify(forget(said, of)) === text)?.id ?? null;
}
