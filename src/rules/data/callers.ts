import type { Cell } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { callKey, free, neutralFields } from '../../wire/soap/call.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { type CellEvidence, type Evidence, judged } from '../evidence.ts';
import { CALLERS } from '../policy.ts';
import { difference, digestOf } from '../same-answer.ts';
import type { Ask, Trial, TrialJudgement } from '../trial.ts';
import { isUnfiltered } from './lists.ts';

/** Two calls of different callers. */
interface CallerPair {
  readonly calls: readonly [Evidence, Evidence];
  /** The call before the first one is sent alone, if not itself: a server may keep a header or records until others come. */
  readonly than: Evidence | null;
}

/** Pairs of calls that were answered differently, and of others. */
const MOST_UNSTEADY_PAIRS = 6;
const STEADY_PAIRS = 1;
/** Pairs of a call that was answered differently that are sent with a third call too. */
const MOST_THIRDS = 3;

/** Requests of a round, the first one. */
const REQUESTS_OF_ROUND = 7;
/** Makes rounds of different length: their multiples have no period, unlike servers that take turns. */
const GOLDEN_RATIO = 1.618;

/**
 * Sends pairs of calls together and one by one. A server that keeps a parameter or header of one caller where the next
 * one finds it answers a call with the other's data. A refusal or an empty answer is nobody's.
 */
export const mixedCallers: Trial = {
  kind: 'trial',
  sees: 'everything',
  requests: 2 * STEADY_PAIRS * REQUESTS_OF_ROUND,
  run: async (evidence, ask) => {
    for (const pair of pairsOf(evidence, ask)) {
      const shown = await ask.inTurn(pair.calls[0].call, () => tryPair(pair, ask));
      if (shown !== null) return shown;
    }
    return { kind: 'not-applicable' };
  },
  again: async (answer, before, than, ask) =>
    (await tryPair({ ...pairOf(answer, before), ...(than && { than }) }, ask)) ?? judged(answer),
};

/** After a call with the neutral header, one without a header gets its own answer: a server may keep the last header. */
function pairOf(first: Evidence, other: Evidence): CallerPair {
  const header = isBare(first) && !isBare(other) ? neutralFields(first.contract) : null;
  return { calls: [first, other], than: header && { ...first, call: { ...first.call, header } } };
}

const isInvented = ({ expectation }: Evidence): boolean => expectation === 'generated';
const isResult = ({ reading }: Evidence): boolean => reading.response?.status === 200 && reading.success;
const hasData = (answer: Evidence): boolean => isResult(answer) && !hasNoData(answer.reading);
const isBare = ({ call }: Evidence): boolean => call.header === null;

function areAlike(answer: Evidence, other: Evidence, ask: Ask): boolean {
  const digests = [digestOf(answer.reading, answer.contract), digestOf(other.reading, other.contract)] as const;
  return difference(...digests, ask.masked()) === null;
}

/** The pairs that are sent: first those with a call that was answered differently. */
function pairsOf({ all, cell }: CellEvidence, ask: Ask): readonly CallerPair[] {
  const hasHeader = isSoap(cell.binding) && cell.operation.header !== null;
  const answered = all.filter((answer) => (answer.isPlanned || (hasHeader && isBare(answer))) && isResult(answer));
  const calls = [...new Map(answered.map((answer) => [callKey(answer.call), answer] as const)).values()];
  const likely = calls.toSorted((one, other) => Number(isInvented(one)) - Number(isInvented(other)));
  const pairs = likely.flatMap((first) => pairsWith(first, likely, cell, ask));
  const unsteady = pairs.filter(({ calls: [first] }) => ask.isUnsteady(first));
  const thirds = unsteady.flatMap(({ calls: [first, other], than }): readonly CallerPair[] => {
    const third = likely.find((answer) => answer !== first && hasData(answer) && !areAlike(answer, other, ask));
    return than !== null || third === undefined || !hasData(other) ? [] : [{ calls: [first, other], than: third }];
  });
  const steady = pairs.filter(({ calls: [first, other], than }) => {
    return than === null && [first, other].every(hasData) && !areAlike(first, other, ask);
  });
  const bare = pairs.filter(({ than }) => than !== null);
  return [
    ...unsteady.slice(0, MOST_UNSTEADY_PAIRS),
    ...thirds.slice(0, MOST_THIRDS),
    ...[steady, bare].flatMap((some) => some.slice(0, STEADY_PAIRS)),
  ];
}

/** A call with those that differ in its header alone, and one that differs in each parameter. */
function pairsWith(first: Evidence, calls: readonly Evidence[], cell: Cell, ask: Ask): readonly CallerPair[] {
  const values = JSON.stringify(first.call.values);
  const ofValues = calls.filter((other) => !isBare(other) && JSON.stringify(other.call.values) === values);
  const calm = ofValues.find(isUnfiltered);
  const ofHeader = ofValues.filter((other) => calm !== undefined && other !== first && !areAlike(other, calm, ask));
  if (isBare(first) && calm !== undefined) return ofHeader.map((other) => pairOf(first, other));
  const ofParameters = free(cell).flatMap(({ name }) => {
    const isOther = ({ call }: Evidence): boolean => call.values[name] !== first.call.values[name];
    return calls.find((other) => isBare(other) === isBare(first) && isOther(other)) ?? [];
  });
  const others = new Set([...ofHeader.slice(0, STEADY_PAIRS), ...ofParameters]);
  return [...others].map((other) => pairOf(first, other));
}

type Answers = readonly [Evidence, Evidence];
/** What the two calls got in one round: sent together, each after the other, and each after itself. */
type Round = Readonly<Record<'beside' | 'after' | 'alone', Answers>>;

async function roundOf({ calls: [first, other], than }: CallerPair, turn: number, ask: Ask): Promise<Round> {
  for (let more = Math.floor(turn * GOLDEN_RATIO) % 3; more > 0; more -= 1) await ask.again(first);
  const [firstBeside, otherBeside] = ask.together === null ? [] : await ask.together([first, other]);
  await ask.again(than ?? first);
  const firstAlone = await ask.again(first);
  const otherAfter = await ask.again(other);
  const otherAlone = await ask.again(other);
  const firstAfter = await ask.again(first);
  return {
    beside: [firstBeside ?? firstAlone, otherBeside ?? otherAlone],
    after: [firstAfter, otherAfter],
    alone: [firstAlone, otherAlone],
  };
}

/** What a pair shows: nothing more is sent where both calls get what they get alone. */
async function tryPair(pair: CallerPair, ask: Ask): Promise<TrialJudgement | null> {
  const first = await roundOf(pair, 0, ask);
  const { alone } = first;
  const areOwn = (answers: Answers): boolean =>
    areAlike(answers[0], alone[0], ask) && areAlike(answers[1], alone[1], ask);
  const isTelling = alone.every(isResult) && alone.some(hasData) && !areAlike(...alone, ask);
  if (!isTelling || [first.beside, first.after].every(areOwn)) return null;
  const rounds = [first];
  while (rounds.length < CALLERS.rounds && !ask.isGivenUp()) {
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
      if (!hasData(answer) || areAlike(answer, alone[place], ask)) return false;
      // After the other it may hold more than the other's data, each time the same.
      return areAlike(answer, (how === 'after' ? start?.after[place] : null) ?? alone[1 - place] ?? alone[0], ask);
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
    text: areAlike(evidence, other, ask)
      ? `A call gets the answer to ${how === 'after' ? 'the call before it' : 'a call at the same time'}`
      : 'A call gets another answer after another call than after itself',
    location: place?.location ?? null,
    expected: place?.expected ?? 'its own answer',
    actual: `${place?.actual ?? 'the answer'}, ${how === 'after' ? 'each time after' : 'as'} a call with ${sent}`,
  };
  return { kind: 'judged', evidence, problem, before: { call: other.call, exchange: other.reading.exchange } };
}

/** What a call sent, for a reader. */
export const sentBy = ({ call }: Pick<Evidence, 'call'>): string =>
  Object.entries(call.values)
    .map(([name, value]) => `${name} '${value}'`)
    .join(', ');
