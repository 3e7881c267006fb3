import { grouped } from '../../base/group-by.ts';
import { EIGHT_DIGITS, isRoundedAlike } from '../../calls/alike-numbers.ts';
import type { Cell, Parameter } from '../../contract/model.ts';
import { callKey, free, withValue } from '../../wire/soap/call.ts';
import { canonicalValue, isOfType } from '../../wire/soap/canonical-value.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { OF_LIMITS } from '../answer/status.ts';
import { NOT_SHOWN } from '../data/contradiction.ts';
import { sameName } from '../data/data.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import { fieldPaths } from '../fields.ts';
import type { Problem } from '../judgement.ts';
import { interpreted, lesser, type Rule } from '../rule.ts';
import { areAlike, type Masked } from '../same-answer.ts';
import { refusalText } from './fault-structure.ts';
import { isRead, relationRule } from './same-answer-rule.ts';

export const UNKNOWN_REFUSED = 'a number that nobody has, if it is refused and smaller ones are not, or otherwise';
export const NEXT_TO_IT = 'a number next to another one that gets its data';
export const NOT_FOUND = 'a known number that gets no data, or the refusal of unknown ones';

/** Bits of the number types that a server may take for a wider one. */
const NARROWER: Readonly<Record<NumberType['type'], readonly number[]>> = { int: [16], long: [32, 54] };
/** Two numbers that so many lower bits, or eight digits, do not tell apart, further apart than services count ids. */
const LOWER_BITS = 16;
const FAR = 2n ** 30n;

/** An answer, and the number that its call had. */
interface Numbered {
  readonly evidence: Evidence;
  readonly number: bigint;
}

interface Shown {
  readonly evidence: Evidence;
  readonly problem: Problem;
}

type NumberType = Parameter & { readonly type: 'int' | 'long' };

const numbersOf = (cell: Cell): readonly NumberType[] =>
  free(cell).filter((one): one is NumberType => one.type === 'int' || one.type === 'long');

/** Those within so many bits, and those beyond. */
function byWidth(all: readonly Numbered[], bits: number) {
  const isNarrow = ({ number }: Numbered): boolean => BigInt.asIntN(bits, number) === number;
  return { narrow: all.filter(isNarrow), wide: all.filter((one) => !isNarrow(one)) };
}
const isKnown = ({ evidence: { expectation } }: Numbered): boolean => expectation !== 'generated';
const hasData = ({ evidence: { reading } }: Numbered): boolean => reading.success && !hasNoData(reading);
/** Unlike 0, 1 and -1, which may mean something else than a number that nobody has. */
const isUnknown = (one: Numbered): boolean => !isKnown(one) && (one.number > 1n || one.number < -1n);
const isRefused = ({ evidence: { reading } }: Numbered): boolean => {
  const { status = 0 } = reading.response ?? {};
  return !reading.success && status >= 400 && !OF_LIMITS.includes(status);
};

/** Answers that differ only in what a call asks for by this number. */
function groupsOf(all: readonly Evidence[], parameter: Parameter): readonly (readonly Numbered[])[] {
  const { name, type } = parameter;
  const numbered = all.flatMap((evidence): readonly Numbered[] => {
    const text = evidence.call.values[name] ?? '';
    if (evidence.reading.response === null || !isOfType(text, type)) return [];
    return [{ evidence, number: BigInt(canonicalValue(text, type)) }];
  });
  return grouped(numbered, ({ evidence }) => callKey(withValue(evidence.call, parameter, '')));
}

/** The fields that repeat a parameter. */
function repeating({ name }: Parameter, { cell, contract }: CellEvidence): Masked {
  const paths = fieldPaths(cell, contract).map(({ path }) => path.split('.').slice(1));
  return new Set(paths.filter((path) => sameName(path.at(-1) ?? '', name)).map((path) => path.join('.')));
}

/** A number that nobody has and that gets the data of another one, unlike every other number that nobody has. */
function misread(group: readonly Numbered[], { name, type }: NumberType, masked: Masked): readonly Shown[] {
  const isAlike = (one: Numbered, other: Numbered): boolean => areAlike(one.evidence, other.evidence, masked);
  return group.filter(hasData).flatMap((own) => {
    const isFar = ({ number }: Numbered): boolean =>
      (BigInt.asUintN(LOWER_BITS, number - own.number) === 0n || (number - own.number) % EIGHT_DIGITS === 0n) &&
      (number - own.number >= FAR || own.number - number >= FAR);
    const isNear = (one: Numbered): boolean =>
      isFar(one) || one.number === -own.number || isRoundedAlike(one.number, own.number, type);
    const others = group.filter((one) => one.number !== own.number && isUnknown(one));
    const unlike = others.filter((one) => !isNear(one));
    // What holds for all that have none of their own is no data of this number.
    if (unlike.length === 0 || unlike.some((one) => isAlike(one, own))) return [];
    return others
      .filter((one) => isNear(one) && hasData(one) && isAlike(one, own))
      .map((other): Shown => {
        const text = `${name} ${other.number} gets the data of ${name} ${own.number}`;
        const expected = `another answer than to ${own.number}, as ${name} ${unlike[0]?.number} gets`;
        const isNext = !isFar(other) && other.number !== -own.number;
        const problem = { code: `${name}-misread`, text, location: null, expected, actual: 'the same records' };
        return { evidence: other.evidence, problem: isNext ? { ...problem, part: NEXT_TO_IT } : problem };
      });
  });
}

const textsOf = (all: readonly Numbered[]): readonly string[] => [
  ...new Set(all.map(({ evidence: { reading } }) => refusalText(reading))),
];

/** A number beyond a width that is refused, otherwise than smaller ones that nobody has. */
function refusedOtherwise(group: readonly Numbered[], { name, type }: NumberType): readonly Shown[] {
  // Numbers below zero may be refused for that.
  const unknown = group.filter((one) => isUnknown(one) && one.number > 0n && !hasData(one));
  return NARROWER[type].flatMap((bits): readonly Shown[] => {
    const { narrow, wide } = byWidth(unknown, bits);
    // Another number may have no data only beside these other values.
    const refused = narrow.filter(isRefused);
    const [own = '', ...others] = textsOf(wide);
    const [expected = '', ...more] = textsOf(refused.length > 0 ? refused : narrow);
    const [first] = wide;
    // With a third answer, words that change each time show.
    const areSteady = others.length + more.length === 0 && narrow.length > 0 && unknown.length > 2;
    if (first === undefined || own === expected || !areSteady || !wide.every(isRefused)) return [];
    const text = `${name} beyond ${bits} bits is refused, unlike smaller numbers that nobody has`;
    const problem = { code: `${name}-refused`, text, location: null, expected, actual: own, part: UNKNOWN_REFUSED };
    // http.status-generated reports it too.
    const cause = narrow.some(isRefused)
      ? {}
      : { cause: `http.status-generated:${first.evidence.reading.response?.status}` };
    return [{ evidence: first.evidence, problem: { ...problem, ...cause } }];
  });
}

/** A known number beyond a width that is refused, or gets nothing where all known ones within it get data. */
function knownLost(group: readonly Numbered[], { name, type }: NumberType): readonly Shown[] {
  return NARROWER[type].flatMap((bits): readonly Shown[] => {
    const { narrow, wide } = byWidth(group, bits);
    const known = narrow.filter(isKnown);
    const [lost, ...others] = wide.filter(isKnown);
    if (lost === undefined || !known.some(hasData) || [lost, ...others].some(hasData)) return [];
    const actual = refusalText(lost.evidence.reading);
    const isOfWidth = isRefused(lost) && !textsOf(narrow).includes(actual);
    const isVouched = lost.evidence.expectation === 'sample';
    if (!isOfWidth && !isVouched && !known.every(hasData)) return [];
    const text = `A known ${name} beyond ${bits} bits ${isRefused(lost) ? 'is refused' : 'gets no data'}`;
    const problem = { code: `${name}-lost`, text, location: null, expected: 'data, as for smaller known ones', actual };
    return [{ evidence: lost.evidence, problem: isOfWidth ? problem : { ...problem, part: NOT_FOUND } }];
  });
}

function judgeNumbers(evidence: CellEvidence): CellJudgement {
  let isCompared = false;
  const shown = numbersOf(evidence.cell).flatMap((parameter): readonly Shown[] => {
    const groups = groupsOf(evidence.all, parameter);
    isCompared ||= groups.some((group) => group.some(hasData) && group.some(isUnknown));
    const masked = repeating(parameter, evidence);
    return [
      ...groups.flatMap((group) => misread(group, parameter, masked)),
      ...knownLost(groups.flat(), parameter),
      ...groups.flatMap((group) => refusedOtherwise(group, parameter)),
    ];
  });
  const first = shown.find(({ problem }) => problem.part === undefined) ?? shown[0];
  if (first !== undefined) return judged(first.evidence, first.problem);
  return isCompared ? judged() : { kind: 'not-applicable', reason: NOT_SHOWN };
}

/** A number is read as the type that the document gives it. */
export const longParameterRule: Rule = relationRule({
  id: 'request.long-parameters',
  level: 'required',
  title: 'A long or int parameter is read with all bits of its type.',
  requirements: ['operations.parameter-types'],
  standard: 'XML Schema 1.0 Part 2, sections 3.3.16 and 3.3.17',
  basis: interpreted(
    'The document types the parameters. If unknown numbers get other data or none, the data ' +
      'of one number is no answer to one that is equal only in its lower bits or last digits, or but for its sign. ' +
      'A known number beyond 16 or 32 bits, of an int or a long, may not be refused where smaller known ones get data.',
    {
      [UNKNOWN_REFUSED]: lesser('How an unknown number is refused is not shown.'),
      [NEXT_TO_IT]: lesser('Numbers that a double or float can not tell apart may both be known, with the same data.'),
      [NOT_FOUND]: lesser('Matching rules are not shown: a list may name what another operation has no data for.'),
    },
  ),
  breaks: 'Ids beyond 2^31: clients get the data of another vehicle, or none, without an error.',
  example: { right: 'recid=4295017297 answers an empty list', wrong: 'it answers the data of recid=50001' },
  appliesTo: (cell) => isRead(cell) && numbersOf(cell).length > 0,
  checks: [{ kind: 'cell', sees: 'plain calls', needsAll: true, judge: judgeNumbers }],
});
