import type { SimpleType } from '../contract/model.ts';
import { trimmed } from '../xml/white-space.ts';

/** More digits than any int or long; longer texts stay unchanged, since converting them is slow. */
const MOST_DIGITS = 100;

/** The canonical form of a value: ` +007 ` is 7, `1` is true (XML Schema Part 2, section 2.3.1); others stay. */
export function canonicalValue(text: string, type: SimpleType): string {
  if (type === 'string') return text;
  const value = trimmed(text);
  if (type === 'boolean') return canonicalBoolean(value) ?? text;
  if (value.length > MOST_DIGITS || !/^[+-]?[0-9]+$/.test(value)) return text;
  return String(BigInt(value.replace(/^\+/, '')));
}

function canonicalBoolean(value: string): string | null {
  if (value === 'true' || value === '1') return 'true';
  return value === 'false' || value === '0' ? 'false' : null;
}
