import type { ExchangeJudge } from '../../../judge/judge.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { isBroken, type Problem } from '../../../rules/judgement.ts';
import type { Rule } from '../../../rules/rule.ts';
import { digestOf } from '../../../rules/same-answer.ts';
import { hasNoData } from '../../../wire/soap/parsed-response.ts';
import type { Both } from '../pairs.ts';
import { NAMESPACE_OF_ELEMENTS } from '../writing/element-paths.ts';
import { ORDER_OF_ELEMENTS } from '../writing/elements.ts';
import type { ComparisonContext } from './context.ts';
import { diffData } from './diff-data.ts';
import { diffWriting } from './diff-writing.ts';
import type { AnswerDifference, LooseLists } from './difference.ts';
import { type OneSidedRule, withCauses } from './one-cause.ts';

/** How two answers are compared. Cutting or cleaning a name must not hide a secret from `redact`. */
export interface AnswerComparison extends Pick<ComparisonContext, 'kinds' | 'rules' | 'judge' | 'redact'> {
  /** False for what a recorded answer does not show; left out for two servers. */
  readonly isSeen?: (difference: AnswerDifference) => boolean;
  /** Lists that differ by themselves; left out if there are none. */
  readonly loose?: LooseLists;
}

const NONE: LooseLists = new Map();

export function diffAnswers(
  pair: Both<Evidence>,
  { kinds, rules, judge, redact, isSeen, loose = NONE }: AnswerComparison,
) {
  const data = diffData(pair, NONE);
  // A refusal is written differently from a result: that would be the same difference twice.
  const isOther = data.some(({ subject }) => subject === 'answer');
  const alike = { data: data.length === 0, elements: data.every(({ ofTexts }) => ofTexts === true) };
  const isWriting = kinds.includes('form') || kinds.includes('spelling');
  const written = isOther || !isWriting ? [] : diffWriting(pair, alike, redact);
  const isShown = (one: AnswerDifference): boolean => kinds.includes(one.kind) && isSeen?.(one) !== false;
  const ofRules = diffRules(pair, rules, judge).filter(({ difference }) => isShown(difference));
  const orders = ofRules.flatMap(({ problems: [first] }) => (isReordered(first) ? [new Set(first.facts?.wanted)] : []));
  const isTold = ({ subject, a }: AnswerDifference): boolean => {
    if (subject === NAMESPACE_OF_ELEMENTS) return rules.length > 0;
    const names = a.split(', ').filter((name) => name !== '…');
    return subject === ORDER_OF_ELEMENTS && orders.some((told) => names.every((name) => told.has(name)));
  };
  const others = written.filter((one) => !isTold(one));
  const told = loose.size === 0 ? data : diffData(pair, loose);
  const all = [...told.filter(isShown), ...ofRules.map(({ difference }) => difference), ...others.filter(isShown)];
  return withCauses(all, ofRules);
}

export function hasData({ a, b }: Both<Evidence>): boolean {
  return [a, b].some(({ reading }) => reading.success && !hasNoData(reading));
}

/** How much the fuller of two answers says: 0 no records, 1 records, 2 records in which no list is empty. */
export function fullnessOf({ a, b }: Both<Evidence>): number {
  const all = [a, b].map(({ reading, contract }) => {
    const digest = digestOf(reading, contract);
    if (digest.kind !== 'records' || digest.records.length === 0) return 0;
    return JSON.stringify(digest.records).includes(':[]') ? 1 : 2;
  });
  return Math.max(...all);
}

/** The rules that only one of two answers breaks, each with its problems there. */
function diffRules({ a, b }: Both<Evidence>, rules: readonly Rule[], judge: ExchangeJudge): readonly OneSidedRule[] {
  return rules.flatMap((rule) => {
    const [mine, its] = [judge.judge(rule, a), judge.judge(rule, b)];
    const problems = isBroken(mine) ? mine : its;
    if (!isBroken(problems) || (isBroken(mine) && isBroken(its))) return [];
    return [{ problems, difference: brokenBy(problems === mine ? 'A' : 'B', rule, problems[0]) }];
  });
}

/** Whether a problem is that the wanted elements come in another order. */
function isReordered({ facts }: Problem): boolean {
  if (facts === undefined || facts.wanted.length < 2 || facts.wanted.length !== facts.found.length) return false;
  const { wanted, found } = facts;
  return wanted.join() !== found.join() && wanted.every((name) => found.includes(name));
}

/** What is said of the side that keeps a rule. */
export const NOT_BROKEN = 'not broken';

export function brokenBy(side: 'A' | 'B', { id, level }: Rule, problem: Problem): AnswerDifference {
  const { location, actual, expected } = problem;
  const text = `${actual} (expected ${expected})`;
  const [a, b] = side === 'A' ? [text, NOT_BROKEN] : [NOT_BROKEN, text];
  return { kind: 'rules', subject: id, change: `only ${side} breaks it`, location, a, b, whole: false, level };
}
