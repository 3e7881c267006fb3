/** Bytes that may be held at one time, over all who share it. */
export type Budget = ReturnType<typeof createBudget>;

/** Creates a budget of so many bytes. */
export function createBudget(most: number) {
  let held = 0;
  return {
    /** Takes so many bytes; false, and none are taken, where they would be too many. */
    take(bytes: number): boolean {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    give(bytes: number): void {
      held -= bytes;
    },
  };
}
