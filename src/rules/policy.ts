import { plural } from '../base/words.ts';

/** How often something is sent again before it counts, and what that buys. */
interface Policy {
  /** What is sent again. */
  readonly what: string;
  /** How often, in which order, and how long the run waits meanwhile. */
  readonly again: string;
  /** The share of faults that it finds. */
  readonly finds: string;
  /** How often it accuses a server that is right. */
  readonly accuses: string;
}

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
  mostOfKind: 8,
} as const;

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
  /** So many new calls, of as many as are tried at most, lack something at first; of those with data others have all. */
  calls: 3,
  tried: 32,
  others: 1,
  /** How often a call gets all afterwards, at least. */
  next: 5,
} as const;

/** Two servers that answer a call differently: the calls of a cell that both get again, and how often. */
export const TWO_SERVERS = { mostCalls: 24, rounds: 2 } as const;

/** One table of all of it, for people: docs/fairness.md. Rates are of one call that shows the fault or the oddity. */
export const policies: readonly Policy[] = [
  {
    what: 'Bindings, or a call and its variant, that are answered differently',
    again:
      `All of them ${plural(DIFFERENCE.rounds - 1, 'more time')}, there and back; if results differ, the first ` +
      `${plural(DIFFERENCE.beside, 'more time')}, unless it got that answer as often for others. Where caches may be the ` +
      `cause, all ${plural(DIFFERENCE.beside, 'time')} a second apart, and ${plural(DIFFERENCE.late, 'time')} after a minute.`,
    finds: 'Each fault that is always there. Of one in nine of ten answers 73 % in a variant, 39 % in a binding.',
    accuses: 'If one server of four is late, 0.1 % for a variant, and less than one in a million for a binding.',
  },
  {
    what: 'A list of another operation that a call contradicts',
    again: 'The lists, then the call, as often and with the same waits as what is answered differently.',
    finds: 'Each contradiction that is always there.',
    accuses: 'If one server of four is late, 0.7 %.',
  },
  {
    what: 'A call that breaks a rule by itself',
    again:
      `${plural(BROKEN_ANSWER.sure, 'more time')}; ${BROKEN_ANSWER.most} if an answer is right. ` +
      'Then smaller calls, until none breaks it.',
    finds: 'Each: one wrong answer is a finding, and the finding says of how many.',
    accuses: 'None, however many servers there are.',
  },
  {
    what: 'A call whose first answer did not come again',
    again:
      `${plural(ODD_ANSWER.settle, 'more time')}. The last answer counts. ` +
      `The first ${plural(ODD_ANSWER.refusedCalls, 'refused call')} are sent once more.`,
    finds: 'Nothing by itself: it gives other rules an answer to compare with.',
    accuses: 'None.',
  },
  {
    what: 'A call that one binding answers wrongly at times',
    again: `In all bindings ${plural(AT_TIMES.rounds, 'time')}, ${plural(AT_TIMES.times, 'time')} over, with the wait for caches between.`,
    finds: 'Of faults in one answer of five 39 %, in one of three 91 %.',
    accuses:
      'If one server of four is late, less than one in a billion: all other bindings have to get the same each time.',
  },
  {
    what: "A call that gets another caller's answer",
    again:
      'A few calls once together. Where one is answered otherwise, it alone, with one value of another call, and both ' +
      `${plural(CALLERS.rounds, 'time')}, together, after each other and alone; ${CALLERS.calm} if nothing shows.`,
    finds: 'Each that comes always after the other call; beside it, of one in four answers 63 %.',
    accuses: 'None: a late server gives nobody the answer to another call.',
  },
  {
    what: 'A call whose answer lacks what equal calls got',
    again: `${plural(LOST_DATA.most, 'time')}; ${plural(LOST_DATA.calm, 'time')} if no answer has more.`,
    finds: 'Of faults in one answer of twenty 90 %, in one of ten 69 %.',
    accuses: 'If one server of four is late, and an answer of it was noticed, 0.8 %; none if servers take turns.',
  },
  {
    what: 'A call whose first answer lacks what equal calls got',
    again: `${plural(FIRST_ANSWERS.tried, 'new call')} at most twice, and those that get more the second time ${plural(FIRST_ANSWERS.next - 1, 'time')} or more.`,
    finds: 'Each that comes with every new call, where calls with values of others get data.',
    accuses: 'If one server of four is late, and an answer of it was noticed, 0.03 %; none if servers take turns.',
  },
  {
    what: 'Two servers that answer a call differently (`compare`)',
    again: `Both ${plural(TWO_SERVERS.rounds, 'more time')}, for ${plural(TWO_SERVERS.mostCalls, 'call')} of a cell.`,
    finds: 'Each difference that is always there.',
    accuses: 'If one server of four is late, 7 % of its calls; a server that differs from itself is noted as unstable.',
  },
];
