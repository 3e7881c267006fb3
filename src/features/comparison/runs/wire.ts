import { grouped } from '../../../base/group-by.ts';
import { cellName } from '../../../contract/cell-name.ts';
import type { RecordedCall, RecordedExchange } from '../../../results/outcome.ts';
import type { Change } from '../../../views/sections/section.ts';
import type { Header } from '../../../wire/http/exchange.ts';
import { parseXml } from '../../../xml/parse.ts';
import { childElements, isNil, textOf, type XmlElement } from '../../../xml/tree.ts';
import { distinctCells, refOf } from './transitions.ts';

/** Values of one trait in one cell that are named; further ones are counted. */
const MOST_VALUES = 4;
const NONE = 'none';

/** How answers to the same calls are written: status line, headers, declaration, layout, elements; not values. */
export function wire(old: readonly RecordedCall[], now: readonly RecordedCall[]) {
  const before = new Map(old.map((one) => [callKey(one), one]));
  const pairs = now.flatMap((one) => {
    const other = before.get(callKey(one));
    return other === undefined ? [] : [{ cell: refOf(one), old: other.exchange, new: one.exchange }];
  });
  const volatile = volatileHeaders([old, now].map((all) => all.map(({ exchange }) => exchange)));
  const changes = grouped(pairs, ({ cell }) => cellName(cell)).flatMap((group) =>
    changedTraits(group, volatile).map((change) => ({ change, cell: group[0].cell })),
  );
  const alike = grouped(changes, ({ change }) => JSON.stringify(change));
  return {
    calls: pairs.length,
    changes: alike
      .map((group) => ({ ...group[0].change, cells: distinctCells(group.map(({ cell }) => cell)) }))
      .toSorted((a, b) => b.cells.length - a.cells.length),
  };
}

function callKey({ operation, binding, call, expectation }: RecordedCall): string {
  return JSON.stringify([operation, binding, expectation === 'sample', call]);
}

type Pair = { readonly old: RecordedExchange; readonly new: RecordedExchange };

/** Bodies are compared where both answers are results: a refusal naturally has another body. */
function changedTraits(pairs: readonly Pair[], volatile: ReadonlySet<string>): readonly Change[] {
  const results = pairs.filter((pair) => isResult(pair.old) && isResult(pair.new));
  const traits = (run: 'old' | 'new'): ReadonlyMap<string, ReadonlySet<string>> =>
    valuesByTrait([
      ...pairs.flatMap((pair) => headTraits(pair[run], volatile)),
      ...results.flatMap((pair) => resultTraits(pair[run])),
    ]);
  const [before, after] = [traits('old'), traits('new')];
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, old: said(before.get(what)), new: said(after.get(what)) }))
    .filter((change) => change.old !== change.new);
  return changes.filter((change) => !changes.some((parent) => holds(parent, change)));
}

/** An element that came, went or is empty covers those in it; they need no lines of their own. */
function holds(parent: Change, { what }: Change): boolean {
  return (
    [parent.old, parent.new].some((side) => side === NONE || side === 'empty') && what.startsWith(`${parent.what}/`)
  );
}

function isResult({ response }: RecordedExchange): boolean {
  return 'status' in response && response.status === 200;
}

function valuesByTrait(traits: readonly Trait[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const [what, value] of traits) values.set(what, (values.get(what) ?? new Set()).add(value));
  return values;
}

function said(values: ReadonlySet<string> | undefined): string {
  if (values === undefined) return NONE;
  const sorted = [...values].toSorted();
  const more = sorted.length - MOST_VALUES;
  return `${sorted.slice(0, MOST_VALUES).join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
}

type Trait = readonly [what: string, value: string];

/** Header lines whose values depend on the moment or on the data. */
const VOLATILE = ['date', 'content-length', 'etag', 'last-modified', 'expires', 'age', 'set-cookie'];
/** A header with more values than this in one run describes each answer, not the server. */
const MOST_OF_HEADER = 6;
const LONGEST = 200;
/** Text of a body that is looked at. */
const MOST_BODY = 262_144;

function volatileHeaders(runs: readonly (readonly RecordedExchange[])[]): ReadonlySet<string> {
  const often = runs.flatMap((exchanges) => {
    const headers = exchanges.flatMap(({ response }) => ('trouble' in response ? [] : response.headers));
    const values = valuesByTrait(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return [...values].flatMap(([name, all]) => (all.size > MOST_OF_HEADER ? [name] : []));
  });
  return new Set([...VOLATILE, ...often]);
}

/** How the first line and the header lines of an answer are written; no header line has the value 'none'. */
function headTraits({ response }: RecordedExchange, volatile: ReadonlySet<string>): readonly Trait[] {
  if ('trouble' in response) return [['answer', `none: ${response.trouble.kind}`]];
  const { status, version, headers } = response;
  const lines = headers.map(([name, value]): Trait => {
    const key = name.toLowerCase();
    return [`header ${short(key)}`, volatile.has(key) ? 'there' : short(value) || 'empty'];
  });
  const letters = lines.length === 0 ? [] : [['letters of header names', lettersOf(headers)] as const];
  return [['HTTP version', version], ['status', String(status)], ...letters, ...lines];
}

function lettersOf(headers: readonly Header[]): string {
  const names = headers.map(([name]) => name);
  if (names.every((name) => name === name.toLowerCase())) return 'small';
  return names.every((name) => name === name.toUpperCase()) ? 'capital' : 'mixed';
}

/** How a result is written, values aside; only its reason phrase where the recorded body was cut. */
function resultTraits({ response }: RecordedExchange): readonly Trait[] {
  if ('trouble' in response) return [];
  const phrase: Trait = ['reason phrase', short(response.reason) || 'empty'];
  if (response.truncated || response.body.length > MOST_BODY) return [phrase];
  const text = response.body.replace(/^\uFEFF/, '');
  const parsed = parseXml(text);
  if (parsed.kind === 'problem') return [phrase, ['body', `no document: ${parsed.problem.kind}`]];
  const declaration = /^\s*<\?xml[^>]*\?>/.exec(text);
  const { root } = parsed.document;
  return [
    phrase,
    ['byte order mark', text === response.body ? 'none' : 'there'],
    ['XML declaration', declaration === null ? 'none' : short(declaration[0].trim())],
    ['line ends', text.includes('\r\n') ? 'CRLF' : text.includes('\n') ? 'LF' : 'none'],
    ['layout', />[^\S\n]*\n\s+</.test(text) ? 'indented' : 'not indented'],
    ...emptyElements(text),
    ['namespaces declared by the root', declared(text, root)],
    ...elementTraits(root),
  ];
}

function emptyElements(body: string): readonly Trait[] {
  const forms = [
    [/<[^<>?!/][^<>]*\s\/>/, '<a />'],
    [/<[^<>?!/]([^<>]*[^\s<>])?\/>/, '<a/>'],
    [/<([^\s<>?!/]+)(?![^\s<>?!/])[^<>]*><\/\1\s*>/, '<a></a>'],
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
