import type { RecordedExchange, RecordedResponse } from '../results/outcome.ts';
import { parseXml } from '../xml/parse.ts';
import { childElements, isNil, textOf, type XmlElement } from '../xml/tree.ts';

/** Something that can be said of how an answer is written, and what it is. */
export type Trait = readonly [what: string, value: string];

/** Header lines whose values depend on the moment or on the data. */
const VOLATILE = ['date', 'content-length', 'etag', 'last-modified', 'expires', 'age', 'set-cookie'];
/** A header with more values than this in one run says something of each answer, not of the server. */
const MOST_VALUES = 6;
const LONGEST = 200;
/** Text of a body that is looked at. */
const MOST_BODY = 262_144;

/** Lower-case names of headers of which only the presence is reported. */
export function volatileHeaders(runs: readonly (readonly RecordedExchange[])[]): ReadonlySet<string> {
  const names = new Set(VOLATILE);
  for (const exchanges of runs) {
    const values = new Map<string, Set<string>>();
    for (const { response } of exchanges) {
      if ('trouble' in response) continue;
      for (const [name, value] of response.headers) {
        const key = name.toLowerCase();
        values.set(key, (values.get(key) ?? new Set()).add(value));
      }
    }
    for (const [name, all] of values) if (all.size > MOST_VALUES) names.add(name);
  }
  return names;
}

/** How the answer's first line and header lines are written; no header line has the value 'none'. */
export function headTraits({ response }: RecordedExchange, volatile: ReadonlySet<string>): readonly Trait[] {
  if ('trouble' in response) return [['answer', `none: ${response.trouble.kind}`]];
  const { status, version } = response;
  return [['HTTP version', version], ['status', String(status)], ...headerTraits(response, volatile)];
}

function headerTraits({ headers }: RecordedResponse, volatile: ReadonlySet<string>): readonly Trait[] {
  const names = headers.map(([name]) => name);
  const lines = headers.map(([name, value]): Trait => {
    const key = name.toLowerCase();
    return [`header ${short(key)}`, volatile.has(key) ? 'there' : short(value) || 'empty'];
  });
  return names.length === 0 ? lines : [['letters of header names', lettersOf(names)], ...lines];
}

function lettersOf(names: readonly string[]): string {
  if (names.every((name) => name === name.toLowerCase())) return 'small';
  return names.every((name) => name === name.toUpperCase()) ? 'capital' : 'mixed';
}

/** How an answer with status 200 is written, values aside. */
export function resultTraits({ response }: RecordedExchange): readonly Trait[] {
  if ('trouble' in response) return [];
  return [['reason phrase', response.reason === '' ? 'empty' : short(response.reason)], ...bodyTraits(response)];
}

/** Nothing where the recorded body was cut. */
function bodyTraits(response: RecordedResponse): readonly Trait[] {
  if (response.truncated || response.body.length > MOST_BODY) return [];
  const text = response.body.replace(/^\uFEFF/, '');
  const parsed = parseXml(text);
  if (parsed.kind === 'problem') return [['body', `no document: ${parsed.problem.kind}`]];
  const declaration = /^\s*<\?xml[^>]*\?>/.exec(text);
  const { root } = parsed.document;
  return [
    ['byte order mark', text === response.body ? 'none' : 'there'],
    ['XML declaration', declaration === null ? 'none' : short(declaration[0].trim())],
    ['line ends', text.includes('\r\n') ? 'CRLF' : text.includes('\n') ? 'LF' : 'none'],
    ['layout', />\s*\n\s+</.test(text) ? 'indented' : 'not indented'],
    ...emptyElements(text),
    ['namespaces declared by the root', declared(text, root)],
    ...elementTraits(root),
  ];
}

function emptyElements(body: string): readonly Trait[] {
  const forms = [
    [/<[^<>?!/][^<>]*\s\/>/, '<a />'],
    [/<[^<>?!/]([^<>]*[^\s<>])?\/>/, '<a/>'],
    [/<([^\s<>?!/]+)[^<>]*><\/\1\s*>/, '<a></a>'],
  ] as const;
  return forms.filter(([form]) => form.test(body)).map(([, name]) => ['empty elements', name]);
}

function declared(body: string, { name, prefix }: XmlElement): string {
  const tag = body.indexOf(`<${prefix === '' ? name : `${prefix}:${name}`}`);
  const text = body.slice(tag, body.indexOf('>', tag));
  const all = [...text.matchAll(/\sxmlns(:[^\s=]+)?\s*=\s*(["'])(.*?)\2/gs)];
  const shown = all.map(([, own = '', , uri = '']) => `xmlns${own}=${uri}`);
  return shown.length === 0 ? 'none' : short(shown.toSorted().join(' '));
}

/** Each path of element names below the envelope, and whether the elements there have content, are empty or are nil. */
function elementTraits(root: XmlElement): readonly Trait[] {
  const traits = new Map<string, Trait>();
  const visit = (element: XmlElement, path: string): void => {
    const trait: Trait = [`element ${path.replace(/^Envelope\/Body\//, '')}`, stateOf(element)];
    traits.set(JSON.stringify(trait), trait);
    for (const child of childElements(element)) visit(child, `${path}/${short(child.name)}`);
  };
  visit(root, short(root.name));
  return [...traits.values()];
}

function stateOf(element: XmlElement): string {
  if (isNil(element)) return 'nil';
  return childElements(element).length > 0 || textOf(element).trim() !== '' ? 'with content' : 'empty';
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
