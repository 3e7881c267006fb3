import { grouped } from '../../../base/group-by.ts';
import { failureName } from '../../../options/known-failures.ts';
import { byCause, type Cause } from '../../../results/causes/causes.ts';
import type { Finding } from '../../../results/outcome.ts';
import { againCommand } from '../../../results/record/finding.ts';
import type { Results } from '../../../results/results.ts';
import { counts } from '../../../results/verdict.ts';
import { rulesOf } from '../../../views/finding-lines.ts';
import type { Change } from '../../../views/sections/section.ts';
import type { Both } from '../pairs.ts';
import type { FailOn, Transition } from './transitions.ts';

/** Failures of one cause, shown by the smallest example; for fixed ones the old run's. */
export interface FailureGroup
  extends Pick<Finding, 'cause' | 'level' | 'requirements' | 'message' | 'location' | 'expected' | 'actual'> {
  /** False if it is known (baseline) in every cell, or of a level that does not count. */
  readonly counts: boolean;
  readonly rules: readonly string[];
  /** Sends it again; null for what is fixed. */
  readonly again: { readonly command: string; readonly curl: string } | null;
  readonly changes: readonly Change[];
  readonly cells: readonly (Omit<Transition, 'level'> & Pick<Finding, 'id' | 'known'>)[];
}

const ABSENT = { before: 'absent', after: 'absent' } as const;

/** New failures, fixed ones and those that are still there, each grouped by cause. */
export function failures(
  all: readonly Transition[],
  { a: old, b: now }: Both<Results>,
  failOn: FailOn,
  newFile: string,
  tool?: string,
) {
  const states = new Map(all.map((one) => [failureName(one), one]));
  const before = new Map(old.findings.map((finding) => [failureName(finding), finding]));
  const groupsOf = (findings: readonly Finding[], isOpen: boolean, wanted: (one: Transition) => boolean) => {
    const keys = new Set(all.filter(wanted).map(failureName));
    const mine = findings.filter((finding) => keys.has(failureName(finding)));
    const told = new Set(mine.map(failureName));
    const mute = all.filter((one) => wanted(one) && !told.has(failureName(one)));
    const groups = byChanges(mine, before).flatMap(({ changes, findings: alike }) =>
      byCause(alike).map((cause) => shown(cause, changes, isOpen)),
    );
    return [...groups, ...unexplained(mute, failOn)];
  };
  const shown = (cause: Cause, changes: readonly Change[], isOpen: boolean): FailureGroup => {
    const { cause: name, smallest, findings } = cause;
    const { level, requirements, message, location, expected, actual, reproduce } = smallest;
    const rules = rulesOf(findings);
    return {
      ...{ cause: name, level, rules, requirements, message, location, expected, actual },
      counts: findings.some((finding) => !finding.known && counts(finding, failOn)),
      // The finding's own command names the file where the run wrote it.
      again: isOpen ? { command: againCommand(newFile, smallest, now.target, tool), curl: reproduce.curl } : null,
      changes,
      cells: findings.map((finding) => {
        const { rule, operation, binding, known } = finding;
        const { before, after } = states.get(failureName(finding)) ?? ABSENT;
        return { id: finding.id, rule, operation, binding, known, before, after };
      }),
    };
  };
  return {
    new: groupsOf(now.findings, true, (one) => one.after === 'fail' && one.before !== 'fail'),
    fixed: groupsOf(old.findings, false, (one) => one.before === 'fail' && one.after === 'pass'),
    still: groupsOf(now.findings, true, (one) => one.before === 'fail' && one.after === 'fail'),
  };
}

/** Findings that changed in the same way, or not at all, are grouped; the changed ones first. */
function byChanges(findings: readonly Finding[], before: ReadonlyMap<string, Finding>) {
  const all = findings.map((finding) => {
    const old = before.get(failureName(finding)) ?? finding;
    const changed = (['message', 'expected', 'actual'] as const).filter((what) => old[what] !== finding[what]);
    return { finding, changes: changed.map((what) => ({ what, old: old[what], new: finding[what] })) };
  });
  return grouped(all, ({ changes }) => JSON.stringify(changes))
    .map((group) => ({ changes: group[0].changes, findings: group.map(({ finding }) => finding) }))
    .toSorted((a, b) => Number(b.changes.length > 0) - Number(a.changes.length > 0));
}

/** Failures without a finding count too: results of other tools may have them. */
function unexplained(all: readonly Transition[], failOn: FailOn): readonly FailureGroup[] {
  return grouped(all, ({ rule }) => rule).map((group) => {
    const [{ rule, level }] = group;
    return {
      cause: rule,
      level,
      counts: counts({ level }, failOn),
      rules: [rule],
      requirements: [],
      message: 'The results file has no finding for it.',
      location: null,
      expected: '',
      actual: '',
      again: null,
      changes: [],
      cells: group.map((one) => {
        const { operation, binding, before, after } = one;
        return { id: failureName(one), rule, operation, binding, before, after, known: false };
      }),
    };
  });
}
