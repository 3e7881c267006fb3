import { inOtherCase } from '../../calls/read-texts.ts';
import { type Call, free, isText, withValue } from '../../wire/soap/call.ts';
import type { Evidence } from '../evidence.ts';
import { HIDDEN } from '../policy.ts';
import { type Ask, sentAgain } from '../trial.ts';

type IsLess = (one: Evidence, other: Evidence) => boolean;

/**
 * The last answer to some known calls, each of which gets less right after near spellings of its texts, and had all
 * right before: what is not found is remembered for another text than it was looked up by. Null if there are too few.
 */
export async function hiddenByNear(known: readonly Evidence[], isLess: IsLess, ask: Ask): Promise<Evidence | null> {
  const hidden: Evidence[] = [];
  for (const one of known) {
    if (ask.isGivenUp() || hidden.length === HIDDEN.calls) break;
    // What an earlier near spelling hides tells nothing.
    if ((await sentAgain(one, HIDDEN.times, ask)).some((before) => isLess(before, one))) continue;
    for (const call of nearOnes(one)) await ask.again({ ...one, call, expectation: 'generated' });
    const after = await sentAgain(one, HIDDEN.times, ask);
    if (!after.every((answer) => isLess(answer, one))) return null;
    hidden.push(...after.slice(-1));
  }
  return hidden.length === HIDDEN.calls ? (hidden.at(-1) ?? null) : null;
}

/** A call with each text in another case, between spaces, and without its end. */
const nearOnes = ({ call, reading: { cell } }: Evidence): readonly Call[] =>
  free(cell)
    .filter(isText)
    .flatMap((parameter) => {
      const text = call.values[parameter.name] ?? '';
      const near = [inOtherCase(text), ` ${text}`, `${text} `, [...text].slice(0, -1).join('')];
      return text === '' ? [] : near.map((other) => withValue(call, parameter, other));
    });
