import { grouped } from '../../../base/group-by.ts';
import type { KeptDescription } from '../../../results/observation.ts';
import { type OutlineNode, outlineIn } from '../../../rules/wsdl/outline-text.ts';
import type { Both } from '../pairs.ts';
import { brokenClients } from './broken-clients.ts';
import { keyOf } from './components.ts';
import { type DescriptionDifference, descriptionDifferences } from './differences.ts';

/** What differs between what two servers, or two runs of one, say of the service; each once. */
export function descriptionChanges({ a, b }: Both<KeptDescription>): readonly ReturnType<typeof overPlaces>[] {
  if (a.outline !== null && b.outline !== null && (a.gap === null) === (b.gap === null)) {
    const outlines = { a: outlineIn(a.outline), b: outlineIn(b.outline) };
    const plain = new Set([...ofGetAndPost(outlines.a), ...ofGetAndPost(outlines.b)]);
    const all = descriptionDifferences(outlines).map((one) => ({ ...one, noun: nounOf(one, plain) }));
    return grouped(all, (one) =>
      JSON.stringify([one.noun, isOfName(one) && one.name, changeOf(one, patternsOf(one))]),
    ).map(overPlaces);
  }
  // Of what was not read it is not known whether it differs.
  if (a.outline === null && b.outline === null) return [];
  const [change, text] = b.gap === null ? (['new', 'A'] as const) : (['gone', 'B'] as const);
  const gone = `${text} offers none, or not all of it`;
  const sides = { a: a.gap ?? 'a whole description', b: b.gap ?? 'a whole description' };
  const breaks = brokenClients('WSDL', change);
  return [{ subject: 'WSDL', change: gone, ...sides, places: [], parts: [`WSDL: ${gone}`], breaks }];
}

type DifferenceWithin = DescriptionDifference & { readonly noun: string };

/** One difference, over all places that show it. */
function overPlaces(alike: readonly [DifferenceWithin, ...DifferenceWithin[]]) {
  const [first, ...others] = alike;
  const isOne = others.every(({ name }) => name === first.name);
  // What each stands in.
  const places = alike.map(({ within, kind, name }) => [...within, ...(isOne ? [] : [`${kind} ${name}`])].join(' / '));
  return {
    /** `operation Get_Inventory`, or `message` of several that have their names in common with their operation. */
    subject: isOne && first.name !== '' ? `${first.noun} ${first.name}` : first.noun,
    /** `gone`, `new`, `minOccurs: 0 → 1`. */
    change: changeOf(first, others.length > 0 ? patternsOf(first) : sidesOf(first)),
    ...sidesOf(first),
    places: places.filter((place) => place !== ''),
    /** Each of what differs so, with what it stands in and both sides. */
    parts: alike.map((one) => [...one.within, `${keyOf(one).trim()}: ${changeOf(one, sidesOf(one))}`].join(' / ')),
    /** The toolkits that make another client of B's description than of A's, which code on the old one does not fit. */
    breaks: brokenClients(first.noun, first.change),
  };
}

/** Each that comes, goes or is called otherwise is a difference of its own; other facts may differ in many alike. */
function isOfName({ change }: DescriptionDifference): boolean {
  return change === 'gone' || change === 'new';
}

function changeOf({ change }: DescriptionDifference, { a, b }: Both<string>): string {
  if (change === 'gone' || change === 'new') return change;
  return change === 'order' ? 'in another order' : `${change}: ${a} → ${b}`;
}

export const TARGET_NAMESPACE = 'target namespace';
const NOUNS = new Map(Object.entries({ portType: 'port type', enumeration: 'value', namespace: TARGET_NAMESPACE }));
/** What only clients of GET and POST use has this before its noun. */
const PLAIN_HTTP = 'HTTP';

/** An element that a message consists of is a parameter or a result, and makes signatures; others make classes. */
function nounOf({ kind, name, within }: DescriptionDifference, plain: ReadonlySet<string>): string {
  const [owner = ''] = within;
  const noun = kind !== 'element' ? (NOUNS.get(kind) ?? kind) : owner === '' ? 'global element' : 'element';
  if (kind === 'element' && owner.startsWith('element ')) return 'message element';
  return plain.has(owner) || plain.has(`${kind} ${name}`) ? `${PLAIN_HTTP} ${noun}` : noun;
}

/** The keys of what bindings for GET and POST consist of. */
function ofGetAndPost(outline: readonly OutlineNode[]): readonly string[] {
  const nodesOf = (kind: string) => outline.filter((one) => one.kind === kind);
  const bindings = nodesOf('binding').filter(({ facts }) => facts.protocol === 'http');
  const portTypes = nodesOf('portType').filter(({ name }) => bindings.some(({ facts }) => facts.type === name));
  const ports = nodesOf('service').flatMap(({ nodes }) => nodes.filter(({ facts }) => facts.protocol === 'http'));
  const messages = portTypes.flatMap(({ nodes }) => nodes.flatMap((operation) => operation.nodes));
  return [
    ...[...bindings, ...portTypes, ...ports].map(keyOf),
    ...messages.map(({ facts }) => keyOf({ kind: 'message', name: facts.message ?? '' })),
  ];
}

/** What a fact is that neither side writes (XML Schema Part 1, section 3.3.2, WSDL 1.1, section 3.4). */
const UNWRITTEN = new Map(
  Object.entries({
    ...{ minOccurs: '1', maxOccurs: '1', nillable: 'false', group: 'sequence', form: 'qualified' },
    ...{ use: 'literal', style: 'document' },
  }),
);

function sidesOf({ change, a, b }: DescriptionDifference): Both<string> {
  const unwritten = UNWRITTEN.get(change) ?? 'none';
  return { a: a ?? unwritten, b: b ?? unwritten };
}

/** Both sides, with `…` for the operation in them, or for what the two names have in common. */
function patternsOf(difference: DescriptionDifference): Both<string> {
  const { within, change, a, b } = difference;
  const sides = sidesOf(difference);
  const around = [...within, keyOf(difference)].find((place) => place.startsWith('operation '));
  const operation = around?.slice('operation '.length);
  // Names of components are made of that of the operation.
  const isMade = change === 'renamed' && within.length === 0;
  const shared = isMade ? commonPart(a ?? '', b ?? '') : operation;
  if (shared === undefined || shared === '') return sides;
  return { a: sides.a.replaceAll(shared, '…'), b: sides.b.replaceAll(shared, '…') };
}

/** The longest text that is in both. */
function commonPart(one: string, other: string): string {
  let longest = '';
  for (let start = 0; start < one.length; start += 1)
    while (start + longest.length < one.length && other.includes(one.slice(start, start + longest.length + 1)))
      longest = one.slice(start, start + longest.length + 1);
  return longest;
}
