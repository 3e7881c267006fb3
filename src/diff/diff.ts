import { cellName } from '../contract/cell-name.ts';
import type { Results } from '../results/results.ts';
import { isCounted, isOlder } from '../rules/rule-sets.ts';
import { cameAndWent, fields, headerValues, observations, onlyIn, requirements } from './coverage.ts';
import { failures } from './failures.ts';
import { latency } from './latency.ts';
import type { Diff, RunFacts, Told } from './model.ts';
import { notes } from './notes.ts';
import { summaryOf } from './summary.ts';
import { distinctCells, evidence, transitions } from './transitions.ts';
import { wire } from './wire.ts';

export interface DiffOptions {
  readonly oldFile: string;
  readonly newFile: string;
  readonly failOn?: Diff['failOn'];
  /** How the user started this program, for the commands. */
  readonly tool?: string;
}

/** Compares an earlier run with a later one, by the rules that the rule sets of both have. */
export function diffResults(before: Results, after: Results, options: DiffOptions): Diff {
  const [old, now] = withCommonRules(before, after);
  const { oldFile, newFile, failOn = now.options.failOn, tool } = options;
  const all = transitions(old, now);
  const compared = { old, new: now, failOn };
  const told = {
    schemaVersion: 1,
    failOn,
    old: factsOf(old, oldFile),
    new: factsOf(now, newFile),
    notes: notes(old, now),
    failures: failures(all, compared, newFile, tool),
    evidence: evidence(all, compared),
    cells: cameAndWent(old.cells, now.cells, cellName, distinctCells),
    fields: fields(old, now),
    wire: wire(old.exchanges, now.exchanges),
    observations: observations(old.observations, now.observations),
    requirements: requirements(old.coverage, now.coverage),
    headerValues: headerValues(old, now),
    warnings: onlyIn(old.warnings, now.warnings, (warning) => warning),
    latency: latency(old, now),
  } as const;
  return { ...told, summary: summaryOf(told), ...outcomeOf(told) };
}

function factsOf(results: Results, file: string): RunFacts {
  const { target, namespace, startedAt, suite, seed, profile, ruleSet, requests, verdict, incomplete } = results;
  const when = { startedAt, suiteVersion: suite.version, ...(ruleSet === undefined ? {} : { ruleSet }) };
  return { file, target, namespace, ...when, seed, profile, requests, verdict, incomplete };
}

/** 1: a rule that counts newly fails, or another namespace. 3: such a rule is no longer judged, or the suite failed. */
function outcomeOf(diff: Told): Pick<Diff, 'outcome' | 'exitCode'> {
  const isRenamed = diff.old.namespace !== diff.new.namespace;
  if (isRenamed || diff.failures.new.some(({ counts }) => counts)) return { outcome: 'regressed', exitCode: 1 };
  const broken = diff.new.verdict === 'error' && diff.old.verdict !== 'error';
  if (broken || diff.evidence.lost.some(({ counts }) => counts)) return { outcome: 'evidence-lost', exitCode: 3 };
  return { outcome: hasChanges(diff) ? 'changed' : 'unchanged', exitCode: 0 };
}

/** A latency inside its spread is no change. */
function hasChanges(diff: Told): boolean {
  const { failures, evidence, cells, fields, wire, observations, headerValues, warnings, latency } = diff;
  const lists = [
    ...[failures.new, failures.fixed, failures.still.filter(({ changes }) => changes.length > 0)],
    ...[evidence.lost, evidence.gained, diff.requirements, wire.changes, observations.changed],
    ...[cells, fields, observations, headerValues, warnings].flatMap(({ came, went }) => [came, went]),
  ];
  const isShifted = latency.overall === 'slower' || latency.overall === 'faster';
  return lists.some((list) => list.length > 0) || latency.slower + latency.faster > 0 || isShifted;
}

/** Two runs without rules of only one of their sets: a newer suite itself makes no server worse. */
export function withCommonRules(old: Results, now: Results): readonly [old: Results, now: Results] {
  const [one, other] = [old.ruleSet, now.ruleSet];
  if (one === undefined || other === undefined || one === other) return [old, now];
  const set = isOlder(one, other) ? one : other;
  return [ofSet(old, set), ofSet(now, set)];
}

function ofSet(results: Results, set: string): Results {
  const isCommon = ({ rule }: { readonly rule: string }): boolean => isCounted(rule, set);
  return {
    ...results,
    cells: results.cells.map((cell) => ({ ...cell, rules: cell.rules.filter(isCommon) })),
    findings: results.findings.filter(isCommon),
    inconclusive: results.inconclusive.filter(isCommon),
    // A clause's result comes from all rules based on it.
    coverage: { ...results.coverage, requirements: [] },
  };
}
