import type { SimpleType } from '../../contract/model.ts';
import { trimmed } from '../../xml/white-space.ts';

/** Where the value spaces of numbers end (XML Schema Part 2, sections 3.3.16 and 3.3.17). */
const ranges = {
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

/** Why a text is no value of the type, by XML Schema: ` +12 ` and `007` are ints, `1` is a boolean. Else null. */
export function lexicalFault(text: string, type: SimpleType): string | null {
  if (type === 'string') return null;
  const value = trimmed(text);
  if (type === 'boolean') return ['true', 'false', '1', '0'].includes(value) ? null : expectedOf(type);
  if (!/^[+-]?[0-9]+$/.test(value)) return expectedOf(type);
  // A number with so many digits is outside every range and slow to convert.
  if (value.replace(/^[+-]?0*/, '').length > 20) return expectedOf(type);
  const [low, high] = ranges[type];
  const number = BigInt(value.replace(/^\+/, ''));
  return number >= low && number <= high ? null : expectedOf(type);
}

function expectedOf(type: 'int' | 'long' | 'boolean'): string {
  if (type === 'boolean') return 'a boolean: true, false, 1 or 0';
  const [low, high] = ranges[type];
  return `${type === 'int' ? 'an int' : 'a long'}: a whole number from ${low} to ${high}`;
}
