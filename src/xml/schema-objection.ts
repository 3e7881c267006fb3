import type { SchemaError } from './schema-engine.ts';

/** What an objection is about; 'other' is all that nobody asks for. */
export type ObjectionKind =
  | 'unknown attribute'
  | 'missing attribute'
  | 'unknown type'
  | 'wrong type'
  | 'not nillable'
  | 'nil with content'
  | 'text'
  | 'elements'
  | 'value'
  | 'other';

/** The name in {namespace}name. */
export const nameIn = (written: string): string => written.replace(/^\{[^}]*\}/, '');

/** An objection of a validator, read from its sentence. Names are written {namespace}name; null where it names none. */
export interface SchemaObjection extends SchemaError {
  readonly kind: ObjectionKind;
  readonly element: string | null;
  readonly attribute: string | null;
  readonly value: string | null;
  readonly type: string | null;
}

const PLACE = /^Element '([^']*)'(?:, attribute '([^']*)')?: (.*)$/s;

const KINDS: readonly (readonly [ObjectionKind, RegExp])[] = [
  ['unknown attribute', /^The attribute '[^']*' is not allowed\.$/],
  ['missing attribute', /^The attribute '[^']*' is required but missing\.$/],
  ['unknown type', /^The QName value .* does not resolve to a type definition\.$/s],
  ['wrong type', /^The type definition '(?<type>[^']*)', specified by xsi:type, is /],
  ['not nillable', /^The element is not 'nillable'\.$/],
  ['nil with content', /^Neither character nor element content is allowed/],
  ['text', /^Character content /],
  ['elements', /^(?:This element is not expected|Missing child element|Element content is not allowed)/],
  ['value', /^'(?<value>.*)' is not a valid value of the (?:local )?[a-z]+ type(?: '(?<type>[^']*)')?\.$/s],
];

/**
 * Reads what libxml2 objects to. Its errors have a code, which libxml2-wasm does not hand on: this is the only place
 * that reads its sentences (xmlschemas.c), and schema-objection.test.ts holds both libraries to them.
 */
export function objectionOf({ message, line }: SchemaError): SchemaObjection {
  const sentence = message.trim();
  const [, element = null, attribute = null, said = ''] = PLACE.exec(sentence) ?? [];
  for (const [kind, pattern] of KINDS) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const { value = null, type = null } = found.groups ?? {};
    return { message: sentence, line, kind, element, attribute, value, type };
  }
  return { message: sentence, line, kind: 'other', element, attribute, value: null, type: null };
}
