import { plural } from '../base/words.ts';
import { failureName } from '../options/known-failures.ts';
import { exclusionOf, isCounted, sinceOf } from '../rules/rule-sets.ts';
import type { Results, UncountedRule } from './results.ts';
import type { RunRecord } from './run-record.ts';

/** A record without the rules that do not count: results are folded from it. */
export function countedPart<T extends Pick<RunRecord, 'options' | 'rules' | 'ruleResults'>>(record: T): T {
  const { ruleSet } = record.options;
  return {
    ...record,
    rules: record.rules.filter(({ id }) => isCounted(id, ruleSet)),
    ruleResults: record.ruleResults.filter(({ rule }) => isCounted(rule, ruleSet)),
  };
}

/** The rest of the record: the rules that do not count, each with its result. */
export function uncountedRules({ options, rules, cells, ruleResults }: RunRecord): readonly UncountedRule[] {
  const rest = rules.filter(({ id }) => !isCounted(id, options.ruleSet));
  if (rest.length === 0) return [];
  const outcomes = new Map(ruleResults.map((one) => [failureName(one), one]));
  return rest.map(({ id: rule, level }) => {
    const { rule: _named, ...excluded } = exclusionOf(rule) ?? { rule: null };
    const own = cells.flatMap((cell) => outcomes.get(failureName({ ...cell, rule })) ?? []);
    return {
      rule,
      level,
      since: sinceOf(rule),
      ...('reason' in excluded ? { excluded } : {}),
      cells: own.map(({ operation, binding, verdict, judged }) => ({ operation, binding, verdict, judged })),
      findings: own.flatMap(({ finding }) => finding ?? []),
    };
  });
}

/** The results of the rules that do not count, for views: a list with its title for each reason. */
export function uncountedLists({ ruleSet, uncounted = [] }: Pick<Results, 'ruleSet' | 'uncounted'>) {
  const excluded = uncounted.filter((one) => one.excluded !== undefined);
  const newer = uncounted.filter((one) => one.excluded === undefined);
  return [
    { title: `New since ${ruleSet}, not counted`, lines: newer.map(uncountedLine) },
    { title: 'Excluded from the rule set, not counted', lines: excluded.map(uncountedLine) },
  ].filter(({ lines }) => lines.length > 0);
}

/** `record.x (required, since 2027.02): fails in 2 of 80 cells; Get_Inventory/soap11: …`. */
function uncountedLine({ rule, level, since, excluded, cells, findings }: UncountedRule): string {
  const why = excluded && `, excluded on ${excluded.decided} by ${excluded.challenge}: ${excluded.reason}`;
  const count = cells.filter(({ verdict }) => verdict === 'fail').length;
  const [first] = findings;
  const shown = first === undefined ? '' : `; ${first.id}: ${first.message}`;
  return `${rule} (${level}, since ${since}${why ?? ''}): fails in ${count} of ${plural(cells.length, 'cell')}${shown}`;
}
