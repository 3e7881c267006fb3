import { choicesIn, combinable, type Dimension, type Trait } from '../../calls/spelling/trait.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { probingOf } from '../check.ts';
import type { Problems } from '../judgement.ts';
import type { Rule } from '../rule.ts';
import { spellingRules } from './spelling.ts';

/** The rules of the spellings in which a cell's calls can be written. */
function rulesIn(cell: Cell, contract: Contract): readonly Rule[] {
  return spellingRules.filter(
    (rule) => rule.bindings?.includes(cell.binding) !== false && rule.appliesTo?.(cell, contract),
  );
}

/** All choices of a sender of a cell's calls that may stand beside each other. */
export function dimensionsIn(cell: Cell, contract: Contract): readonly Dimension[] {
  const all = rulesIn(cell, contract).flatMap((rule) => probingOf(rule)?.dimensions ?? []);
  return choicesIn(cell.binding, combinable(all)).filter(({ choices }) => choices.length > 0);
}

/** The rule that a call with these traits is answered as without: of several the least. None without traits. */
export function ruleOfTraits(traits: readonly Trait[]): Rule | undefined {
  const own = spellingRules.filter((rule) =>
    probingOf(rule)?.dimensions?.some(({ choices }) => choices.some((trait) => traits.includes(trait))),
  );
  return own.find(({ level }) => level === 'recommended') ?? own[0];
}

/** The traits with these ids, in order; null where this version lacks one of them. */
export function traitsNamed(ids: readonly string[]): readonly Trait[] | null {
  const all = spellingRules.flatMap((rule) => probingOf(rule)?.dimensions?.flatMap(({ choices }) => choices) ?? []);
  const named = ids.flatMap((id) => all.find((trait) => trait.id === id) ?? []);
  return named.length === ids.length ? named : null;
}

/** The ids of the traits with which calls are answered differently, by what was compared. */
export function brokenTraits(compared: Iterable<{ readonly shown: { readonly problems: Problems } | null }>) {
  const codes = [...compared].flatMap(({ shown }) => shown?.problems.map(({ code }) => code) ?? []);
  return new Set(codes.flatMap((code) => code.split('+')));
}
