import type { OtherInteger, SimpleType } from '../../contract/model.ts';
import { trimmed } from '../../xml/white-space.ts';
import { otherForms } from './other-types.ts';

type IntegerType = 'int' | 'long' | OtherInteger;

/** Where the value spaces of integers end (XML Schema Part 2, sections 3.3.13 to 3.3.25); null where they don't. */
export const ranges = {
  byte: [-(2n ** 7n), 2n ** 7n - 1n],
  short: [-(2n ** 15n), 2n ** 15n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsignedByte: [0n, 2n ** 8n - 1n],
  unsignedShort: [0n, 2n ** 16n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  integer: [null, null],
  nonNegativeInteger: [0n, null],
  positiveInteger: [1n, null],
  nonPositiveInteger: [null, 0n],
  negativeInteger: [null, -1n],
} as const satisfies Record<IntegerType, readonly [low: bigint | null, high: bigint | null]>;

export const isInteger = (type: SimpleType): type is IntegerType => Object.hasOwn(ranges, type);

/** A number without its leading zeros; one of more digits than any long stays a text, since converting it is slow. */
const NUMBER = /^(?:\+|(-))?0*(?!0[0-9])([0-9]{1,100})$/;

/** The canonical form of a value: ` +007 ` is 7, `1` is true (XML Schema Part 2, section 2.3.1); others stay. */
export function canonicalValue(text: string, type: SimpleType): string {
  if (type === 'string') return text;
  const value = trimmed(text);
  if (type === 'boolean') return canonicalBoolean(value) ?? text;
  if (isInteger(type)) return String(numberOf(value) ?? text);
  return otherForms[type](value) ?? text;
}

/** Whether a text is a value of a type, by XML Schema: ` +12 ` and `007` are ints, `1` is a boolean. */
export function isOfType(text: string, type: SimpleType): boolean {
  if (type === 'string') return true;
  const value = trimmed(text);
  if (type === 'boolean') return canonicalBoolean(value) !== null;
  if (!isInteger(type)) return otherForms[type](value) !== null;
  const number = numberOf(value);
  const [low, high] = ranges[type];
  return number !== null && (low === null || number >= low) && (high === null || number <= high);
}

function numberOf(value: string): bigint | null {
  const [, sign = '', digits] = NUMBER.exec(value) ?? [];
  return digits === undefined ? null : BigInt(`${sign}${digits}`);
}

function canonicalBoolean(value: string): string | null {
  if (value === 'true' || value === '1') return 'true';
  return value === 'false' || value === '0' ? 'false' : null;
}
