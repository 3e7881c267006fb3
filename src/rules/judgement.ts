/** What was wanted and what was found, as data: names, media types, values. Findings of one mistake have the same. */
export interface Facts {
  readonly wanted: readonly string[];
  readonly found: readonly string[];
}

/** One rule broken at one place. */
export interface Problem {
  /** Stable name of what is wrong, kebab-case or a field path: rule and code group findings of one cause over cells. */
  readonly code: string;
  /** The problem in one sentence without a full stop. */
  readonly text: string;
  readonly location: string | null;
  readonly expected: string;
  readonly actual: string;
  /** The key that groups findings, `rule:code`, where several rules see one cause. */
  readonly cause?: string;
  /** Left out where they are the texts that are expected and actual. */
  readonly facts?: Facts;
  /** The namespace found, where another was expected. */
  readonly namespace?: string;
  /** The part of a required rule that is only recommended: one of its basis, or one that every rule has. */
  readonly part?: string;
  /** Only the document asks for it, and no standard: by a WSDL it is none. */
  readonly ofDocument?: true;
}

/** Problems, at least one. */
export type Problems = readonly [Problem, ...Problem[]];

/** Why a rule neither passed nor failed. The code decides, the text is for people. */
export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
}

/** Codes of results.json (specs/schemas/results.schema.json). */
export const reasonCodes = [
  'given-up',
  'limit',
  'target-down',
  'target-unreachable',
  'write-not-sent',
  'earlier-layer',
  'nothing-to-judge',
  'fields-unseen',
  'same-answers',
  'no-data',
  'unstable',
  'no-other-binding',
  'not-selected',
  'credentials',
  'not-comparable',
  'may-have-changed',
  'not-recorded',
  'needs-traffic',
  'one-exchange',
  'wsdl-part',
  'unknown',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** What a rule says about one exchange: every problem it has, none, or that it had nothing to judge. */
export type Judgement = readonly Problem[] | 'not-reached' | 'not-applicable';

/** True for problems, at least one. */
export function isBroken(judgement: Judgement | Reason): judgement is Problems {
  return Array.isArray(judgement) && judgement.length > 0;
}

/** The problems that it names; none where there was nothing to judge. */
export function problemsOf(judgement: Judgement): readonly Problem[] {
  return typeof judgement === 'string' ? [] : judgement;
}
