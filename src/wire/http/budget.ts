/** Bytes that may be held at once by all that share it. */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget(most: number) {
  let held = 0;
  return {
    /** Takes this many bytes; false, and takes none, if they would be too many. */
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
