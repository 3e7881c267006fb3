/** What the live page shows of the comparison with another server, without secrets. */
export interface ShownComparison {
  readonly target: string;
  /** Calls of clients, and those of them that were compared. */
  readonly calls: number;
  readonly compared: number;
  readonly leftOut: readonly Readonly<{ why: string; calls: number }>[];
  /** The first differences, from the gravest kind, and how many there are. */
  readonly differences: readonly (Readonly<Record<'kind' | 'title' | 'where' | 'a' | 'b', string>> & {
    readonly calls: number;
  })[];
  readonly found: number;
}

/** Where the page gets it from. */
export interface LiveComparison {
  readonly latest: () => ShownComparison | null;
  /** @returns ends it */
  readonly subscribe: (listener: (state: ShownComparison) => void) => () => void;
}
