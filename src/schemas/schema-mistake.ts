import type { ErrorObject } from 'ajv';
import { suggestion } from './nearest.ts';
import { withoutUserinfo } from './shown-address.ts';

/**
 * What is wrong with a config file, without its name: the key, what was found and what is allowed.
 * @param error - of an Ajv made with `verbose`
 */
export function schemaMistake(error: ErrorObject): string {
  const key = keyOf(error.instancePath);
  const within = key === '' ? '' : ` in ${key}`;
  if (error.propertyName !== undefined) {
    const expected =
      error.keyword === 'enum' ? suggestion(error.propertyName, error.params.allowedValues) : 'expected another name';
    return `unknown name '${error.propertyName}'${within}; ${expected}`;
  }
  const where = key === '' ? 'the file' : key;
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown: string = error.params.additionalProperty;
      return `unknown key '${unknown}'${within}; ${suggestion(unknown, Object.keys(error.parentSchema?.properties ?? {}))}`;
    }
    case 'required':
      return `${where} has no '${error.params.missingProperty}'; expected one`;
    case 'enum':
      return `${where} is ${found(error)}; ${suggestion(text(error.data), error.params.allowedValues)}`;
    case 'type':
      return `${where} is ${found(error)}; expected ${named([error.params.type].flat().join(' or '))}`;
    case 'minItems':
    case 'minLength':
      return `${where} is ${error.data === '' ? 'empty' : found(error)}; expected at least one ${Array.isArray(error.data) ? 'entry' : 'character'}`;
    case 'pattern':
      return `${where} is ${found(error)}; expected an address that begins with http:// or https://`;
    default:
      return `${where} is ${found(error)}; it ${error.message ?? 'is not as the schema says'}`;
  }
}

/** `samples[0].values.Make` for /samples/0/values/Make. */
function keyOf(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((key, part) => (/^\d+$/.test(part) ? `${key}[${part}]` : key === '' ? part : `${key}.${part}`), '');
}

/** The value found; only its type where it may be a secret or is no plain value. */
function found({ data, instancePath }: ErrorObject): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty array' : 'an array';
  if (typeof data === 'object') return 'an object';
  if (/\/(credentials|headers|proxy|DealerID|APIKEY|Password)\b/i.test(instancePath)) return named(typeof data);
  if (/^(?:\/targets\/\d+)?\/target$/.test(instancePath)) return `'${withoutUserinfo(String(data))}'`;
  return typeof data === 'string' ? `'${data.slice(0, 80)}'` : String(data);
}

/** What a suggestion goes by. Arrays and objects are none: to write them out may be long, deep, or no text at all. */
function text(data: unknown): string {
  return typeof data === 'object' ? '' : String(data).slice(0, 80);
}

function named(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
