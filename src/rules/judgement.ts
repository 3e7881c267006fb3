/** One rule broken at one place. `subject` names the kind of place and groups findings with one cause over cells. */
export interface Problem {
  readonly subject: string;
  readonly location: string | null;
  readonly expected: string;
  readonly actual: string;
  /** The key that groups findings, where several rules see one cause; otherwise rule and subject. */
  readonly cause?: string;
}

/** What a rule says of one exchange: every problem it has, none, or that there was nothing for it to judge. */
export type Judgement = readonly Problem[] | 'not-reached' | 'not-applicable';
