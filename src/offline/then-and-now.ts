import { cellName } from '../contract/cell-name.ts';
import type { RuleVerdict } from '../judging/judge.ts';
import type { Results } from '../results/results.ts';
import type { Rule } from '../rules/rule.ts';

/** A rule in a cell, by what it came to when it was recorded and comes to now. */
export interface Change {
  readonly rule: string;
  readonly operation: string;
  readonly binding: string;
}

/** How a judgement of recorded exchanges differs from the one of the run that recorded them. */
export interface ThenAndNow {
  /** Passed then, fail now. */
  readonly failing: readonly Change[];
  /** Failed then, pass now. */
  readonly passing: readonly Change[];
  /** Passed or failed then, and what was recorded does not suffice to tell; rules that need traffic are not among them. */
  readonly unproved: readonly Change[];
  /** Failed then, and only traffic can tell whether they still do. */
  readonly trafficFailed: readonly Change[];
}

/** Compares two judgements, rule by rule and cell by cell. */
export function thenAndNow(before: Results, now: Results, rules: readonly Rule[]): ThenAndNow {
  const verdicts = new Map(
    before.cells.flatMap((cell) => cell.rules.map((one) => [keyOf({ ...cell, rule: one.rule }), one.verdict] as const)),
  );
  const probing = new Set(rules.flatMap(({ id, probing: sends }) => (sends === undefined ? [] : [id])));
  const changes = now.cells.flatMap(({ operation, binding, rules: judged }) =>
    judged.map(({ rule, verdict }) => {
      const place = { rule, operation, binding };
      return { place, before: verdicts.get(keyOf(place)), now: verdict, sends: probing.has(rule) };
    }),
  );
  const where = (is: (one: (typeof changes)[number]) => boolean): readonly Change[] =>
    changes.filter(is).map(({ place }) => place);
  return {
    failing: where((one) => one.before === 'pass' && one.now === 'fail'),
    passing: where((one) => one.before === 'fail' && one.now === 'pass'),
    unproved: where((one) => !one.sends && isVerdict(one.before) && !isVerdict(one.now)),
    trafficFailed: where((one) => one.sends && one.before === 'fail'),
  };
}

function isVerdict(verdict: RuleVerdict | undefined): boolean {
  return verdict === 'pass' || verdict === 'fail';
}

function keyOf(one: Change): string {
  return `${one.rule}@${cellName(one)}`;
}
