import type { Results } from '../results/results.ts';
import { EMBEDDED } from '../results/run-options.ts';

/** Longest name of a target, as browsers take addresses. */
const LONGEST = 2_048;

/** What no run can have written, whatever it is about; null where all might be. */
export function implausible({ target, startedAt }: Results): string | null {
  if (target !== EMBEDDED && !isAddress(target)) return 'the target is no http or https address';
  return /^2\d{3}-/.test(startedAt) ? null : `startedAt is ${startedAt.slice(0, 40)}, when this suite did not run`;
}

function isAddress(target: string): boolean {
  return target.length <= LONGEST && URL.canParse(target) && /^https?:$/.test(new URL(target).protocol);
}
