import { type Call, callKey, free, withoutRepeats } from '../../wire/soap/call.ts';
import type { CellEvidence, Evidence } from '../evidence.ts';
import { FIRST_ANSWERS } from '../policy.ts';
import { digestOf, lacks } from '../same-answer.ts';
import type { Ask } from '../trial.ts';
import { recordsOf } from './data.ts';
import { areRead, saysMore } from './lists.ts';

/** Whether an answer has fewer values than another to the same call, and more of no field. */
export const isLess = (one: Evidence, other: Evidence): boolean =>
  lacks(digestOf(one.reading, one.contract), digestOf(other.reading, other.contract));

export const isFilled = (one: Evidence, { cell, contract }: CellEvidence): boolean =>
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
export async function lackingFirst(odd: Evidence, evidence: CellEvidence, ask: Ask): Promise<Evidence | null> {
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
