import fc from 'fast-check';
import { type Call, free, withValue } from '../wire/soap/call.ts';
import { EIGHT_DIGITS, isRoundedAlike } from './alike-numbers.ts';
import type { CallSource } from './pools.ts';
import { drawNumber } from './texts.ts';
import { derivedSeed } from './values.ts';

/** Numbers that differ by a multiple of these are one where only the lower 24 or 32 bits are read. */
const [OF_INT, OF_LONG] = [2n ** 24n, 2n ** 32n];
/** A number of fewer bits may be known; other unknown ones must be as small. */
const FEW_BITS = 15n;
/** So many digits has a number beyond the usual width of an int, and beyond 32 bits but within what a double holds. */
const WIDE = { int: 9, long: 15 };

/**
 * Numbers of a type that a server takes for this one if it loses a sign, the upper bits, the first or the last digits,
 * and unknown ones: as far beyond its usual width, and not beyond. None for a non-number.
 */
export function nearNumbers(number: string, type: 'int' | 'long', seed: number): readonly string[] {
  if (!/^-?\d{1,19}$/.test(number)) return [];
  const own = BigInt(number);
  const inType = (one: bigint): boolean => BigInt.asIntN(type === 'int' ? 32 : 64, one) === one;
  const unknown = BigInt(drawNumber(seed));
  // So far that no service counts its ids to there, and within what a double holds; a long with the same last digits.
  const bits = OF_INT * BigInt(drawnUpTo(60, seed) + 64);
  const beyond = own + (type === 'int' ? bits : (EIGHT_DIGITS << 24n) * (1n + (unknown % 5n)));
  const endingAlike = own + EIGHT_DIGITS * (11n + (unknown % 9n));
  const digits = `${number}${unknown}${unknown}`.slice(0, WIDE[type]);
  const wide = number.length < WIDE[type] && own > 0n ? BigInt(digits) : beyond + unknown / 16n;
  const small = own < 2n ** FEW_BITS ? 7000n + (unknown % 1000n) : unknown;
  // Beyond what a double holds, as equal in the lower bits.
  const far = own + (OF_LONG << BigInt(drawnUpTo(8, seed) + 22));
  const next = [own - 1n, own + 1n].filter((one) => isRoundedAlike(one, own, type));
  const near = [beyond, wide, small, -own, type === 'int' ? endingAlike : far, ...next];
  return [...new Set(near)].filter((one) => one !== own && inType(one)).map(String);
}

const drawnUpTo = (most: number, seed: number): number => fc.sample(fc.nat(most), { seed, numRuns: 1 })[0] ?? 0;

/**
 * Calls with each number of these types close to one that gets data, and far from it.
 * @param known - calls that are likely to get data, the likeliest first
 */
export function numberCalls(
  source: CallSource,
  seed: number,
  known: readonly Call[],
  types: readonly ('int' | 'long')[],
) {
  return free(source).flatMap((parameter): readonly Call[] => {
    const { name } = parameter;
    const type = types.find((one) => one === parameter.type);
    if (type === undefined) return [];
    // A server that loses the upper bits of a number has no data for it: then a smaller one shows that.
    const isNarrow = ({ values }: Call): boolean => Math.abs(Number(values[name])) < 2 ** 31;
    const right = new Set([...known.slice(0, 1), ...known.filter(isNarrow).slice(0, 1)]);
    return [...right].flatMap((call) => {
      const near = nearNumbers(call.values[name] ?? '', type, derivedSeed(seed, `near/${name}`));
      return near.map((number) => withValue(call, parameter, number));
    });
  });
}
