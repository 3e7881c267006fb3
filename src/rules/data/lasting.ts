import { plural } from '../../base/words.ts';
import { type Call, callKey, free, withoutRepeats } from '../../wire/soap/call.ts';
import { type CellEvidence, type CellJudgement, type Evidence, judged } from '../evidence.ts';
import type { Problem } from '../judgement.ts';
import { FIRST_ANSWERS, HIDDEN, LOST_DATA } from '../policy.ts';
import { isRead, relationRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { digestOf, lacks } from '../same-answer.ts';
import type { Ask, TrialJudgement } from '../trial.ts';
import { NOT_SHOWN } from './contradiction.ts';
import { recordsOf } from './data.ts';
import { hiddenByNear } from './hidden-by-near.ts';
import { areRead, byCall, isReadable, saysMore } from './lists.ts';

/** How many tags, CDATA sections and texts an answer has: one that lacks values has fewer. Nothing is parsed. */
function partsIn({ reading }: Evidence): number {
  const text = reading.text?.text ?? '';
  let parts = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text[at + 1] !== '/') parts += 1;
    if (text[at - 1] !== '>') parts += 1;
  }
  return parts;
}

const problemOf = (code: string, text: string, actual: string): Problem => {
  return { code, text, location: null, expected: 'what equal calls got', actual };
};

/** Of the answers of a cell, one that lacks what another to its call has: intermittent, or the data changed. */
function lackingIn(all: readonly Evidence[]): CellJudgement {
  let isCompared = false;
  for (const group of byCall(all)) {
    const first = group.find(isReadable);
    if (first === undefined) continue;
    const others = group.filter((one) => one !== first);
    const parts = partsIn(first);
    const other = others.find(
      (one) =>
        one.reading.text !== first.reading.text &&
        partsIn(one) !== parts &&
        isReadable(one) &&
        (isLess(one, first) || isLess(first, one)),
    );
    if (other !== undefined) {
      const evidence = isLess(first, other) ? first : other;
      return judged(evidence, problemOf('lost', 'An answer lacks what equal calls got', 'less'));
    }
    isCompared ||= others.some(isReadable);
  }
  return isCompared ? judged() : { kind: 'not-applicable', reason: NOT_SHOWN };
}

/**
 * The answer that lacks what those before it and after it have. With the one that was noticed earlier it is the second:
 * data that is imported anew may be gone once.
 * @param odd - the one that was noticed
 * @param again - those to the same call sent again, in their order
 */
function comesBack(odd: Evidence, again: readonly Evidence[]): CellJudgement | null {
  const full = again.find((one) => isLess(odd, one));
  if (full === undefined) return null;
  const lacking = again.filter((one) => isLess(one, full));
  const evidence = lacking.find((one) => again.indexOf(one) > again.indexOf(full));
  const isSteady = again.every((one) => lacking.includes(one) || !isLess(full, one));
  const isOver = again.at(-1) !== lacking.at(-1);
  if (evidence === undefined || !isSteady || !isOver || LOST_DATA.rare * lacking.length > again.length) return null;
  const text = 'An answer lacks what equal calls got before it and after it';
  return judged(
    evidence,
    problemOf('comes-and-goes', text, `less in ${lacking.length} of ${plural(again.length, 'call')}`),
  );
}

/** The first answers, with data, to the calls of a cell. */
function filled(evidence: CellEvidence): readonly Evidence[] {
  const firsts = byCall(areRead(evidence.all)).flatMap(([first]) => first ?? []);
  return firsts.filter((one) => isFilled(one, evidence));
}

/** The last answer of some, where each lacks what its call got before. */
function isGone(before: readonly Evidence[], now: readonly Evidence[]): CellJudgement | null {
  const evidence = now.at(-1);
  const isLost = before.every((one, at) => now[at] !== undefined && isLess(now[at], one));
  if (evidence === undefined || before.length < LOST_DATA.calls || !isLost) return null;
  const text = 'All calls that are sent again lack what they got';
  return judged(evidence, problemOf('gone', text, `less for ${before.length} of ${plural(before.length, 'call')}`));
}

/**
 * Sends the call of an answer that lacks data again, one after the other: it is a finding where data comes and goes,
 * and where other calls have lost theirs too. Other data may have changed.
 */
async function tryLasting(evidence: CellEvidence, ask: Ask): Promise<TrialJudgement> {
  const first = lackingIn(evidence.all);
  if (first.kind !== 'judged' || first.evidence === null) return first;
  const odd = first.evidence;
  const known = filled(evidence);
  const lost = (await sentOften(odd, ask)) ?? (await lostBy(known.slice(0, LOST_DATA.calls), ask));
  const missing = lost ?? (await missingAtFirst(odd, evidence, ask));
  if (missing !== null) return missing;
  const hidden = await hiddenByNear(known, isLess, ask);
  if (hidden === null) return judged();
  const text = 'A call lacks what it got before near spellings of its values were asked';
  return judged(hidden, problemOf('hidden', text, `less in ${HIDDEN.calls} of ${plural(HIDDEN.calls, 'call')}`));
}

async function missingAtFirst(odd: Evidence, evidence: CellEvidence, ask: Ask): Promise<CellJudgement | null> {
  const first = await lackingFirst(odd, evidence, ask);
  if (first === null) return null;
  const actual = `less in the first answer to each of ${plural(FIRST_ANSWERS.calls, 'new call')}`;
  return judged(first, problemOf('at-first', 'The first answer to a call lacks what all next ones have', actual));
}

async function sentOften(odd: Evidence, ask: Ask): Promise<CellJudgement | null> {
  const again: Evidence[] = [];
  while (again.length < LOST_DATA.most && !ask.isGivenUp()) {
    again.push(await ask.again(odd));
    if (again.length === LOST_DATA.calm && !again.some((answer) => isLess(odd, answer))) return null;
  }
  // Of few answers, one may be of a server that is late and has a share that is larger.
  return comesBack(odd, again);
}

async function lostBy(before: readonly Evidence[], ask: Ask): Promise<CellJudgement | null> {
  const now: Evidence[] = [];
  for (const answer of before) now.push(await ask.again(answer));
  return isGone(before, now);
}

/** Data does not go away and come back, nor from all calls at once. */
export const lastingRule: Rule = relationRule({
  id: 'data.lasting',
  title: 'A read that got data gets it each time.',
  requirements: ['operations.*', 'states.only-add-to-cart'],
  basis: interpreted(
    'Only Add_toCart changes state, but data may change for other reasons. So four cases count: at most one in ' +
      'eight equal calls, at two times or more, lacks records or values that the calls before and after it got; ' +
      'four different calls lack what they got before, and no call has it; of three calls that were never sent, ' +
      'one after the other, each lacks at first what it gets the next five times or more; or three calls, one after ' +
      'the other, each lack what they got right before near spellings of their texts were asked.',
  ),
  breaks: 'Clients that read once: a product or a vehicle is missing, and nothing says so.',
  example: { right: 'each of 60 equal calls gets 12 years', wrong: 'three of them, at different times, get none' },
  appliesTo: isRead,
  checks: [{ kind: 'trial', sees: 'answers', run: tryLasting }],
});

/** Whether an answer has fewer values than another to the same call, and more of no field. */
const isLess = (one: Evidence, other: Evidence): boolean =>
  lacks(digestOf(one.reading, one.contract), digestOf(other.reading, other.contract));

const isFilled = (one: Evidence, { cell, contract }: CellEvidence): boolean =>
  recordsOf(one).some((record) => saysMore(record, cell, contract));

/** Calls with which each one exchanges a value. */
const PARTNERS = 4;

/** Calls of a cell that were not sent: those that got data, or may get it, with a value of another one. */
function newCalls(evidence: CellEvidence): readonly Call[] {
  const sent = new Set(evidence.all.map(({ call }) => callKey(call)));
  const read = areRead(evidence.all);
  const filled = read.filter((one) => isFilled(one, evidence));
  const known = read.filter(({ expectation }) => expectation !== 'generated');
  const calls = withoutRepeats([...filled, ...known].map(({ call }) => call));
  const crossed = Array.from({ length: PARTNERS }, (_, by) =>
    calls.flatMap((call, at) => {
      const other = calls[(at + by + 1) % calls.length] ?? call;
      return free(evidence.cell).map(({ name }): Call => {
        return { ...call, values: { ...call.values, [name]: other.values[name] ?? '' } };
      });
    }),
  ).flat();
  return withoutRepeats(crossed).filter((call) => !sent.has(callKey(call)));
}

/**
 * The last of some calls, none of which was sent before, whose first answer lacks what all next ones have: data that is
 * added later is missing once, and servers that take turns answer the next ones so too. Null if there are too few.
 */
async function lackingFirst(odd: Evidence, evidence: CellEvidence, ask: Ask): Promise<Evidence | null> {
  const { calls, others, tried, next } = FIRST_ANSWERS;
  const lacking: Evidence[] = [];
  let whole = 0;
  for (const call of newCalls(evidence).slice(0, tried)) {
    if (ask.isGivenUp() || lacking.length === calls) break;
    const first = await ask.again({ ...odd, call, expectation: 'generated' });
    const full = await ask.again(first);
    if (!isFilled(full, evidence)) continue;
    let isSteady = isLess(first, full);
    // Another number each time: servers that take turns do so after the same number.
    for (let times = next + lacking.length; isSteady && times > 1; times -= 1) {
      const later = await ask.again(first);
      isSteady = isLess(first, later) && !isLess(later, full) && !isLess(full, later);
    }
    if (isSteady) lacking.push(first);
    else if (++whole > others) return null;
  }
  return lacking.length === calls ? (lacking.at(-1) ?? null) : null;
}
