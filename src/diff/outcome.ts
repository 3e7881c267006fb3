import type { Diff } from './model.ts';

type Told = Omit<Diff, 'summary' | 'outcome' | 'exitCode'>;

/**
 * What a machine makes of a diff. 1: a rule of a level that counts fails, is not known (baseline) and did not fail
 * before, whether it passed then or had not been judged. 3: none does, but such a rule was judged and is no longer, or
 * the suite itself failed in the new run. 0: nothing got worse; what else changed is for people to read.
 */
export function outcomeOf(diff: Told): Pick<Diff, 'outcome' | 'exitCode'> {
  if (diff.failures.new.some(({ counts }) => counts)) return { outcome: 'regressed', exitCode: 1 };
  const broken = diff.new.verdict === 'error' && diff.old.verdict !== 'error';
  if (broken || diff.evidence.lost.some(({ counts }) => counts)) return { outcome: 'evidence-lost', exitCode: 3 };
  return { outcome: hasChanges(diff) ? 'changed' : 'unchanged', exitCode: 0 };
}

/** True where there is anything to tell; a latency inside its spread is not. */
function hasChanges(diff: Told): boolean {
  const { failures, evidence, cells, fields, wire, observations, headerValues, warnings, latency } = diff;
  const lists = [
    ...[failures.new, failures.fixed, failures.still.filter(({ changes }) => changes.length > 0)],
    ...[evidence.lost, evidence.gained, diff.requirements, wire.changes, observations.changed],
    ...[cells, fields, observations, headerValues, warnings].flatMap(({ came, went }) => [came, went]),
  ];
  return (
    lists.some((list) => list.length > 0) ||
    latency.slower + latency.faster > 0 ||
    latency.overall === 'slower' ||
    latency.overall === 'faster'
  );
}
