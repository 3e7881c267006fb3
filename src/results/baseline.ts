import { closest } from 'fastest-levenshtein';
import { dayOf } from '../base/days.ts';
import { cellName } from '../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import {
  type AcceptedDifference,
  entryName,
  failureName,
  type KnownFailure,
  type KnownFailureEntry,
  type KnownFailures,
  type LetBe,
} from '../options/known-failures.ts';
import { rulesBy, rulesFor } from '../rules/rules.ts';
import type { Finding, RuleResult } from './outcome.ts';
import type { BaselineEntryResult, BaselineResult, Results } from './results.ts';

interface Held {
  readonly outcomes: readonly Pick<RuleResult, 'rule' | 'operation' | 'binding' | 'verdict'>[];
  readonly contract: Contract;
  /** The run's day in UTC, YYYY-MM-DD. */
  readonly day: string;
}

type EntryState = BaselineEntryResult['state'];

/** What was found of that which an entry lets be: `fail` if it is there. */
export type EntryVerdict = 'pass' | 'fail' | Extract<EntryState, 'not-judged' | 'nothing'>;

/** The state of an entry by what was found and the day, YYYY-MM-DD. */
export function entryState({ expires, flaky }: LetBe, verdict: EntryVerdict, day: string): EntryState {
  const isOver = expires !== null && day > expires;
  if (verdict === 'pass') return flaky === true && !isOver ? 'flaky' : 'passes';
  return verdict === 'fail' ? (isOver ? 'expired' : 'known') : verdict;
}

/** The state of each known failure after a run. A rule and cell without a verdict changes nothing. */
export function judgeKnown(
  { entries, differences: _ofCompare, ...named }: KnownFailures,
  { outcomes, contract, day }: Held,
): BaselineResult {
  const verdicts = new Map(outcomes.map((outcome) => [failureName(outcome), outcome.verdict]));
  const verdictOf = (entry: KnownFailureEntry): EntryVerdict => {
    const verdict = verdicts.get(failureName(entry));
    if (verdict === 'pass' || verdict === 'fail') return verdict;
    // A complete run has a verdict on each rule of a cell.
    const operation = contract.operations.find(({ name }) => name === entry.operation);
    const binding = bindingNames.find((name) => name === entry.binding);
    const inCell = operation && binding ? rulesFor({ operation, binding }, contract) : [];
    return inCell.some(({ id }) => id === entry.rule) ? 'not-judged' : 'nothing';
  };
  const stated = entries.map((entry) => ({ ...entry, state: entryState(entry, verdictOf(entry), day) }));
  return { ...named, entries: stated };
}

/** The findings; those in the baseline whose last day is not over are marked as known. */
export function markKnown(findings: readonly Finding[], baseline: BaselineResult | null): readonly Finding[] {
  const live = new Set(baseline?.entries.filter(({ state }) => state === 'known').map(failureName));
  return findings.map((finding) => (live.has(failureName(finding)) ? { ...finding, known: true } : finding));
}

/** The entries that break a run, each with what to do: they pass now, match nothing or are expired. */
export function staleEntries(results: Pick<Results, 'baseline' | 'wsdl' | 'cells'>) {
  return staleIn(results.baseline, {
    passes: () => 'now passes; delete the line',
    nothing: (entry) => `matches nothing: ${absence(entry, results)}`,
    expired: ({ expires }) => `still fails after its last day, ${expires}; fix it or give the line a later day`,
  });
}

type StatedEntry = (KnownFailure | AcceptedDifference) & Pick<BaselineEntryResult, 'line' | 'state'>;

type StaleState = Exclude<EntryState, 'known' | 'flaky' | 'not-judged'>;

const isStale = (state: EntryState): state is StaleState => !['known', 'flaky', 'not-judged'].includes(state);

/** How many entries do not hold. */
export function staleCount(baseline: { readonly entries: readonly Pick<StatedEntry, 'state'>[] } | null): number {
  return baseline?.entries.filter(({ state }) => isStale(state)).length ?? 0;
}

/** The entries that do not hold, each with a sentence. @param says - what follows its name there */
export function staleIn<Entry extends StatedEntry>(
  baseline: { readonly file: string; readonly entries: readonly Entry[] } | null,
  says: Readonly<Record<StaleState, (entry: Entry) => string>>,
) {
  return (baseline?.entries ?? []).flatMap((entry) => {
    const { state, line } = entry;
    if (!isStale(state)) return [];
    const why = says[state](entry);
    return [{ ...entry, why, sentence: `${baseline?.file} line ${line}: ${entryName(entry)} ${why}` }];
  });
}

/** Why a line can match nothing: an unknown name, with the nearest one, a rule that does not judge the cell. */
function absence(entry: BaselineEntryResult, { wsdl, cells }: Pick<Results, 'wsdl' | 'cells'>): string {
  const ids = rulesBy({ by: wsdl === undefined ? 'document' : 'wsdl' }).map(({ id }) => id);
  const operations =
    wsdl === undefined
      ? operationNames(loadContract(defaultNamespace()))
      : [...wsdl.reads, ...cells.map(({ operation }) => operation)];
  return (
    unknownName('rule', entry.rule, ids) ??
    unknownCell(entry, operations) ??
    `${entry.rule} judges nothing in a cell ${cellName(entry)}; delete the line`
  );
}

export const operationNames = ({ operations }: Contract): readonly string[] => operations.map(({ name }) => name);

/** That a line names a cell that does not exist; null if it does. */
export function unknownCell(
  { operation, binding }: Pick<KnownFailure, 'operation' | 'binding'>,
  operations: readonly string[] | null,
): string | null {
  return (
    unknownName('operation', operation, operations ?? [operation]) ?? unknownName('binding', binding, bindingNames)
  );
}

/** That a line has a name that does not exist, with the nearest one; null if it does. */
export function unknownName(what: string, name: string, known: readonly string[]): string | null {
  if (known.includes(name)) return null;
  return `there is no ${what} '${name}', the nearest is '${closest(name, known)}'; correct the line or delete it`;
}

export type Given = Pick<KnownFailure, 'owner' | 'reason' | 'expires'>;

/** The known failures after a run: those that fail or have no verdict stay, others go, new findings are added. */
export function nextBaseline(results: Results, before: KnownFailures | null, given: Given, contract: Contract) {
  const outcomes = results.cells.flatMap(({ operation, binding, rules }) =>
    rules.map(({ rule, verdict }) => ({ rule, operation, binding, verdict })),
  );
  const held = { outcomes, contract, day: dayOf(new Date(results.startedAt)) };
  const found = results.findings.map(({ rule, operation, binding }): KnownFailure => {
    return { rule, operation, binding, ...given };
  });
  return nextEntries(before === null ? [] : judgeKnown(before, held).entries, found);
}

/** The next entries of a baseline, by the states of those that there are and by what was found. */
export function nextEntries<Named extends KnownFailure | AcceptedDifference>(
  judged: readonly (Named & StatedEntry)[],
  found: readonly Named[],
) {
  const isOver = ({ state }: StatedEntry) => state === 'passes' || state === 'nothing';
  const dropped = judged.filter(isOver);
  const kept = judged.filter((entry) => !isOver(entry));
  const names = new Set(kept.map(entryName));
  const added = found.filter((one) => !names.has(entryName(one)));
  const entries: readonly Named[] = [...kept, ...added];
  return { entries, kept, dropped, added };
}
