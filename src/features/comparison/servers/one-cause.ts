import { ofNamespace } from '../../../results/causes/first-cause.ts';
import type { Problem } from '../../../rules/judgement.ts';
import { type AnswerDifference, keyOf } from './difference.ts';
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

/** Changes of fields that show one cause, whatever the field. */
const OF_WRITING = /^(?:other letter case|other white space|nil only in [AB])$/;

/** The differences of two answers, each with its cause where several have one. */
export function withCauses(
  differences: readonly AnswerDifference[],
  broken: readonly OneSidedRule[],
): readonly AnswerDifference[] {
  const refusal = differences.find(({ subject, kind }) => kind === 'data' && subject === 'answer');
  const rules = broken.map((one) => {
    return { ...one, cause: refusal === undefined ? causeOf(one) : keyOf(refusal), told: subjectsOf(one) };
  });
  return differences.map((difference) => {
    const rule = rules.find((one) => one.difference === difference || one.told.has(subjectOf(difference)));
    const { kind, change } = difference;
    const ofField = kind === 'data' && OF_WRITING.test(change) ? change : undefined;
    const cause = difference === refusal ? keyOf(refusal) : (rule?.cause ?? ofField);
    return cause === undefined ? difference : { ...difference, cause };
  });
}

function causeOf({ difference, problems: [{ cause, namespace }] }: OneSidedRule): string {
  return cause ?? (namespace === undefined ? keyOf(difference) : `namespace ${namespace}`);
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
