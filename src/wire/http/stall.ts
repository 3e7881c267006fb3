/** Milliseconds without a byte after which a whole document is taken for all that comes, whatever length was promised. */
const FIRST_WAIT_MS = 500;
/** The same once that happened often enough with one target. */
const LATER_WAIT_MS = 20;
const OFTEN = 2;

export type Stalls = ReturnType<typeof createStalls>;

/** How long to wait for the rest of an answer that a target promised and may never send. */
export function createStalls() {
  let count = 0;
  return {
    waitMs: (): number => (count < OFTEN ? FIRST_WAIT_MS : LATER_WAIT_MS),
    add(): void {
      count += 1;
    },
  };
}
