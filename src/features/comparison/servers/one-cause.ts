import { grouped } from '../../../base/group-by.ts';
import { ofNamespace } from '../../../results/causes/first-cause.ts';
import type { Problem } from '../../../rules/judgement.ts';
import { placeName } from '../pairs.ts';
import { textChanges } from './diff-data.ts';
import { type AnswerDifference, keyOf } from './difference.ts';
import type { DifferenceGroup } from './groups.ts';
import { elementsIn, leafOf } from './names.ts';

/** A rule that one of two answers breaks. */
export interface OneSidedRule {
  readonly difference: AnswerDifference;
  readonly problems: readonly [Problem, ...Problem[]];
}

/** What a rule says of the head of an answer, or of its namespace. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  'http.content-type': ['mediaType', 'charset', 'header content-type'],
  'http.content-length': ['header content-length', 'header transfer-encoding'],
  'http.status': ['status'],
  'xml.bom': ['byte order mark'],
};

/** Changes that show one cause, whatever the field or element. */
const OF_WRITING: ReadonlySet<string> = new Set([
  ...textChanges.map(([change]) => change),
  'nil only in A',
  'nil only in B',
]);

/** The differences of two answers, each with its cause where several have one. */
export function withCauses(
  differences: readonly AnswerDifference[],
  broken: readonly OneSidedRule[],
): readonly AnswerDifference[] {
  const refusal = differences.find(({ subject, kind }) => kind === 'data' && subject === 'answer');
  const writing = differences.filter(({ change }) => OF_WRITING.has(change));
  const rules = broken.map((one) => {
    const told = subjectsOf(one);
    const shown = writing.find((difference) => told.has(subjectOf(difference)))?.change ?? causeOf(one);
    return { ...one, cause: refusal === undefined ? shown : keyOf(refusal), told };
  });
  return differences.map((difference) => {
    if (difference === refusal) return { ...difference, cause: keyOf(refusal) };
    const rule = rules.find((one) => one.difference === difference || one.told.has(subjectOf(difference)));
    const cause = rule?.cause ?? (writing.includes(difference) ? difference.change : difference.cause);
    return cause === undefined ? difference : { ...difference, cause };
  });
}

/** The cause of all that shows one other namespace. */
export const ofOtherNamespace = (namespace: string): string => `namespace ${namespace}`;

function causeOf({ difference, problems: [{ cause, namespace }] }: OneSidedRule): string {
  return cause ?? (namespace === undefined ? keyOf(difference) : ofOtherNamespace(namespace));
}

/** What else a broken rule tells: parts of the head, and elements by their names. */
function subjectsOf({ difference: { subject }, problems }: OneSidedRule): ReadonlySet<string> {
  const elements = problems.flatMap(({ location, expected, actual }) => [
    leafOf(location),
    ...elementsIn(`${expected}${actual}`),
  ]);
  const named = elements.filter((name) => name !== '').map((name) => `<${name}>`);
  return new Set([...(SUBJECTS[subject] ?? []), ...(ofNamespace.has(subject) ? ['namespace', 'root'] : named)]);
}

function subjectOf({ kind, subject, location }: AnswerDifference): string {
  if (kind === 'data') return `<${leafOf(subject)}>`;
  return subject === 'elements' ? `<${leafOf(location)}>` : subject;
}

/** What is told of a difference beside the one that it has its cause with. */
export type AlikeDifference = Pick<DifferenceGroup, 'kind' | 'subject' | 'change' | 'level' | 'a' | 'b'>;

/** A difference as it is told: the gravest of its cause, in the cells of all. */
export interface ToldDifference extends Omit<DifferenceGroup, 'cause'> {
  readonly alike?: readonly AlikeDifference[];
}

/** Differences of one cause as one. @param differences - the gravest first */
export function toldOnce(differences: readonly DifferenceGroup[]): readonly ToldDifference[] {
  return grouped(differences, (one) => one.cause ?? keyOf(one)).map((all) => {
    const [{ cause: _grouped, ...first }, ...others] = all;
    if (others.length === 0) return first;
    const cells = grouped(
      all.flatMap((one) => one.cells),
      placeName,
    ).map((same) => ({
      ...same[0],
      calls: Math.max(...same.map(({ calls }) => calls)),
      names: [...new Set(same.flatMap(({ names }) => names))],
    }));
    const alike = others.map(({ kind, subject, change, level, a, b }) => ({ kind, subject, change, level, a, b }));
    return { ...first, cells, alike };
  });
}
