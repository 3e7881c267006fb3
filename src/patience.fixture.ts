import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Measured once, when the tests begin (vitest.config.ts). */
    readonly slowness: number;
  }
}

/** A limit in milliseconds that is `ms` on a quiet machine, and longer by as much as this one is slower. */
export function patience(ms: number): number {
  return Math.ceil(ms * inject('slowness'));
}
