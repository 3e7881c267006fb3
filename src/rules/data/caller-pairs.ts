import { isSoap } from '../../wire/soap/binding.ts';
import { callKey, neutralFields } from '../../wire/soap/call.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import type { CellEvidence, Evidence } from '../evidence.ts';
import { areAlike } from '../same-answer.ts';
import type { Ask } from '../trial.ts';
import { type CallPart, callParts, partsApart, volleyOf } from './caller-volley.ts';
import { isUnfiltered } from './lists.ts';

/** Two calls of different callers. */
export interface CallerPair {
  readonly calls: readonly [Evidence, Evidence];
  /** The call before the first one alone, if not itself: a server may keep a header or records until others come. */
  readonly than: Evidence | null;
}

/** Calls that were answered differently which are sent with others first. */
const MOST_UNSTEADY = 3;
/** Calls that may have decided what another one got. */
const MOST_PARTNERS = 3;
/** Copies of such a call with one part of another call, for each part. */
const MOST_COPIES = 4;
/** Pairs that are sent in rounds, if an answer among others was another than before. */
const MOST_PAIRS = 12;

/** After one with the neutral header, a call without one gets its own answer: a server may keep the last header. */
export function pairOf(first: Evidence, other: Evidence): CallerPair {
  const header = isBare(first) && !isBare(other) ? neutralFields(first.contract) : null;
  return { calls: [first, other], than: header && { ...first, call: { ...first.call, header } } };
}

const isInvented = ({ expectation }: Evidence): boolean => expectation === 'generated';
export const isResult = ({ reading }: Evidence): boolean => reading.response?.status === 200 && reading.success;
export const hasData = (answer: Evidence): boolean => isResult(answer) && !hasNoData(answer.reading);
export const isBare = ({ call }: Evidence): boolean => call.header === null;

export const isAlike = (answer: Evidence, other: Evidence, ask: Ask): boolean => areAlike(answer, other, ask.masked());

const byLastAnswer = (answers: readonly Evidence[]): readonly Evidence[] => [
  ...new Map(answers.map((answer) => [callKey(answer.call), answer] as const)).values(),
];

/** A call without a header, and one that differs in its header alone, which decides the answer. */
export function barePair({ all, cell }: CellEvidence, ask: Ask): CallerPair | null {
  if (!isSoap(cell.binding) || cell.operation.header === null) return null;
  const calls = byLastAnswer(all.filter(isResult));
  for (const first of calls.filter(isBare)) {
    const values = JSON.stringify(first.call.values);
    const ofValues = calls.filter((other) => !isBare(other) && JSON.stringify(other.call.values) === values);
    const calm = ofValues.find(isUnfiltered);
    const other = calm && ofValues.find((filtered) => !isAlike(filtered, calm, ask));
    if (other !== undefined) return pairOf(first, other);
  }
  return null;
}

/** The pairs that may show why a call got another answer among others than it had before; none if all got the same. */
export async function suspectPairs({ all, cell, contract }: CellEvidence, ask: Ask): Promise<readonly CallerPair[]> {
  const hasHeader = isSoap(cell.binding) && cell.operation.header !== null;
  const planned = all.filter((answer) => answer.isPlanned && isResult(answer) && isBare(answer) !== hasHeader);
  const known = byLastAnswer(planned).toSorted((one, other) => Number(isInvented(one)) - Number(isInvented(other)));
  const parts = callParts(cell, contract);
  const tells = (one: Evidence, other: Evidence): boolean =>
    (hasData(one) || hasData(other)) && !isAlike(one, other, ask);
  const unsteady = known.filter(ask.isUnsteady).slice(0, MOST_UNSTEADY);
  const { calls, unsure } = volleyOf(known, parts, tells);
  const sent = [...unsteady, ...calls];
  const together = ask.together === null ? [] : await ask.together(sent);
  const volley = [...new Set([...calls, ...unsteady])];
  const suspects: Evidence[] = [];
  const copies = new Map<CallPart, CallerPair>();
  for (const call of volley.toReversed()) {
    const besides = together.filter((_, at) => sent[at] === call);
    const beside = besides.find((answer) => !isAlike(call, answer, ask)) ?? besides[0];
    const isUnsteady = unsteady.includes(call);
    const isOpen = isUnsteady || unsure.includes(call);
    if (!known.includes(call) || (beside !== undefined && !isOpen && isAlike(call, beside, ask))) continue;
    const alone = await ask.again(call);
    const odd = [beside ?? call, call].find((answer) => !isAlike(answer, alone, ask));
    if (odd === undefined && !isUnsteady) continue;
    suspects.unshift(call);
    if (odd === undefined || suspects.length > MOST_UNSTEADY) continue;
    const left = parts.filter((part) => !copies.has(part));
    for (const { part, ...pair } of await copiesWith(odd, call, [...volley.toReversed(), ...known], left, ask))
      copies.set(part, pair);
  }
  const filled = volley.filter((answer) => known.includes(answer) && hasData(answer));
  // What is left over where nothing is found stays there until others come.
  const thirds = suspects.slice(0, MOST_UNSTEADY).flatMap((first): readonly CallerPair[] => {
    const [other, ...others] = filled.filter((answer) => answer !== first);
    const than = others.find((answer) => other !== undefined && tells(answer, other));
    return other === undefined || than === undefined ? [] : [{ calls: [first, other], than }];
  });
  return [...copies.values(), ...pairsAmong(suspects, volley, parts).slice(0, MOST_PAIRS), ...thirds];
}

/** A call and copies of it that have one part of another call, and alone get what the call got among others. */
async function copiesWith(
  odd: Evidence,
  first: Evidence,
  others: readonly Evidence[],
  parts: readonly CallPart[],
  ask: Ask,
): Promise<readonly (CallerPair & { readonly part: CallPart })[]> {
  const pairs: (CallerPair & { readonly part: CallPart })[] = [];
  for (const part of parts) {
    const differing = others.filter(({ call }) => part.of(call) !== part.of(first.call));
    const values = new Map(differing.map(({ call }) => [part.of(call), call] as const));
    for (const call of [...values.values()].slice(0, MOST_COPIES)) {
      const copy: Evidence = { ...first, call: part.from(first.call, call), expectation: 'generated' };
      if (!isAlike(await ask.again(copy), odd, ask)) continue;
      pairs.push({ ...pairOf(first, copy), part });
      break;
    }
  }
  return pairs;
}

/** Calls with those that differ in fewest parts. */
function pairsAmong(suspects: readonly Evidence[], others: readonly Evidence[], parts: readonly CallPart[]) {
  return suspects.flatMap((first) => {
    const apartFrom = (other: Evidence): number => partsApart(parts, first.call, other.call).length;
    const near = others.toSorted((one, other) => apartFrom(one) - apartFrom(other));
    return near.slice(1, MOST_PARTNERS + 1).map((partner) => pairOf(first, partner));
  });
}
