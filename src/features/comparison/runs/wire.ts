import { cellName } from '../../../contract/cell-name.ts';
import { fingerprintChanges } from '../../../results/observation.ts';
import type { RecordedCall, RecordedExchange } from '../../../results/outcome.ts';
import type { Change } from '../../../views/sections/section.ts';
import type { Header } from '../../../wire/http/exchange.ts';
import { parseXml } from '../../../xml/parse.ts';
import { childElements, isNil, textOf, type XmlElement } from '../../../xml/tree.ts';
import { OF_THE_MOMENT, PRESENT } from '../form.ts';
import { type Both, both, overCells, paired, refOf } from '../pairs.ts';

/** Values of one trait in one cell that are named; further ones are counted. */
const MOST_VALUES = 4;
const NONE = 'none';

/** How answers to the same calls are written: status line, headers, declaration, layout, elements; not values. */
export function wire(recorded: Both<readonly RecordedCall[]>) {
  const pairs = paired(recorded, callKey).stayed;
  const volatile = volatileHeaders([recorded.a, recorded.b].map((all) => all.map(({ exchange }) => exchange)));
  const changes = overCells(
    pairs.map((pair) => ({ ...refOf(pair.b), pair })),
    cellName,
  ).flatMap(({ first, all }) =>
    changedTraits(
      all.map(({ pair: { a, b } }) => ({ a: a.exchange, b: b.exchange })),
      volatile,
    ).map((change) => ({ ...refOf(first), change })),
  );
  return {
    calls: pairs.length,
    changes: overCells(changes, ({ change }) => JSON.stringify(change))
      .map(({ first: { change }, cells }) => ({ ...change, cells }))
      .toSorted((a, b) => b.cells.length - a.cells.length),
  };
}

function callKey({ operation, binding, call, expectation }: RecordedCall): string {
  return JSON.stringify([operation, binding, expectation === 'sample', call]);
}

/** Bodies are compared where both answers are results: a refusal naturally has another body. */
function changedTraits(pairs: readonly Both<RecordedExchange>[], volatile: ReadonlySet<string>): readonly Change[] {
  const results = pairs.filter(({ a, b }) => isResult(a) && isResult(b));
  const { a, b } = both((side) => {
    const heads = pairs.flatMap((pair) => headTraits(pair[side], volatile));
    const values = valuesByTrait([...heads, ...results.flatMap((pair) => resultTraits(pair[side]))]);
    return Object.fromEntries([...values].map(([what, all]) => [what, said(all)]));
  });
  const changes = fingerprintChanges(a, b);
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

function valuesByTrait(traits: readonly WireTrait[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const [what, value] of traits) values.set(what, (values.get(what) ?? new Set()).add(value));
  return values;
}

function said(values: ReadonlySet<string>): string {
  const sorted = [...values].toSorted();
  const more = sorted.length - MOST_VALUES;
  return `${sorted.slice(0, MOST_VALUES).join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
}

type WireTrait = readonly [what: string, value: string];

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
  return new Set([...OF_THE_MOMENT, ...often]);
}

/** How the first line and the header lines of an answer are written; no header line has the value 'none'. */
function headTraits({ response }: RecordedExchange, volatile: ReadonlySet<string>): readonly WireTrait[] {
  if ('trouble' in response) return [['answer', `none: ${response.trouble.kind}`]];
  const { status, version, headers } = response;
  const lines = headers.map(([name, value]): WireTrait => {
    const key = name.toLowerCase();
    return [`header ${short(key)}`, volatile.has(key) ? PRESENT : short(value) || 'empty'];
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
function resultTraits({ response }: RecordedExchange): readonly WireTrait[] {
  if ('trouble' in response) return [];
  const phrase: WireTrait = ['reason phrase', short(response.reason) || 'empty'];
  if (response.truncated || response.body.length > MOST_BODY) return [phrase];
  const text = response.body.replace(/^\uFEFF/, '');
  const parsed = parseXml(text);
  if (parsed.kind === 'problem') return [phrase, ['body', `no document: ${parsed.problem.kind}`]];
  const declaration = /^\s*<\?xml[^>]*\?>/.exec(text);
  const { root } = parsed.document;
  return [
    phrase,
    ['byte order mark', text === response.body ? 'none' : PRESENT],
    ['XML declaration', declaration === null ? 'none' : short(declaration[0].trim())],
    ['line ends', text.includes('\r\n') ? 'CRLF' : text.includes('\n') ? 'LF' : 'none'],
    ['layout', />[^\S\n]*\n\s+</.test(text) ? 'indented' : 'not indented'],
    ...emptyElements(text),
    ['namespaces declared by the root', declared(text, root)],
    ...elementTraits(root),
  ];
}

function emptyElements(body: string): readonly WireTrait[] {
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
function elementTraits(root: XmlElement): readonly WireTrait[] {
  const traits = new Map<string, WireTrait>();
  const visit = (element: XmlElement, path: string): void => {
    const trait: WireTrait = [`element ${path.replace(/^Envelope\/Body\//, '')}`, stateOf(element)];
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
