import type { Draw } from './probe.ts';

/** Draws no texts, and leaves every order as it is. */
export const NOTHING_DRAWN: Draw = { texts: () => [], shuffled: (items) => items };
