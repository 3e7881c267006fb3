import { groupBy, grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import { DATA_CONTRACT } from '../../rules/answer/inspect/mistakes.ts';
import type { Facts } from '../../rules/judgement.ts';
import type { Finding } from '../outcome.ts';

/** The rule that compares bindings, and the start of the cause of one that differs in general. */
const BETWEEN = 'binding.same-records';
export const OVER = `${BETWEEN}:over-`;
const NO_DATA = 'binding.parity:no-data';
const RESULT = 'soap.result-element';
const PERSONAS = 'request.personas';
const MEDIA_TYPE = 'http.content-type';
/** Operations that differ over one binding only before that is one mistake. */
const SEVERAL = 3;

/** False where another rule, or a mistake that is known, is the cause. */
export const isOwn = ({ rule, cause }: Finding): boolean => cause.startsWith(`${rule}:`);

export const statusIn = ({ exchange: { response } }: Finding): number => ('status' in response ? response.status : 0);
const isOneTrait = ({ spelling }: Finding): boolean => spelling?.length === 1;

export const factsOf = ({ facts, expected, actual }: Finding): Facts =>
  facts ?? { wanted: [expected], found: [actual] };

const isWithin = (part: readonly string[], all: readonly string[]): boolean => part.every((one) => all.includes(one));

/** Whether two findings are about the same, or one about a part of what the other is about. */
function sameFacts(one: Finding, other: Finding): boolean {
  const [mine, its] = [factsOf(one), factsOf(other)];
  return (['wanted', 'found'] as const).every((key) => isWithin(mine[key], its[key]) || isWithin(its[key], mine[key]));
}

type IsSame = (one: Finding, other: Finding) => boolean;

/** Where a finding of another rule in the cell has the same facts. */
const withFacts =
  (...rules: readonly string[]): IsSame =>
  (one, other) =>
    rules.includes(other.rule) && sameFacts(one, other);

/** What only a variant of a rule shows, where that rule has the variant as its own finding. */
const ofVariant: IsSame = ({ probe }, other) =>
  other.rule === probe?.rule && other.cause === `${other.rule}:${probe.code}`;

/** A rule, and whether another finding of its cell sees the same mistake. */
const SEEN_BY: readonly (readonly [rule: string, isSame: IsSame])[] = [
  [BETWEEN, withFacts('request.text-parameters')],
  // A result that is not found has no records, and a parameter that is not read finds none.
  [BETWEEN, (_one, { rule }) => rule === RESULT],
  [
    'binding.parity',
    ({ cause }, { rule, facts }) =>
      cause === NO_DATA && (rule === RESULT || (rule === 'request.text-parameters' && facts?.found.join() === '')),
  ],
  // A header that is refused as such, and so with any value.
  [
    'request.header-values',
    (one, other) =>
      other.rule === 'http.status-generated' && other.call.header !== null && statusIn(one) === statusIn(other),
  ],
  // What a list has too much, it has without the header too.
  ['binding.same-without-header', withFacts('data.restricted-part')],
  // An answer in the other SOAP version has the media type of that version.
  [MEDIA_TYPE, withFacts('soap.envelope-namespace')],
  // Faults have the media type of the other answers.
  ['soap.fault', withFacts(MEDIA_TYPE)],
  // DataContractSerializer has an order of its own, too.
  [
    'record.field-order',
    (one, other) => other.cause === DATA_CONTRACT && one.cause === 'record.field-order:alphabetical',
  ],
  // A description made from the same classes has the names and the order of elements wrong too.
  ['wsdl.types', withFacts('record.field-name', 'record.field-order', 'soap.response-element', 'http.root-element')],
  // A client has many traits.
  [PERSONAS, (one, other) => isOneTrait(other) && sameFacts(one, other) && one.location === other.location],
];

/**
 * The cause of each finding that another one explains: in its cell, or as a binding that alone differs in several
 * operations.
 */
export function seenByOthers(found: readonly Finding[]): ReadonlyMap<Finding, string> {
  const cells = groupBy(found, cellName);
  const joined = new Map<Finding, string>();
  const join = (one: Finding, cause: string | undefined): void => {
    if (cause !== undefined && !joined.has(one)) joined.set(one, cause);
  };
  const of = (rule: string): readonly Finding[] => found.filter((one) => one.rule === rule && isOwn(one));
  const joinSeen = (all: readonly Finding[], isSame: IsSame): void => {
    for (const one of all) {
      const other = cells.get(cellName(one))?.find((some) => isSame(one, some));
      if (other !== undefined) join(one, joined.get(other) ?? other.cause);
    }
  };
  for (const [rule, isSame] of SEEN_BY) joinSeen(of(rule), isSame);
  joinSeen(found.filter(isOwn), ofVariant);
  const alone = grouped(of(BETWEEN), ({ operation }) => operation).filter(({ length }) => length === 1);
  for (const some of grouped(alone.flat(), ({ binding }) => binding))
    if (some.length >= SEVERAL) for (const one of some) join(one, `${OVER}${one.binding}`);
  return joined;
}
