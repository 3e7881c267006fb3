import { closest } from 'fastest-levenshtein';
import { dayOf } from '../base/days.ts';
import { cellName } from '../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import {
  failureName,
  type KnownFailure,
  type KnownFailureEntry,
  type KnownFailures,
} from '../options/known-failures.ts';
import { rules, rulesFor } from '../rules/rules.ts';
import type { Finding, RuleResult } from './outcome.ts';
import type { BaselineEntryResult, BaselineResult, Results } from './results.ts';

interface Held {
  readonly outcomes: readonly Pick<RuleResult, 'rule' | 'operation' | 'binding' | 'verdict'>[];
  readonly contract: Contract;
  /** The run's day in UTC, YYYY-MM-DD. */
  readonly day: string;
}

/** The state of each known failure after a run. A rule and cell without a verdict changes nothing. */
export function judgeKnown({ entries, ...named }: KnownFailures, { outcomes, contract, day }: Held): BaselineResult {
  const verdicts = new Map(outcomes.map((outcome) => [failureName(outcome), outcome.verdict]));
  const stateOf = (entry: KnownFailureEntry): BaselineEntryResult['state'] => {
    const verdict = verdicts.get(failureName(entry));
    const isOver = entry.expires !== null && day > entry.expires;
    if (verdict === 'pass') return entry.flaky === true && !isOver ? 'flaky' : 'passes';
    if (verdict === 'fail') return isOver ? 'expired' : 'known';
    // A complete run has a verdict on each rule of a cell.
    const operation = contract.operations.find(({ name }) => name === entry.operation);
    const binding = bindingNames.find((name) => name === entry.binding);
    const inCell = operation && binding ? rulesFor({ operation, binding }, contract) : [];
    return inCell.some(({ id }) => id === entry.rule) ? 'not-judged' : 'nothing';
  };
  return { ...named, entries: entries.map((entry) => ({ ...entry, state: stateOf(entry) })) };
}

/** The findings; those in the baseline whose last day is not over are marked as known. */
export function markKnown(findings: readonly Finding[], baseline: BaselineResult | null): readonly Finding[] {
  const live = new Set(baseline?.entries.filter(({ state }) => state === 'known').map(failureName));
  return findings.map((finding) => (live.has(failureName(finding)) ? { ...finding, known: true } : finding));
}

const HOLDS: ReadonlySet<BaselineEntryResult['state']> = new Set(['known', 'flaky', 'not-judged']);

/** The entries that break a run, each with what to do: they pass now, match nothing or are expired. */
export function staleEntries(baseline: BaselineResult | null) {
  const stale = baseline?.entries.filter(({ state }) => !HOLDS.has(state)) ?? [];
  return stale.map((entry) => ({ ...entry, sentence: staleSentence(entry, baseline?.file ?? '') }));
}

function staleSentence(entry: BaselineEntryResult, file: string): string {
  const where = `${file} line ${entry.line}: ${failureName(entry)}`;
  if (entry.state === 'passes') return `${where} now passes; delete the line`;
  if (entry.state === 'nothing') return `${where} matches nothing: ${absence(entry)}`;
  return `${where} still fails after its last day, ${entry.expires}; fix it or give the line a later day`;
}

/** Why a line can match nothing: a name that does not exist, with the nearest one, or a rule that does not judge the cell. */
function absence(entry: BaselineEntryResult): string {
  const operations = loadContract(defaultNamespace()).operations.map(({ name }) => name);
  const names: readonly (readonly ['rule' | 'operation' | 'binding', readonly string[]])[] = [
    ['rule', rules.map(({ id }) => id)],
    ['operation', operations],
    ['binding', bindingNames],
  ];
  const [unknown] = names.filter(([what, known]) => !known.includes(entry[what]));
  if (unknown === undefined) return `${entry.rule} judges nothing in a cell ${cellName(entry)}; delete the line`;
  const [what, known] = unknown;
  return `there is no ${what} '${entry[what]}', the nearest is '${closest(entry[what], known)}'; correct the line or delete it`;
}

/** The known failures of a server after a run, and the states of the earlier ones. */
export type NextBaseline = ReturnType<typeof nextBaseline>;

export type Given = Pick<KnownFailure, 'owner' | 'reason' | 'expires'>;

/** The known failures after a run: those that fail or have no verdict stay, others go, new findings are added. */
export function nextBaseline(results: Results, before: KnownFailures | null, given: Given, contract: Contract) {
  const outcomes = results.cells.flatMap(({ operation, binding, rules }) =>
    rules.map(({ rule, verdict }) => ({ rule, operation, binding, verdict })),
  );
  const held = { outcomes, contract, day: dayOf(new Date(results.startedAt)) };
  const judged = before === null ? [] : judgeKnown(before, held).entries;
  const isOver = ({ state }: BaselineEntryResult) => state === 'passes' || state === 'nothing';
  const dropped = judged.filter(isOver);
  const kept = judged.filter((entry) => !isOver(entry));
  const names = new Set(kept.map(failureName));
  const added = results.findings
    .filter((finding) => !names.has(failureName(finding)))
    .map(({ rule, operation, binding }): KnownFailure => ({ rule, operation, binding, ...given }));
  const entries: readonly KnownFailure[] = [...kept, ...added];
  return { entries, kept, dropped, added };
}
