import { plural } from '../base/words.ts';
import {
  AT_TIMES,
  BROKEN_ANSWER,
  CALLERS,
  DIFFERENCE,
  FIRST_ANSWERS,
  HIDDEN,
  LOST_DATA,
  ODD_ANSWER,
  TWO_SERVERS,
} from './policy.ts';

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

/** One table of all of it, for people: docs/fairness.md. Rates are of one call that shows the fault or the oddity. */
export const policies: readonly Policy[] = [
  {
    what: 'Bindings, or a call and its variant, that are answered differently',
    again:
      `All of them ${plural(DIFFERENCE.rounds - 1, 'more time')}, in both orders. If results differ, the first of them ` +
      `${plural(DIFFERENCE.beside, 'more time')}; equal answers that it got for other calls count. If caches may be the ` +
      `cause, all ${plural(DIFFERENCE.beside, 'time')} a second apart, and ${plural(DIFFERENCE.late, 'time')} after a minute.`,
    finds: 'Every fault that is always there. Of faults in nine answers of ten 73 % in a variant, 39 % in a binding.',
    accuses: 'If one server of four is late, 0.1 % for a variant, and less than one in a million for a binding.',
  },
  {
    what: 'A list of another operation that a call contradicts',
    again: 'The lists, then the call, as often and with the same waits as above.',
    finds: 'Every contradiction that is always there.',
    accuses: 'If one server of four is late, 0.7 %.',
  },
  {
    what: 'A call that breaks a rule by itself',
    again:
      `${plural(BROKEN_ANSWER.sure, 'more time')}, or ${BROKEN_ANSWER.most} if one answer is right. ` +
      'Then smaller calls, until none breaks the rule.',
    finds: 'Every fault: one wrong answer is a finding. It says how many answers there were.',
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
    again: `In all bindings ${plural(AT_TIMES.rounds, 'time')}. That is done ${plural(AT_TIMES.times, 'time')}, with the wait for caches between.`,
    finds: 'Of faults in one answer of five 39 %, in one of three 91 %.',
    accuses:
      'If one server of four is late, less than one in a billion: all other bindings would have to get the same each time.',
  },
  {
    what: "A call that gets another caller's answer",
    again:
      'A few calls once together. If one gets another answer, it alone, and with one value of another call. Then both ' +
      `${plural(CALLERS.rounds, 'time')}: together, after each other and alone; ${CALLERS.calm} if nothing shows.`,
    finds:
      'Every fault that always comes after the other call. Of faults beside it in one answer of four 59 %, and 83 % where both get data.',
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
    again: `${plural(FIRST_ANSWERS.tried, 'new call')}, at most twice. Those that get more the second time, ${plural(FIRST_ANSWERS.next - 1, 'more time')} at least.`,
    finds: 'Every fault that comes with each new call, where calls with values of others get data.',
    accuses: 'If one server of four is late, and an answer of it was noticed, 0.03 %; none if servers take turns.',
  },
  {
    what: 'A call whose answer is hidden by near spellings of its texts',
    again:
      `If equal calls lack data, ${plural(HIDDEN.calls, 'known call')} ${plural(HIDDEN.times, 'time')} before its near ` +
      'spellings and as often after them; no more once one of them keeps its data.',
    finds: 'Every fault that comes after each near spelling.',
    accuses: 'If one server of four is late, and an answer of it was noticed, less than one in a million.',
  },
  {
    what: 'Two servers that answer a call differently (`compare`)',
    again:
      `Both ${plural(TWO_SERVERS.rounds, 'more time')}, for ${plural(TWO_SERVERS.mostCalls, 'call')} of a cell; ` +
      `${TWO_SERVERS.known} where another cell has the difference too.`,
    finds: 'Every difference that is always there.',
    accuses:
      'If one server of four is late, fewer than 0.01 % of its calls; a server that differs from itself is noted as unstable.',
  },
];
