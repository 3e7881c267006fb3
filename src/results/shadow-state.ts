/** Calls that clients sent to A, those of them that were compared with B, and why the others were not. */
export interface ShadowCounts extends Readonly<Record<'calls' | 'compared', number>> {
  readonly leftOut: readonly Readonly<{ why: string; calls: number }>[];
}

/** One difference, as the live page shows it. */
type LiveDifference = Readonly<Record<'kind' | 'title' | 'where' | 'a' | 'b', string> & { calls: number }>;

/** What was compared so far of the reads of clients, without secrets. */
export interface ShadowState extends ShadowCounts {
  readonly target: string;
  /** The first ones, from the gravest kind, and how many there are. */
  readonly differences: readonly LiveDifference[];
  readonly found: number;
}
