import type { InCell } from '../../../results/outcome.ts';
import type { Redact } from '../../../results/record/redact.ts';
import type { Level } from '../../../rules/rule.ts';

/**
 * How servers are compared, from the gravest kind to the mildest: what they say, rules they break, their descriptions,
 * how they write it, what they do beyond the document, and the same infoset in other bytes.
 */
export const kinds = ['data', 'rules', 'wsdl', 'form', 'observations', 'spelling'] as const;
export type DifferenceKind = (typeof kinds)[number];

/** What traffic can show: neither observations nor a WSDL is a read of clients. */
export const trafficKinds = kinds.filter((kind) => kind !== 'observations' && kind !== 'wsdl');

/** The mildest kind that makes the exit code 1, if the user names none. */
export const USUAL_FAIL_ON: DifferenceKind = 'observations';

/** True if a difference of this kind makes the exit code 1. @param failOn - the mildest kind that does */
export function countsFor(kind: DifferenceKind, failOn: DifferenceKind): boolean {
  return kinds.indexOf(kind) <= kinds.indexOf(failOn);
}

/** One difference between two answers to the same request, as it was seen: texts uncut, secrets not masked. */
export interface AnswerDifference {
  readonly kind: DifferenceKind;
  /** What differs: a field by its type (`Video.Title`), a rule, a header line, an observer. */
  readonly subject: string;
  /** How it differs. Kind, subject and change are the key that groups differences over cells. */
  readonly change: string;
  readonly location: string | null;
  readonly a: string;
  readonly b: string;
  /** The whole answers differ, so nothing within them can be compared. */
  readonly whole: boolean;
  readonly oneSided?: boolean;
  /** Both have a text there: which elements there are does not follow from it. */
  readonly ofTexts?: boolean;
  /** Of a list: one side has more items, or has them in another order. */
  readonly ofList?: LooseWay | null;
  /** The level of the rule; null if it is not about a rule. */
  readonly level: Level | null;
  /** Its parts, in words, if each can come or go by itself. */
  readonly parts?: readonly string[];
  /** What several differences of an answer have in common; left out if nothing is known of it. */
  readonly cause?: string;
  /** Of a difference of descriptions: the toolkits whose generated clients it breaks. */
  readonly breaks?: readonly string[];
}

export function keyOf({ kind, subject, change }: Pick<AnswerDifference, 'kind' | 'subject' | 'change'>): string {
  return JSON.stringify([kind, subject, change]);
}

/** What a difference is about, whatever its kind: one element, if it is about elements. */
export function topicOf({ kind, subject, location }: AnswerDifference): string {
  return JSON.stringify([kind, subject, subject === 'elements' ? location : null]);
}

export type LooseWay = 'items' | 'order';

/** By subject, the lists that differ by themselves, and how. */
export type LooseLists = ReadonlyMap<string, LooseWay>;

export function masked(difference: AnswerDifference, redact: Redact): AnswerDifference {
  const { subject, change, location, a, b } = difference;
  const texts = { subject: redact(subject), change: redact(change), a: redact(a), b: redact(b) };
  return { ...difference, ...texts, location: location === null ? null : redact(location) };
}

/** Why a difference counts against no server: one answers the same differently, or the call was not sent again. */
export type WhyUncounted = 'a varies' | 'b varies' | 'both vary' | 'a write is not sent twice' | 'not asked again';

/** Why a difference counts against neither of two servers that may vary by themselves; null if both are steady. */
export function whyVarying(aVaries: boolean, bVaries: boolean): WhyUncounted | null {
  if (aVaries && bVaries) return 'both vary';
  return aVaries ? 'a varies' : bVaries ? 'b varies' : null;
}

export type CellState = 'same' | 'different' | 'nothing-compared' | 'skipped' | 'not-reached';

export interface ComparedCell extends InCell {
  readonly state: CellState;
  /** Why nothing was compared; null if something was. */
  readonly reason: string | null;
  /** Calls that both answered, and how many of them either answered with data. */
  readonly calls: number;
  readonly withData: number;
}
