import { parse } from 'content-type';

/**
 * The media type of a Content-Type value, type and charset in lower case (RFC 9110, sections 8.3.1 and 8.3.2), with the
 * operation that a SOAP 1.2 request calls (RFC 3902); null if it has none, or names its charset twice.
 */
export function mediaTypeOf(value: string | undefined) {
  if (value === undefined || (value.match(/;[ \t]*charset=/gi) ?? []).length > 1) return null;
  const { type, parameters } = parse(value);
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return null;
  const { charset, action = null } = parameters;
  return { type: type.toLowerCase(), charset: charset?.toLowerCase() ?? null, action };
}

/** RFC 9110, sections 5.6.6 and 8.3.1: no space is allowed around a parameter's `=`. */
const GRAMMAR = /^[\w.+-]+\/[\w.+-]+(?:[ \t]*;(?:[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[^\s;="]+|"(?:[^"\\]|\\.)*"))?)*[ \t]*$/;

/** True for a Content-Type value that follows its grammar; others may still be understood. */
export function isMediaType(value: string): boolean {
  return GRAMMAR.test(value);
}

/** The charset parameter of a Content-Type value, in lower case. */
export function charsetOf(value: string | undefined): string | null {
  return mediaTypeOf(value)?.charset ?? null;
}
