import { isDeepStrictEqual } from 'node:util';
import type { Cell } from '../../contract/model.ts';
import { type Node, readTree } from '../../proof/mutants/element-tree.ts';
import { markupPredicates, readPlain, remembered } from '../../proof/mutants/legal.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { legalBodies, type Said, SERVICE, silentBodies, soapOf } from './legal-bodies.fixture.ts';
import { type Head, headOf, legalHeads, silentHeads } from './legal-heads.fixture.ts';

/** The predicate by which an edit of a request is right, or a hint if the document is silent; else it is wrong. */
export function legality(cell: Cell, golden: HttpRequest) {
  const right = bodyOf(golden, cell);
  const of = { cell, right: right ?? { rest: '', parameters: [] } };
  const head = headOf(golden, cell);
  const text = textOf(golden);
  const [heads, lesserHeads] = [legalHeads, silentHeads].map((all) => remembered(all, head, undefined));
  const [bodies, lesserBodies] = [legalBodies, silentBodies].map((all) => remembered(all, of.right, of));
  const markup = remembered(markupPredicates, text ?? '', null);
  return (edited: HttpRequest): { readonly legalBy: string | null; readonly silentBy: string | null } => {
    const wrong = { legalBy: null, silentBy: null };
    const own = headOf(edited, cell);
    if (isSame(golden, edited, cell)) {
      const legalBy = heads?.(own) ?? null;
      return { legalBy, silentBy: legalBy === null ? (lesserHeads?.(own) ?? null) : null };
    }
    if (!isDeepStrictEqual(withoutLength(own), withoutLength(head))) return wrong;
    const plainText = cell.binding.startsWith('soap') ? textOf(edited) : '';
    if (plainText === null) {
      const relabelled = textOf({ ...edited, body: withEncoding(edited.body) });
      return {
        legalBy: null,
        silentBy: relabelled !== null && markup(relabelled) !== null ? 'xml.declared-encoding' : null,
      };
    }
    const byMarkup = plainText === '' ? null : plainText === text ? 'xml.byte-order-mark' : markup(plainText);
    if (byMarkup !== null) return { legalBy: byMarkup, silentBy: null };
    const said = bodyOf(edited, cell);
    if (said === null)
      return { legalBy: null, silentBy: isUnusual(edited, cell, of.right) ? 'form.unusual-escapes' : null };
    const legalBy = bodies?.(said) ?? null;
    return { legalBy, silentBy: legalBy === null ? (lesserBodies?.(said) ?? null) : null };
  };
}

const withoutLength = ({ fields, ...rest }: Head) => [
  rest,
  fields.filter(([name]) => /^content-(?:type|encoding)$/i.test(name)),
];

function isSame(golden: HttpRequest, edited: HttpRequest, { binding }: Cell): boolean {
  const queryOf = ({ path }: HttpRequest): string => (binding === 'http-get' ? path.replace(/^[^?]*/, '') : '');
  return queryOf(golden) === queryOf(edited) && Buffer.from(golden.body ?? []).equals(Buffer.from(edited.body ?? []));
}

/** The text of an envelope that is well-formed, in UTF-8, without its byte order mark; else null. */
function textOf({ body }: Pick<HttpRequest, 'body'>): string | null {
  const bytes = Buffer.from(body ?? []);
  return readPlain(bytes.toString('latin1', 0, 3) === '\u00ef\u00bb\u00bf' ? bytes.subarray(3) : bytes);
}

const withEncoding = (body: Uint8Array | null): Buffer => {
  const text = Buffer.from(body ?? []).toString('latin1');
  return Buffer.from(text.replace(/^(<\?xml version="1\.0" encoding=")[A-Za-z][\w.-]*"/, '$1utf-8"'), 'latin1');
};

/** What an envelope, form or query says; null where it can't be read. */
function bodyOf(request: HttpRequest, cell: Cell): Said | null {
  if (cell.binding === 'http-get') return formOf(request.path.split(/\?(.*)/s)[1] ?? '', QUERY);
  if (cell.binding === 'http-post') return formOf(Buffer.from(request.body ?? []).toString('latin1'), FORM);
  const text = textOf(request);
  if (text === null) return null;
  // Free markup is removed: comments among texts, sections, white space between elements.
  const rest = readTree(markupPredicates['xml.white-space']?.[1](text, null) ?? text, false);
  const body = rest.children.find(({ name }) => name === soapOf(rest, 'Body'));
  const [call] = body?.children ?? [];
  if (body === undefined || call === undefined) return { rest, parameters: [] };
  const emptied = { ...body, children: body.children.map((one) => (one === call ? { ...one, children: [] } : one)) };
  const children = rest.children.map((one) => (one === body ? emptied : one));
  return { rest: { ...rest, children }, parameters: call.children };
}

/** RFC 3986, section 3.4, and how a form may be sent: WHATWG URL, section 5.1. */
const QUERY = /^[\w!$&'()*+,\-./:;=?@~%]*$/;
const FORM = /^[!-~]*$/;

function formOf(form: string, grammar: RegExp): Said | null {
  if (!grammar.test(form) || /%(?![\da-f]{2})/i.test(form)) return null;
  try {
    return {
      rest: '',
      parameters: form
        .split('&')
        .filter((pair) => pair !== '')
        .map(pairOf),
    };
  } catch {
    return null;
  }
}

function pairOf(pair: string): Node {
  const [name = '', value] = pair.split(/=(.*)/s).map((one) => decodeURIComponent(one.replaceAll('+', ' ')));
  const bare = { name: 'no value', attributes: {}, children: [], text: '' };
  return {
    name: SERVICE + name,
    attributes: {},
    children: value === undefined ? [bare] : [],
    text: value ?? '',
  };
}

/** A form that parsers read, but no standard has: raw characters of a query, %u escapes. */
function isUnusual({ path, body }: HttpRequest, cell: Cell, right: Said): boolean {
  const form =
    cell.binding === 'http-get' ? (path.split(/\?(.*)/s)[1] ?? '') : Buffer.from(body ?? []).toString('latin1');
  const said = formOf(form.replaceAll(/%u[\da-f]{4}/gi, 'x'), /^[!"$-~]*$/);
  const of = { cell, right };
  const left = said && silentBodies['parameters.missing']?.[1](said, of);
  return isDeepStrictEqual(left, right);
}
