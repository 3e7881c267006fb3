/** Milliseconds: longer than caches usually keep an answer, and than those do that only protect from equal requests. */
export const CACHE_WAIT_MS = 61_000;
export const SHORT_CACHE_WAIT_MS = 1_100;

/** Sides that should agree: bindings, a call and its variant, a list and the call that contradicts it. */
export const DIFFERENCE = {
  /** How often all sides get it, the first time included. */
  rounds: 3,
  /** How often the first side gets it beside that, if results differ: equal answers that it got for others count. */
  beside: 6,
  /** How often all sides get it once caches have no earlier answer; `beside` rounds come before. */
  late: 2,
  /** Differences of one kind that are confirmed in a cell: more would show no more. */
  mostOfKind: 3,
} as const;

/** Refusals with one cause: one is confirmed in a cell, and so many are made small in a run. Others show no more. */
export const REFUSALS = { madeSmallInRun: 3 } as const;

/** A call that breaks a rule by itself. */
export const BROKEN_ANSWER = {
  /** How often it is sent again if it is wrong each time, and if it is not. */
  sure: 2,
  most: 6,
} as const;

/** A call whose first answer did not come again, and the first calls that were refused. */
export const ODD_ANSWER = { settle: 4, refusedCalls: 3 } as const;

/** What one binding alone answers wrongly at times. */
export const AT_TIMES = {
  mostCalls: 2,
  times: 3,
  /** How often all bindings get it each time; the first time less often if none is wrong. */
  rounds: 9,
  calmRounds: 3,
  /** So many wrong answers each time: a fault of all bindings that is as frequent would show in the others too. */
  wrong: 3,
} as const;

/** Two calls of different callers. */
export const CALLERS = {
  /** How often they are sent together and one by one, once an answer was another than alone. */
  rounds: 8,
  /** After so many rounds without one no more follow. */
  calm: 4,
  /** A call that gets the other's answer so often together, and never alone, is served with another caller's data. */
  together: 2,
} as const;

/** Calls without a header, where some of several workers may keep the header of a call before. */
export const KEPT_HEADER = {
  /** Calls with a header, sent at once so that no worker keeps an earlier one, and calls without one after them. */
  before: 16,
  after: 4,
  rounds: 12,
  /** So many calls without one get what the header makes of them, and none of those after another header. */
  kept: 8,
} as const;

/** A call whose answer lacks what equal calls got. */
export const LOST_DATA = {
  most: 60,
  /** So many answers that have no more show that the data has changed. */
  calm: 8,
  /** Where more answers than one in so many lack data, two servers may take turns, one of which is late. */
  rare: 8,
  /** So many calls that all lost what they got show that an operation lost its data. */
  calls: 4,
} as const;

/** Calls that get less at first than later. */
export const FIRST_ANSWERS = {
  /** So many new calls, of those tried at most, lack something at first; of those with data others have all. */
  calls: 3,
  tried: 32,
  others: 1,
  /** How often a call gets all afterwards, at least. */
  next: 5,
} as const;

/** Calls that each get less right after near spellings of their texts, though they had all so many times before. */
export const HIDDEN = { calls: 3, times: 3 } as const;

/**
 * Two servers that answer a call differently: the calls of a cell that both get again, and how often; if another cell
 * has the difference too; and at most, where answers come and go that show nothing of it.
 */
export const TWO_SERVERS = { mostCalls: 24, rounds: 8, known: 2, most: 24 } as const;
