/** Often enough with one target. */
const OFTEN = 2;

export type Stalls = ReturnType<typeof createStalls>;

/** How long to wait for what a target promised and may never do, in milliseconds, and once that was often in vain. */
export function createStalls(firstMs: number, laterMs: number) {
  let count = 0;
  return {
    waitMs: (): number => (count < OFTEN ? firstMs : laterMs),
    add(): void {
      count += 1;
    },
  };
}
