import { byCause, type Cause } from '../results/causes.ts';
import type { Finding } from '../results/outcome.ts';
import { replayCommand } from '../results/record/finding.ts';
import type { Results } from '../results/results.ts';
import { counts } from '../results/verdict.ts';
import { grouped } from './cell-ref.ts';
import type { Change, Diff, FailedCell, FailureGroup } from './model.ts';
import { findingKey, type Transition } from './transitions.ts';

interface Compared {
  readonly old: Results;
  readonly new: Results;
  readonly newFile: string;
  readonly failOn: Diff['failOn'];
}

/** New failures, fixed ones and those that are still there, each grouped by cause. */
export function failures(all: readonly Transition[], compared: Compared): Diff['failures'] {
  const { old, new: now } = compared;
  const states = new Map(all.map((one) => [findingKey(one), one]));
  const before = new Map(old.findings.map((finding) => [findingKey(finding), finding]));
  const groupsOf = (
    findings: readonly Finding[],
    wanted: (one: Transition) => boolean,
    group: (mine: readonly Finding[]) => readonly FailureGroup[],
  ): readonly FailureGroup[] => {
    const keys = new Set(all.filter(wanted).map(findingKey));
    const mine = findings.filter((finding) => keys.has(findingKey(finding)));
    const told = new Set(mine.map(findingKey));
    const mute = all.filter((one) => wanted(one) && !told.has(findingKey(one)));
    return [...group(mine), ...unexplained(mute, compared.failOn)];
  };
  const shown = (cause: Cause, changes: readonly Change[], isOpen: boolean): FailureGroup => ({
    ...textsOf(cause),
    counts: cause.findings.some((finding) => !finding.known && counts(finding, compared.failOn)),
    again: isOpen ? againOf(cause.smallest, compared.newFile, now.target) : null,
    changes,
    cells: cause.findings.map((finding) => failedCell(finding, states.get(findingKey(finding)))),
  });
  return {
    new: groupsOf(
      now.findings,
      (one) => one.after === 'fail' && one.before !== 'fail',
      (mine) => byCause(mine).map((cause) => shown(cause, [], true)),
    ),
    fixed: groupsOf(
      old.findings,
      (one) => one.before === 'fail' && one.after === 'pass',
      (mine) => byCause(mine).map((cause) => shown(cause, [], false)),
    ),
    still: groupsOf(
      now.findings,
      (one) => one.before === 'fail' && one.after === 'fail',
      (mine) =>
        byChanges(mine, before).flatMap(({ changes, findings }) =>
          byCause(findings).map((cause) => shown(cause, changes, true)),
        ),
    ),
  };
}

function failedCell(finding: Finding, state: Transition | undefined): FailedCell {
  const { id, rule, operation, binding, known } = finding;
  return { id, rule, operation, binding, known, before: state?.before ?? 'absent', after: state?.after ?? 'absent' };
}

function textsOf({ cause, smallest, findings }: Cause) {
  const { level, requirements, message, location, expected, actual } = smallest;
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return { cause, level, rules, requirements, message, location, expected, actual };
}

/** The finding's own command names the file as it was when the run wrote it; it may have moved since. */
function againOf({ id, reproduce }: Finding, file: string, target: string): FailureGroup['again'] {
  return { command: replayCommand(file, id, target), curl: reproduce.curl };
}

/** Findings that changed in the same way, or not at all, come together; the changed ones first. */
function byChanges(findings: readonly Finding[], before: ReadonlyMap<string, Finding>) {
  const all = findings.map((finding) => ({ finding, changes: changesOf(before.get(findingKey(finding)), finding) }));
  return grouped(all, ({ changes }) => JSON.stringify(changes))
    .map((group) => ({ changes: group[0].changes, findings: group.map(({ finding }) => finding) }))
    .toSorted((a, b) => Number(b.changes.length > 0) - Number(a.changes.length > 0));
}

function changesOf(old: Finding | undefined, now: Finding): readonly Change[] {
  if (old === undefined) return [];
  return (['message', 'expected', 'actual'] as const)
    .filter((what) => old[what] !== now[what])
    .map((what) => ({ what, old: old[what], new: now[what] }));
}

/** Verdicts without a finding, as a results file of another hand may have them: they count all the same. */
function unexplained(all: readonly Transition[], failOn: Diff['failOn']): readonly FailureGroup[] {
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
        return { id: findingKey(one), rule, operation, binding, before, after, known: false };
      }),
    };
  });
}
