/** Numbers that differ by a multiple of it have the same last eight digits, to which keys of caches may be cut. */
export const EIGHT_DIGITS = 10n ** 8n;

/** Whether two numbers are one to a server that reads numbers of a type as floating-point numbers. */
export function isRoundedAlike(one: bigint, other: bigint, type: 'int' | 'long'): boolean {
  const [float, another] = [one, other].map((number) =>
    type === 'int' ? Math.fround(Number(number)) : Number(number),
  );
  return float === another;
}
