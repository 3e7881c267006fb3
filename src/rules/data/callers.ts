import { type Evidence, judged } from '../evidence.ts';
import { CALLERS, KEPT_HEADER } from '../policy.ts';
import { isRead } from '../request/same-answer-rule.ts';
import { difference, digestOf } from '../same-answer.ts';
import { type Ask, repeatsIn, sentAgain, type Trial, type TrialJudgement } from '../trial.ts';
import { barePair, type CallerPair, hasData, isAlike, isBare, isResult, pairOf, suspectPairs } from './caller-pairs.ts';
import { MOST_TOGETHER } from './caller-volley.ts';

/** Requests of a round, the first one. */
const REQUESTS_OF_ROUND = 9;

/**
 * Sends calls together, and those that are answered otherwise than before alone and in pairs. A server that keeps a
 * parameter or header of one caller where the next one finds it answers a call with the other's data. A refusal or an
 * empty answer is nobody's.
 */
export const mixedCallers: Trial = {
  kind: 'trial',
  sees: 'everything',
  requests: MOST_TOGETHER + REQUESTS_OF_ROUND,
  isShared: true,
  run: async (evidence, ask) => {
    if (!isRead(evidence.cell)) return { kind: 'not-applicable' };
    const bare = barePair(evidence, ask);
    const shown = bare && (await mayKeepHeader(bare, ask)) && (await tryBare(bare, ask));
    if (shown) return shown;
    for (const pair of await suspectPairs(evidence, ask)) {
      const mixed = await ask.inTurn(pair.calls[0].call, () => tryPair(pair, CALLERS.calm, ask));
      if (mixed !== null) return mixed;
    }
    return { kind: 'not-applicable' };
  },
  again: async (answer, before, than, ask) =>
    (await tryBare({ ...pairOf(answer, before), ...(than && { than }) }, ask)) ?? judged(answer),
};

const tryBare = async (pair: CallerPair, ask: Ask): Promise<TrialJudgement | null> =>
  (await tryPair(pair, CALLERS.calm, ask)) ?? (isBare(pair.calls[0]) ? headerKeptAtTimes(pair, ask) : null);

/** Sends a call so many times, at once where the run may. */
const burst = (one: Evidence, times: number, ask: Ask): Promise<readonly Evidence[]> =>
  ask.together?.(Array.from({ length: times }, () => one)) ?? sentAgain(one, times, ask);

/** Whether a call without a header gets another answer among and after calls with one than it got before. */
async function mayKeepHeader({ calls: [first, other] }: CallerPair, ask: Ask): Promise<boolean> {
  const beside = ask.together === null ? [] : await ask.together([first, other, first, other]);
  await burst(other, 2, ask);
  const answers = [...beside.filter((_, at) => at % 2 === 0), ...(await burst(first, KEPT_HEADER.after, ask))];
  return answers.some((answer) => !isAlike(answer, first, ask) || isAlike(answer, other, ask));
}

/** One of several workers keeps the last header: a call without one gets what that makes of it at times. */
async function headerKeptAtTimes({ calls, than }: CallerPair, ask: Ask): Promise<TrialJudgement | null> {
  const [first, other] = calls;
  const { before, after, rounds, kept } = KEPT_HEADER;
  const seen: Evidence[] = [];
  let alone = first;
  let of = 0;
  for (let round = 0; round < rounds && seen.length < kept && !ask.isGivenUp(); round += 1) {
    await burst(than ?? first, before, ask);
    const calm = await burst(first, after, ask);
    if (calm.some((answer) => isAlike(answer, other, ask))) return null;
    alone = calm[0] ?? alone;
    await burst(other, before, ask);
    const mixed = await burst(first, after, ask);
    seen.push(...mixed.filter((answer) => hasData(answer) && isAlike(answer, other, ask)));
    of += mixed.length;
  }
  const [evidence] = seen;
  if (evidence === undefined || seen.length < kept) return null;
  return { ...judgementOf('after', { evidence, alone, other }, ask), times: { broken: seen.length, of } };
}

type Answers = readonly [Evidence, Evidence];
/** What the two calls got in one round: sent together twice each, each after the other, and each after itself. */
type Round = Readonly<Record<'beside' | 'after' | 'alone', Answers>>;

async function roundOf({ calls: [first, other], than }: CallerPair, turn: number, ask: Ask): Promise<Round> {
  for (let more = repeatsIn(turn); more > 0; more -= 1) await ask.again(first);
  // Of what arrives last, the other one gets the data: each is last in turns.
  const pair = turn % 2 === 0 ? [first, other] : [other, first];
  const together = ask.together === null ? [] : await ask.together([...pair, ...pair]);
  await ask.again(than ?? first);
  const firstAlone = await ask.again(first);
  const otherAfter = await ask.again(other);
  const otherAlone = await ask.again(other);
  const firstAfter = await ask.again(first);
  const besideOf = (call: Evidence, alone: Evidence): Evidence => {
    const besides = together.filter((_, at) => pair[at % 2] === call);
    return besides.find((answer) => !isAlike(answer, alone, ask)) ?? besides[0] ?? alone;
  };
  return {
    beside: [besideOf(first, firstAlone), besideOf(other, otherAlone)],
    after: [firstAfter, otherAfter],
    alone: [firstAlone, otherAlone],
  };
}

/** What a pair shows: nothing more is sent where in so many rounds both calls get what they get alone. */
async function tryPair(pair: CallerPair, calm: number, ask: Ask): Promise<TrialJudgement | null> {
  const first = await roundOf(pair, 0, ask);
  const { alone } = first;
  const areOwn = (answers: Answers): boolean =>
    isAlike(answers[0], alone[0], ask) && isAlike(answers[1], alone[1], ask);
  const isTelling = alone.every(isResult) && alone.some(hasData) && !isAlike(...alone, ask);
  if (!isTelling) return null;
  const rounds = [first];
  const areCalm = (): boolean => rounds.every(({ beside, after }) => [beside, after].every(areOwn));
  while (rounds.length < CALLERS.rounds && !ask.isGivenUp()) {
    if (rounds.length >= calm && areCalm()) return null;
    const round = await roundOf(pair, rounds.length, ask);
    if (!areOwn(round.alone)) return null;
    rounds.push(round);
  }
  const shown = shownBy(rounds, 'after', CALLERS.rounds, ask) ?? shownBy(rounds, 'beside', CALLERS.together, ask);
  return shown?.before && pair.than ? { ...shown, before: { ...shown.before, than: pair.than.call } } : shown;
}

/** The call that gets the other's data often enough. */
function shownBy(rounds: readonly Round[], how: 'after' | 'beside', enough: number, ask: Ask): JudgedTrial | null {
  for (const place of [0, 1] as const) {
    const [start] = rounds;
    const mixed = rounds.filter(({ [how]: answers, alone }) => {
      const answer = answers[place];
      if (!hasData(answer) || isAlike(answer, alone[place], ask)) return false;
      // After the other it may hold more than the other's data, each time the same.
      return isAlike(answer, (how === 'after' ? start?.after[place] : null) ?? alone[1 - place] ?? alone[0], ask);
    });
    const [round] = mixed;
    if (round === undefined || mixed.length < enough) continue;
    const [alone, other] = place === 0 ? round.alone : [round.alone[1], round.alone[0]];
    const judgement = judgementOf(how, { evidence: round[how][place], alone, other }, ask);
    const times = { broken: mixed.length, of: rounds.length };
    return mixed.length === rounds.length ? judgement : { ...judgement, times };
  }
  return null;
}

type JudgedTrial = Extract<TrialJudgement, { readonly kind: 'judged' }>;
type Mixed = Readonly<Record<'evidence' | 'alone' | 'other', Evidence>>;

function judgementOf(how: 'after' | 'beside', { evidence, alone, other }: Mixed, ask: Ask): JudgedTrial {
  const { contract } = evidence;
  const place = difference(digestOf(alone.reading, contract), digestOf(evidence.reading, contract), ask.masked());
  const isOfHeader = isBare(evidence) && !isBare(other);
  const sent = isOfHeader ? `the header ${JSON.stringify(other.call.header)}` : sentBy(other);
  const problem = {
    code: how === 'after' ? 'call-before' : 'answer',
    text: isAlike(evidence, other, ask)
      ? `A call gets the answer to ${how === 'after' ? 'the call before it' : 'a call at the same time'}`
      : 'A call gets another answer after another call than after itself',
    location: place?.location ?? null,
    expected: place?.expected ?? 'its own answer',
    actual: `${place?.actual ?? 'the answer'}, ${how === 'after' ? 'after' : 'as'} a call with ${sent}`,
  };
  return { kind: 'judged', evidence, problem, before: { call: other.call, exchange: other.reading.exchange } };
}

/** What a call sent, for a reader. */
export const sentBy = ({ call }: Pick<Evidence, 'call'>): string =>
  Object.entries(call.values)
    .map(([name, value]) => `${name} '${value}'`)
    .join(', ');
