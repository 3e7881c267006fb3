import { hasNoData } from '../bindings/parsed-response.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import type { Redact } from '../results/record/redact.ts';
import type { Both, Kind, Spotted } from './difference.ts';
import { differAsWholes, spotData } from './diff-data.ts';
import { spotForm } from './diff-form.ts';
import { spotRules } from './diff-rules.ts';

/** By what two answers are compared. */
export interface Comparing {
  readonly kinds: readonly Kind[];
  readonly rules: readonly Rule[];
  /** What a name is cut or cleaned to must not hide a secret from it. */
  readonly redact: Redact;
}

/** All that two answers to the same call differ in. Pure. */
export function spot(pair: Both<Evidence>, { kinds, rules, redact }: Comparing): readonly Spotted[] {
  const data = spotData(pair);
  // A refusal is written in another way than a result: that is the same difference, said twice.
  const form = differAsWholes(pair) ? [] : spotForm(pair, data.length === 0, redact);
  const all = [...data, ...(kinds.includes('rules') ? spotRules(pair, rules) : []), ...form];
  return all.filter(({ kind }) => kinds.includes(kind));
}

/** What groups differences that are one. */
export function keyOf({ kind, subject, change }: Spotted): string {
  return JSON.stringify([kind, subject, change]);
}

/** What a difference is about, in whichever way it differs: one element, where it is about elements. */
export function topicOf({ kind, subject, location }: Spotted): string {
  return JSON.stringify([kind, subject, subject === 'elements' ? location : null]);
}

/** True where either of two answers holds a record. */
export function hasData({ a, b }: Both<Evidence>): boolean {
  return [a, b].some(({ reading }) => reading.success && !hasNoData(reading));
}
