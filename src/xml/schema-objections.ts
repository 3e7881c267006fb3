import type { SchemaError } from './schema-engine.ts';
import { trimmed } from './white-space.ts';

const UNKNOWN_TYPE =
  /attribute '\{http:\/\/www\.w3\.org\/2001\/XMLSchema-instance\}type': The QName value .* does not resolve to a type definition\.$/s;
const NOT_A_NUMBER = /: '(.*)' is not a valid value of the atomic type 'xs:(byte|short|int|long)'\.$/s;
const BITS: Readonly<Record<string, number>> = { byte: 8, short: 16, int: 32, long: 64 };

/**
 * The objections that count. Dropped are:
 * - an xsi:type that names a type the schema does not have: servers send the names of their own classes (ASMX's
 *   derived types). libxml2 goes on and validates the element as its declared type (tested in schema.test.ts);
 * - a number with white space around it, which old libxml2 (2.9.9, in libxmljs2) refuses although whiteSpace is
 *   'collapse' (XML Schema Part 2, section 4.3.6). Newer libxml2 does not.
 */
export function objectionsThatCount(errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors
    .map(({ message, line }) => ({ message: message.trim(), line }))
    .filter(({ message }) => !UNKNOWN_TYPE.test(message) && !isSpacedNumber(message));
}

function isSpacedNumber(message: string): boolean {
  const [, value = '', type = ''] = NOT_A_NUMBER.exec(message) ?? [];
  const collapsed = trimmed(value);
  const bits = BITS[type];
  if (collapsed === value || bits === undefined || !/^[+-]?[0-9]{1,40}$/.test(collapsed)) return false;
  const number = BigInt(collapsed.replace('+', ''));
  return BigInt.asIntN(bits, number) === number;
}
