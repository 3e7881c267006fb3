import { readFileSync } from 'node:fs';
import type { Level } from './rule.ts';

/** A set of rules: those of all earlier sets, and its own. A published set never changes. */
interface RuleSet {
  /** Year and month of publication: 2026.11. */
  readonly name: string;
  /** SHA-256 (hex) of the specimens of its rules at the time of publication; null before. */
  readonly digest: string | null;
  /** Id → level of the rules that came with it, also those on client requests. */
  readonly rules: Readonly<Record<string, Level>>;
}

/** A rule that a challenge took out of every set (docs/challenges.md). */
export interface Exclusion {
  readonly rule: string;
  /** The issue in which it was contested. */
  readonly challenge: string;
  readonly reason: string;
  /** The day of the decision, YYYY-MM-DD. */
  readonly decided: string;
}

const text = readFileSync(new URL('../../specs/rule-sets.json', import.meta.url), 'utf8');

/** What specs/rule-sets.json says; the oldest set first. */
export const ruleSets: {
  readonly sets: readonly RuleSet[];
  readonly excluded: readonly Exclusion[];
  /** Rules that judge no more. No other rule gets one of their ids. */
  readonly retired: readonly { readonly rule: string; readonly reason: string }[];
} = JSON.parse(text);

export const ruleSetNames: readonly string[] = ruleSets.sets.map(({ name }) => name);

/** The set used when none is named. */
export const newestRuleSet = ruleSetNames.at(-1) ?? '';

/** The set that a rule came with; 'unpublished' if none. */
export function sinceOf(rule: string): string {
  return ruleSets.sets.find(({ rules }) => Object.hasOwn(rules, rule))?.name ?? 'unpublished';
}

/** The challenge that excluded a rule; null if none did. */
export function exclusionOf(rule: string): Exclusion | null {
  return ruleSets.excluded.find((one) => one.rule === rule) ?? null;
}

/** Whether the first of two sets is the older one. A set unknown to this program is newer than those it knows. */
export function isOlder(one: string, other: string): boolean {
  const place = (name: string): number => (ruleSetNames.includes(name) ? ruleSetNames.indexOf(name) : Infinity);
  return place(one) < place(other);
}

/** Whether a rule counts in a set: it came with it or earlier, and is not excluded. */
export function isCounted(rule: string, set: string = newestRuleSet): boolean {
  return !isOlder(set, sinceOf(rule)) && exclusionOf(rule) === null;
}

export function counted<T extends { readonly id: string }>(rules: readonly T[], set?: string): readonly T[] {
  return rules.filter(({ id }) => isCounted(id, set));
}
