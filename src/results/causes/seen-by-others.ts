import { groupBy, grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import { DATA_CONTRACT } from '../../rules/answer/inspect/mistakes.ts';
import { ENVELOPE_NAMESPACES } from '../../wire/soap/envelope.ts';
import type { Finding } from '../outcome.ts';

/** The rule that compares bindings, and the start of the cause of one that differs in general. */
const BETWEEN = 'binding.same-records';
export const OVER = `${BETWEEN}:over-`;
const PERSONAS = 'request.personas';
const ENVELOPE = 'soap.envelope-namespace';
const MEDIA_TYPE = 'http.content-type';
const ENVELOPE_OF: ReadonlyMap<string, string> = new Map([
  [`${MEDIA_TYPE}:text/xml`, ENVELOPE_NAMESPACES.soap11],
  [`${MEDIA_TYPE}:application/soap+xml`, ENVELOPE_NAMESPACES.soap12],
]);
const FAULT_TYPE = 'soap.fault:Content-Type';
/** Operations that differ over one binding only, or cells that refuse one trait, before that is one mistake. */
const SEVERAL = 3;

/** False where another rule, or a mistake that is known, is the cause. */
export const isOwn = ({ rule, cause }: Finding): boolean => cause.startsWith(`${rule}:`);

const bare = ({ actual }: Finding): string => actual.replaceAll("'", '');
export const statusIn = ({ exchange: { response } }: Finding): number => ('status' in response ? response.status : 0);
const isOneTrait = ({ spelling }: Finding): boolean => spelling?.length === 1;

/** Rules on the names and order of elements, which a description made from the same classes has wrong too. */
const ON_NAMES = ['record.field-name', 'record.field-order', 'soap.response-element', 'http.root-element'];
/** The elements in what was expected or found: `<A>` of an answer, or the list of a description. */
const elementsIn = (text: string): readonly string[] => text.match(/(?<=<)[^<>]+/g) ?? text.split(/[{}, ]+/);
const isWithin = (part: readonly string[], all: readonly string[]): boolean => part.every((one) => all.includes(one));
const areSame = (a: readonly string[], b: readonly string[]): boolean => isWithin(a, b) || isWithin(b, a);

/** A rule, and whether another finding of its cell sees the same mistake. */
const SEEN_BY: readonly (readonly [rule: string, isSame: (one: Finding, other: Finding) => boolean])[] = [
  [BETWEEN, (one, other) => other.rule === 'request.text-parameters' && bare(one) === bare(other)],
  // A header that is refused as such, and so with any value.
  [
    'request.header-values',
    (one, other) =>
      other.rule === 'http.status-generated' && other.call.header !== null && statusIn(one) === statusIn(other),
  ],
  // What a list has too much, it has without the header too.
  [
    'binding.same-without-header',
    (one, other) => other.rule === 'data.restricted-part' && one.actual.includes(other.actual),
  ],
  // An answer in the other SOAP version has the media type of that version.
  [MEDIA_TYPE, (one, other) => other.rule === ENVELOPE && other.actual === ENVELOPE_OF.get(one.cause)],
  // Faults have the media type of the other answers.
  [
    'soap.fault',
    (one, other) => other.rule === MEDIA_TYPE && one.cause === FAULT_TYPE && one.actual.startsWith(other.actual),
  ],
  // DataContractSerializer has an order of its own, too.
  [
    'record.field-order',
    (one, other) => other.cause === DATA_CONTRACT && one.cause === 'record.field-order:alphabetical',
  ],
  [
    'wsdl.types',
    (one, other) =>
      ON_NAMES.includes(other.rule) &&
      (['expected', 'actual'] as const).every((key) => areSame(elementsIn(one[key]), elementsIn(other[key]))),
  ],
  // A client has many traits.
  [
    PERSONAS,
    (one, other) =>
      isOneTrait(other) && (['expected', 'actual', 'location'] as const).every((key) => one[key] === other[key]),
  ],
];

/**
 * The cause of each finding that another one explains: in its cell, as a binding that alone differs in several operations,
 * or as a client that is refused as the one trait is that several cells refuse.
 */
export function seenByOthers(found: readonly Finding[]): ReadonlyMap<Finding, string> {
  const cells = groupBy(found, cellName);
  const joined = new Map<Finding, string>();
  const join = (one: Finding, cause: string | undefined): void => {
    if (cause !== undefined && !joined.has(one)) joined.set(one, cause);
  };
  const of = (rule: string): readonly Finding[] => found.filter((one) => one.rule === rule && isOwn(one));
  for (const [rule, isSame] of SEEN_BY)
    for (const one of of(rule)) {
      const other = cells.get(cellName(one))?.find((some) => isSame(one, some));
      if (other !== undefined) join(one, joined.get(other) ?? other.cause);
    }
  const alone = grouped(of(BETWEEN), ({ operation }) => operation).filter(({ length }) => length === 1);
  for (const some of grouped(alone.flat(), ({ binding }) => binding))
    if (some.length >= SEVERAL) for (const one of some) join(one, `${OVER}${one.binding}`);
  const refused = groupBy(found.filter(isOneTrait), statusIn);
  for (const one of of(PERSONAS).filter((persona) => statusIn(persona) !== 200)) {
    const traits = refused.get(statusIn(one)) ?? [];
    const causes = new Set(traits.map(({ cause }) => cause));
    if (traits.length >= SEVERAL && causes.size === 1) join(one, traits[0]?.cause);
  }
  return joined;
}
