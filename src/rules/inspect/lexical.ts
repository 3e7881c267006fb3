import { isOfType, ranges } from '../../bindings/canonical-value.ts';
import type { SimpleType } from '../../contract/model.ts';

/** What a text should be that is no value of the type, by XML Schema; null if it is one. */
export function lexicalFault(text: string, type: SimpleType): string | null {
  if (type === 'string' || isOfType(text, type)) return null;
  if (type === 'boolean') return 'a boolean: true, false, 1 or 0';
  const [low, high] = ranges[type];
  return `${type === 'int' ? 'an int' : 'a long'}: a whole number from ${low} to ${high}`;
}
