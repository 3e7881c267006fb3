import { expect, test } from 'vitest';
import { policies } from './policies.fixture.ts';
import { AT_TIMES, CALLERS, DIFFERENCE, FIRST_ANSWERS, LOST_DATA } from './policy.ts';

const wordsOf = (what: string) => policies.find((policy) => policy.what.includes(what)) ?? expect.fail(what);
const percent = (share: number): string => `${(100 * share).toPrecision(share < 0.1 ? 1 : 2)} %`;

/** The chance that at least so many of several answers are wrong, each by itself. */
function atLeast(wrong: number, of: number, share: number): number {
  const chances = [1];
  for (let answers = 1; answers <= of; answers += 1)
    for (let at = answers; at >= 0; at -= 1)
      chances[at] = (chances[at] ?? 0) * (1 - share) + (chances[at - 1] ?? 0) * share;
  return chances.slice(wrong).reduce((sum, chance) => sum + chance, 0);
}

const LATE = 1 / 4;

test('the rates of a difference follow from how often its sides are asked', () => {
  const { finds, accuses } = wordsOf('Bindings');
  const { rounds, beside } = DIFFERENCE;
  expect(finds).toContain(`${percent(0.9 ** rounds)} in a variant, ${percent(0.9 ** (rounds + beside))} in a binding`);
  // The call has right answers each time, and its variant late ones; or the other way round.
  const onTime = (1 - LATE) ** (rounds + beside) * LATE ** rounds;
  expect(accuses).toContain(`${percent(onTime + LATE ** (rounds + beside) * (1 - LATE) ** rounds)} for a variant`);
  expect((LATE * (1 - LATE)) ** (rounds + beside)).toBeLessThan(1e-6);
});

test('the rates of what is wrong at times follow from how often all bindings are asked', () => {
  const { rounds, times, wrong } = AT_TIMES;
  const foundIn = (share: number): string => percent(atLeast(wrong, 2 * rounds, share) ** times);
  expect(wordsOf('at times').finds).toContain(`one answer of five ${foundIn(1 / 5)}`);
  expect(wordsOf('at times').finds).toContain(`one of three ${foundIn(1 / 3)}`);
  expect((1 - LATE) ** (3 * rounds * times)).toBeLessThan(1e-9);
});

test('the rates of lost data follow from how often a call is sent again', () => {
  const { most, rare } = LOST_DATA;
  // Data that comes and goes is missing at least once, in at most one answer of so many, and not in the last.
  const shown = (share: number): number => {
    const [once, often] = [1, Math.floor(most / rare) + 1].map((lacking) => atLeast(lacking, most - 1, share));
    return (1 - share) * ((once ?? 0) - (often ?? 0));
  };
  const { finds, accuses } = wordsOf('lacks');
  expect(finds).toContain(`one answer of twenty ${percent(shown(1 / 20))}, in one of ten ${percent(shown(1 / 10))}`);
  expect(accuses).toContain(percent(shown(LATE)));
});

test('the rate of mixed-up answers follows from how often two calls are sent together', () => {
  // Each is sent twice, before the other one in every second round.
  const shown = atLeast(CALLERS.together, CALLERS.rounds / 2, 1 - (3 / 4) ** 2);
  const { finds } = wordsOf('caller');
  expect(finds).toContain(`${percent(shown)}, and ${percent(1 - (1 - shown) ** 2)} where both get data`);
});

test('the rate of first answers follows from how often new calls are sent', () => {
  const { calls, next, others } = FIRST_ANSWERS;
  const shown = Array.from({ length: calls }, (_, at) => LATE * (1 - LATE) ** (next + at));
  const all = shown.reduce((product, share) => product * share, 1);
  expect(others).toBe(1);
  const oneMore = shown.reduce((sum, share) => sum + 1 - share, 0);
  expect(wordsOf('first answer lacks').accuses).toContain(percent(all * (1 + oneMore)));
});
