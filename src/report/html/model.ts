import type { Contract } from '../../contract/model.ts';
import type { RuleVerdict } from '../../judging/judge.ts';
import { byCause, type Cause } from '../../results/causes.ts';
import type { Results } from '../../results/results.ts';
import { rules } from '../../rules/rules.ts';

/** Causes that the page describes in full. */
export const MOST_CAUSES = 100;

/** A cause and its number on the page. */
export interface NumberedCause extends Cause {
  readonly number: number;
}

/** What every part of the page is made from. */
export interface Model {
  readonly results: Results;
  readonly contract: Contract;
  readonly causes: readonly NumberedCause[];
  /** The rules that were judged, in the order of the catalogue. */
  readonly rules: readonly string[];
}

/** Prepares results for the page. */
export function modelOf(results: Results, contract: Contract): Model {
  const judged = new Set(results.cells.flatMap((cell) => cell.rules.map(({ rule }) => rule)));
  const catalogue = rules.map(({ id }) => id).filter((id) => judged.has(id));
  return {
    results,
    contract,
    causes: byCause(results.findings).map((cause, index) => ({ ...cause, number: index + 1 })),
    rules: [...new Set([...catalogue, ...judged])],
  };
}

/** The class that colours a verdict. */
export const verdictClass: Readonly<Record<RuleVerdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'open',
  'not-reached': 'open',
  'not-applicable': 'muted',
  skipped: 'muted',
};

/** The id of a cell's part of the page. */
export function cellId(operation: string, binding: string): string {
  return `cell-${operation}-${binding}`.replaceAll(/[^\w-]/g, '_');
}

/** The id of a cause's part of the page. */
export function causeId({ number }: Pick<NumberedCause, 'number'>): string {
  return `cause-${number}`;
}

/** `1 cell`, `2 cells`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Groups values by a key, in the order in which the keys appear. */
export function groupBy<T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(key(one));
    if (group === undefined) groups.set(key(one), [one]);
    else group.push(one);
  }
  return groups;
}
