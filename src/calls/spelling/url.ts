import type { HttpRequest } from '../../wire/http/exchange.ts';
import { editBody } from './edit-envelope.ts';
import { dimensions, type Trait } from './trait.ts';

const URI = 'RFC 3986, sections 2.1 and 6.2.2; WHATWG URL, application/x-www-form-urlencoded';

/** A request with its query or form spelled differently. */
export function respelled(request: HttpRequest, respell: (form: string) => string): HttpRequest {
  if (request.body !== null) return editBody(request, respell);
  // Only the first question mark ends the path: a query may hold others as they are.
  const end = request.path.indexOf('?');
  if (end === -1) return request;
  return { ...request, path: `${request.path.slice(0, end)}?${respell(request.path.slice(end + 1))}` };
}

function form(id: string, variant: string, respell: (form: string) => string, more: Partial<Trait> = {}): Trait {
  return { id, variant, standard: URI, edit: (request) => respelled(request, respell), ...more };
}

function hex(letter: string): string {
  return `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}

const IN_NAMES_OR_PATH = { part: 'escapes in names and in the path, and marks without one' };
const ESCAPED = { family: 'letters-escaped' };
const EMPTY_PAIRS = { part: 'an & without a parameter', standard: 'WHATWG URL, section 5.1' };

/** A parameter as it is on the wire: escaped for XML in an envelope, percent-encoded in a query or form. */
export type WireParameter = readonly [name: string, text: string];

/** The parameters of a form; a value may hold an =, and an empty pair has no name. */
export function pairsIn(form: string): readonly WireParameter[] {
  return form.split('&').map((pair) => {
    const [name = '', ...text] = pair.split('=');
    return [name, text.join('=')];
  });
}

/** Each `name=value` of a form, with its parts changed. */
function eachPair(name: (text: string) => string, value: (text: string) => string): (form: string) => string {
  const written = ([left, right]: WireParameter): string => (left === '' ? '' : `${name(left)}=${value(right)}`);
  return (text) => pairsIn(text).map(written).join('&');
}

const same = (text: string): string => text;
/** Letters and digits that are not part of an escape. */
const escaped = (text: string): string =>
  text.replaceAll(/%[0-9A-Fa-f]{2}|[A-Za-z0-9]/g, (found) => (found.length === 1 ? hex(found) : found));
/** What a query may hold unescaped, and the form encoding escapes (RFC 3986, section 3.4). */
const RAW = "!'()~:@/?,$=";
const unescaped = (text: string): string =>
  text.replaceAll(/%[0-9A-F]{2}/gi, (found) => {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return RAW.includes(character) ? character : found;
  });

/** Spellings of a query or a form. Left out: parameters in another order, repeated or without a value. */
export const urlDimensions = dimensions({
  spaces: [
    // The document names form encoding, which has `+` for a space (WHATWG URL, section 5.1), only for POST.
    form('spaces-plus', 'spaces as +', (text) => text.replaceAll('%20', '+'), {
      bindings: ['http-get'],
      part: '+ for a space in a query',
    }),
    form('spaces-percent', 'spaces as %20', (text) => text.replaceAll('+', '%20'), { bindings: ['http-post'] }),
  ],
  digits: [
    form('lower-case-digits', 'hexadecimal digits in lower case', (text) =>
      text.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()),
    ),
  ],
  values: [
    form('letters-escaped', 'letters escaped without need', (text) =>
      text.replaceAll(/=([A-Za-z])/g, (_all, letter: string) => `=${hex(letter)}`),
    ),
    form('values-escaped', 'every letter of its values escaped', eachPair(same, escaped), ESCAPED),
    form('marks-unescaped', 'marks that need no escape written as they are', unescaped, IN_NAMES_OR_PATH),
  ],
  semicolons: [
    // No client writes them so in a form, which some servers split there.
    form('semicolons-unescaped', 'semicolons written as they are', (text) => text.replaceAll(/%3B/gi, ';'), {
      bindings: ['http-get'],
      standard: 'RFC 3986, sections 2.2 and 3.4',
      ...IN_NAMES_OR_PATH,
    }),
  ],
  names: [
    form(
      'names-escaped',
      'letters of parameter names escaped',
      eachPair((name) => name.replace(/^./, hex), same),
      { ...IN_NAMES_OR_PATH, ...ESCAPED },
    ),
  ],
  pairs: [
    form('trailing-ampersand', 'an & after its last parameter', (text) => (text === '' ? '' : `${text}&`), EMPTY_PAIRS),
    form('empty-pairs', 'an & more between parameters', (text) => text.replaceAll('&', '&&'), EMPTY_PAIRS),
  ],
  path: [
    {
      id: 'path-escaped',
      variant: 'a letter of each part of the path escaped',
      standard: URI,
      ...IN_NAMES_OR_PATH,
      edit: (request) => ({
        ...request,
        path: request.path.replace(/^[^?]*/, (path) => path.replaceAll(/(?<=\/)[A-Za-z]/g, hex)),
      }),
    },
  ],
});
