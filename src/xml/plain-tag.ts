import { XMLNS_NAMESPACE, type XmlAttribute, type XmlLimits } from './tree.ts';

/** Prefix → namespace name; '' is the default namespace's prefix. */
export type PrefixScope = ReadonlyMap<string, string>;

const NO_PREFIXES: PrefixScope = new Map();

/** A start tag as written, before its prefixes are resolved. */
export interface PlainTag extends AttributeParts {
  readonly raw: string;
  /** Only that of this tag: it stands for the raw text. */
  readonly id: number;
  /** The tag that came after it last time. */
  follower: PlainTag | null;
  /** As the end tag must repeat it. */
  readonly qname: string;
  readonly prefix: string;
  readonly name: string;
  readonly empty: boolean;
}

interface AttributeParts {
  /** Namespace declarations: prefix and name, in order. */
  readonly declared: readonly (readonly [prefix: string, namespace: string])[];
  readonly attributes: readonly PlainAttribute[];
  /** Attributes and namespace declarations, in order. */
  readonly written: readonly PlainAttribute[];
  /** Both as elements have them; null where one has a prefix, so that they depend on the elements around. */
  readonly shared: Readonly<Record<'attributes' | 'written', readonly XmlAttribute[] | null>>;
}

interface PlainAttribute {
  readonly prefix: string;
  readonly name: string;
  readonly value: string;
}

const TAG =
  /^([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))?((?:[ \t\n]+[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?="[^"<&\t\n]*")*)[ \t\n]*(\/?)$/;
let made = 0;
/** Of most tags. */
const NO_ATTRIBUTES: AttributeParts = {
  declared: [],
  attributes: [],
  written: [],
  shared: { attributes: [], written: [] },
};
const RESERVED = ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'];

/**
 * Parses a start tag, `raw` between its brackets: ASCII names, attributes in double quotes without references. Null if
 * it is written otherwise or may break a rule of XML or of Namespaces: then saxes decides.
 */
function plainTag(raw: string): PlainTag | null {
  const found = TAG.exec(raw);
  if (found === null) return null;
  const [, first = '', second, written = '', slash] = found;
  const [prefix, name] = second === undefined ? ['', first] : [first, second];
  const parts = written === '' ? NO_ATTRIBUTES : attributeParts(written);
  if (isXml(prefix) || parts === null) return null;
  made += 1;
  return {
    raw,
    id: made,
    follower: null,
    qname: second === undefined ? first : `${first}:${second}`,
    prefix,
    name,
    empty: slash === '/',
    ...parts,
  };
}

/** What a tag has from its attributes and declarations as written; null as `plainTag`. */
function attributeParts(text: string): AttributeParts | null {
  const written = attributesIn(text);
  const declarations = written.filter(isDeclaration);
  const attributes = declarations.length === 0 ? written : written.filter((attribute) => !isDeclaration(attribute));
  const declared = declarations.map((one) => [one.prefix === '' ? '' : one.name, one.value] as const);
  if (attributes.some((one) => isXml(one.prefix)) || !declared.every(isOrdinary)) return null;
  // Attributes with one local name may be equal by namespace.
  if (repeats(attributes.map((one) => one.name)) || repeats(declared.map(([key]) => key))) return null;
  const shared = { attributes: bound(attributes, NO_PREFIXES), written: bound(written, NO_PREFIXES) };
  return { declared, attributes, written, shared };
}

/** The attributes in their text, of which TAG says that it is right. */
function attributesIn(written: string): readonly PlainAttribute[] {
  const parts = written.split('"');
  const all: PlainAttribute[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [first = '', second] = (parts[at] ?? '').trim().slice(0, -1).split(':');
    const value = parts[at + 1] ?? '';
    all.push(second === undefined ? { prefix: '', name: first, value } : { prefix: first, name: second, value });
  }
  return all;
}

/** A tag's attributes as elements have them; null if a prefix is not bound. @param kind - also declarations */
export function boundAttributes(tag: PlainTag, kind: keyof PlainTag['shared'], scope: PrefixScope) {
  return tag.shared[kind] ?? bound(tag[kind], scope);
}

function bound(written: readonly PlainAttribute[], scope: PrefixScope): readonly XmlAttribute[] | null {
  const all = written.map((one) => {
    const ofPrefix = one.prefix === '' ? '' : scope.get(one.prefix);
    return { name: one.name, namespace: isDeclaration(one) ? XMLNS_NAMESPACE : ofPrefix, value: one.value };
  });
  return all.every(isBound) ? all : null;
}

const isBound = (one: { readonly namespace: string | undefined }): one is XmlAttribute => one.namespace !== undefined;

export function isDeclaration({ prefix, name }: Pick<PlainAttribute, 'prefix' | 'name'>): boolean {
  return prefix === 'xmlns' || (prefix === '' && name === 'xmlns');
}

function isXml(prefix: string): boolean {
  return /^xml/i.test(prefix);
}

/** A declaration whose only meaning is what it says. */
function isOrdinary([prefix, namespace]: readonly [string, string]): boolean {
  if (isXml(prefix) || RESERVED.includes(namespace) || namespace !== namespace.trim()) return false;
  return prefix === '' || namespace !== '';
}

function repeats(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}

/** Maximum tags in the cache: a target's answers have a few dozen. */
const MOST_TAGS = 1_000;
const tags = new Map<string, PlainTag>();

const GREATER = 0x3e;

/** Reads start tags in order, each from its '<'; null where one is not plain. Most were read before: tags repeat. */
export function createTagReader(text: string, limits: XmlLimits): (at: number) => PlainTag | null {
  let last: PlainTag | null = null;
  if (tags.size > MOST_TAGS) tags.clear();
  return (at) => {
    const guess = guessed(text, at, last);
    const tag = guess ?? read(text, at, limits);
    if (tag === null || tag.raw.length >= limits.maxName || tag.written.length > limits.maxAttributes) return null;
    // Tags beyond the cache would be kept by those before them.
    if (guess === null && last !== null && tags.size <= MOST_TAGS) last.follower = tag;
    last = tag;
    return tag;
  };
}

function guessed(text: string, at: number, last: PlainTag | null): PlainTag | null {
  const guess = last?.follower;
  if (guess == null || text.charCodeAt(at + 1 + guess.raw.length) !== GREATER) return null;
  return text.startsWith(guess.raw, at + 1) ? guess : null;
}

function read(text: string, at: number, limits: XmlLimits): PlainTag | null {
  const close = text.indexOf('>', at);
  if (close < 0 || close - at > limits.maxName) return null;
  const raw = text.slice(at + 1, close);
  const known = tags.get(raw);
  if (known !== undefined) return known;
  const tag = plainTag(copied(raw));
  if (tag !== null && tags.size <= MOST_TAGS) tags.set(tag.raw, tag);
  return tag;
}

/** V8 copies a part that is shorter itself. */
const LEAST_KEPT = 13;

/** A part of a text keeps the whole of it in memory; a copy does not. */
export function copied(part: string): string {
  return part.length < LEAST_KEPT ? part : Buffer.from(part, 'utf8').toString('utf8');
}
