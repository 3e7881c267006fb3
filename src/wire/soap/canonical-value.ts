import type { SimpleType } from '../../contract/model.ts';
import { trimmed } from '../../xml/white-space.ts';

/** Where the value spaces of numbers end (XML Schema Part 2, sections 3.3.16 and 3.3.17). */
export const ranges = {
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

/** A number without its leading zeros; one of more digits than any long stays a text, since converting it is slow. */
const NUMBER = /^(?:\+|(-))?0*(?!0[0-9])([0-9]{1,100})$/;

/** The canonical form of a value: ` +007 ` is 7, `1` is true (XML Schema Part 2, section 2.3.1); others stay. */
export function canonicalValue(text: string, type: SimpleType): string {
  if (type === 'string') return text;
  const value = trimmed(text);
  if (type === 'boolean') return canonicalBoolean(value) ?? text;
  return String(numberOf(value) ?? text);
}

/** Whether a text is a value of a type, by XML Schema: ` +12 ` and `007` are ints, `1` is a boolean. */
export function isOfType(text: string, type: SimpleType): boolean {
  if (type === 'string') return true;
  const value = trimmed(text);
  if (type === 'boolean') return canonicalBoolean(value) !== null;
  const number = numberOf(value);
  const [low, high] = ranges[type];
  return number !== null && number >= low && number <= high;
}

function numberOf(value: string): bigint | null {
  const [, sign = '', digits] = NUMBER.exec(value) ?? [];
  return digits === undefined ? null : BigInt(`${sign}${digits}`);
}

function canonicalBoolean(value: string): string | null {
  if (value === 'true' || value === '1') return 'true';
  return value === 'false' || value === '0' ? 'false' : null;
}
