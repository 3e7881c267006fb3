import type { SimpleType } from '../../contract/model.ts';

const RANGE = {
  int: { least: -(2n ** 31n), most: 2n ** 31n - 1n, type: 'Int32' },
  long: { least: -(2n ** 63n), most: 2n ** 63n - 1n, type: 'Int64' },
} as const;

/** Text to int or long as .NET: outer white space, sign and leading zeros are fine. Else a sentence why not. */
export function toInteger(text: string, type: SimpleType): bigint | string {
  const digits = /^[\t-\r ]*([+-]?)([0-9]+)[\t-\r ]*$/.exec(text);
  if (digits === null) return 'Input string was not in a correct format.';
  const range = RANGE[type === 'long' ? 'long' : 'int'];
  // BigInt is slow on very long text, which can't be in range anyway.
  const significant = (digits[2] ?? '').replace(/^0+(?=.)/, '');
  const value = significant.length > 19 ? null : BigInt(significant) * (digits[1] === '-' ? -1n : 1n);
  if (value !== null && value >= range.least && value <= range.most) return value;
  return `Value was either too large or too small for an ${range.type}.`;
}

/** Text to boolean by XML Schema's lexical rules, as XmlConvert.ToBoolean does; 'True' is refused with a sentence. */
export function toBoolean(text: string): boolean | string {
  const value = text.trim();
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0'
    ? false
    : `The string '${value.slice(0, 40)}' is not a valid Boolean value.`;
}
