import { hasNoData } from '../bindings/parsed-response.ts';
import type { Judge } from '../judging/judge.ts';
import type { Redact } from '../results/record/redact.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { diffData, differAsWholes } from './diff-data.ts';
import { diffForm } from './diff-form.ts';
import { diffRules } from './diff-rules.ts';
import type { AnswerDifference, Both, Kind } from './difference.ts';

/** By what two answers are compared. */
export interface Comparing {
  readonly kinds: readonly Kind[];
  readonly rules: readonly Rule[];
  readonly judge: Judge;
  /** What a name is cut or cleaned to must not hide a secret from it. */
  readonly redact: Redact;
}

/** All that two answers to the same call differ in. Pure. */
export function diffAnswers(
  pair: Both<Evidence>,
  { kinds, rules, judge, redact }: Comparing,
): readonly AnswerDifference[] {
  const data = diffData(pair);
  // A refusal is written in another way than a result: that is the same difference, said twice.
  const form = differAsWholes(pair) ? [] : diffForm(pair, data.length === 0, redact);
  const all = [...data, ...diffRules(pair, rules, judge), ...form];
  return all.filter(({ kind }) => kinds.includes(kind));
}

/** What groups differences that are one. */
export function keyOf({ kind, subject, change }: AnswerDifference): string {
  return JSON.stringify([kind, subject, change]);
}

/** What a difference is about, in whichever way it differs: one element, where it is about elements. */
export function topicOf({ kind, subject, location }: AnswerDifference): string {
  return JSON.stringify([kind, subject, subject === 'elements' ? location : null]);
}

/** True where either of two answers holds a record. */
export function hasData({ a, b }: Both<Evidence>): boolean {
  return [a, b].some(({ reading }) => reading.success && !hasNoData(reading));
}
