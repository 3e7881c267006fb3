import type { Cell, Content } from '../../contract/model.ts';
import { said } from '../../proof/mutants/answers.ts';
import { byteEdits, documentEdits, editedBytes } from '../../proof/mutants/byte-edits.ts';
import { bodyEdit, type Edit, misspelt, visits } from '../../proof/mutants/edit.ts';
import { elementEdits } from '../../proof/mutants/element-edits.ts';
import type { Answer, Golden } from '../../proof/mutants/golden.ts';
import { headEdits } from '../../proof/mutants/head-edits.ts';
import { readHead } from '../../proof/mutants/legal.ts';
import { readMarkup } from '../../proof/mutants/markup.ts';
import type { Place } from '../../proof/mutants/places.ts';
import { textEdits } from '../../proof/mutants/text-edits.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { contract } from './golden-requests.fixture.ts';

/** A single edit of a request: what was done, at which kind of place, and the request as a server reads it. */
interface RequestEdit extends Pick<Edit, 'kind' | 'place' | 'detail'> {
  readonly request: HttpRequest;
}

/** Every single edit of a golden request, by the edits of answers; those that break HTTP are left out. */
export function* requestEdits(cell: Cell, request: HttpRequest): Generator<RequestEdit> {
  const golden = goldenOf(cell, request);
  const known = new Set([said(golden.answer)]);
  for (const { kind, place, detail, answer } of edits(golden)) {
    const text = said(answer);
    const edited = known.has(text) ? null : requestOf(answer);
    if (edited === null) continue;
    known.add(text);
    yield { kind, place: place === 'status line' ? 'request line' : place, detail, request: edited };
  }
}

/** A request in the form in which answers are edited; Host is up to the HTTP server. */
function goldenOf(cell: Cell, { method, path, headers, body }: HttpRequest): Golden {
  const lines = headers.filter(([name]) => name !== 'Host').map((line) => line.join(': '));
  const answer = { statusLine: `${method} ${path} HTTP/1.1`, lines, body: Buffer.from(body ?? []) };
  return { index: 0, cell, call: { operation: cell.operation.name, values: {}, header: null }, answer };
}

/**
 * What a server reads from a message; null where it is not HTTP (RFC 9112, sections 3, 5 and 6.3), which a server
 * refuses before anything is judged. Without a length there is no body.
 */
function requestOf({ statusLine, lines, body }: Answer): HttpRequest | null {
  const [start, method = '', path = ''] =
    /^([!#$%&'*+.^`|~\w-]+) (\/[!-~\x80-\xff]*) HTTP\/1\.[01]$/.exec(statusLine) ?? [];
  const headers = readHead({ statusLine: 'HTTP/1.1 200 OK', lines })?.fields;
  const length = headers?.filter(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name)) ?? [];
  const [[name = '', count = '0'] = []] = length;
  if (start === undefined || headers === undefined || length.length > 1 || /^t/i.test(name)) return null;
  if (!/^\d+$/.test(count) || Number(count) > body.length) return null;
  return { method, path, headers, body: Number(count) === 0 ? null : body.subarray(0, Number(count)) };
}

function* edits(golden: Golden): Generator<Edit> {
  const { answer, cell } = golden;
  for (const edit of headEdits(golden)) if (edit.kind !== 'change status') yield edit;
  yield* lineEdits(golden);
  const [before = '', query] = answer.statusLine.split(/(?<=\?)(.*)(?= HTTP)/);
  if (cell.binding === 'http-get')
    for (const [detail, form] of formEdits(query ?? ''))
      yield headEdit('change query', { ...answer, statusLine: `${before}${form} HTTP/1.1` }, detail);
  if (cell.binding === 'http-get') return;
  if (cell.binding === 'http-post') {
    yield* byteEdits(golden);
    for (const [detail, form] of formEdits(answer.body.toString()))
      yield bodyEdit(golden, 'change form', 'form', detail, Buffer.from(form, 'latin1'));
    return;
  }
  const written = readMarkup(answer.body.toString());
  const all = visits(written.root, placesOf(cell));
  yield* documentEdits(golden, written);
  yield* elementEdits(golden, written, all, contract);
  yield* textEdits(golden, written, all);
  yield* byteEdits(golden);
}

function headEdit(kind: string, answer: Answer, detail: string): Edit {
  return { kind, place: kind.replace(/^\w+ /, ''), detail, answer, onWire: true };
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'get', 'post', 'Post', 'QUERY'];

/** Edits that only requests have: of the method, the path, SOAPAction and action. */
function* lineEdits(golden: Golden): Generator<Edit> {
  const { answer, cell } = golden;
  const { lines, statusLine } = answer;
  const start = (to: string): Edit => headEdit('change request line', { ...answer, statusLine: to }, to);
  for (const method of METHODS) yield start(statusLine.replace(/^\S+/, method));
  for (const base of ['/app', '/a/b', '//', '/getData.asmx']) yield start(statusLine.replace(' ', ` ${base}`));
  for (const segment of misspelt('getData.asmx')) yield start(statusLine.replace('getData.asmx', segment));
  for (const segment of misspelt(cell.operation.name)) yield start(statusLine.replace(cell.operation.name, segment));
  for (const end of ['/', '?', '?x=1', '?wsdl', '#x', '&x', '/x', ';x', '%20'])
    yield start(statusLine.replace(/(?=\?| HTTP)/, end));
  yield start(statusLine.replace('getData', '%67etData'));
  const other = contract.operations.find(({ name }) => name !== cell.operation.name)?.name ?? '';
  const action = `${contract.namespace}${cell.operation.name}`;
  const quotes = ['""', '', action, `'${action}'`, `"${action}" `, `"${other}"`, `"${contract.namespace}${other}"`];
  const head = (to: readonly string[], detail: string): Edit =>
    headEdit('change header line', { ...answer, lines: to }, detail);
  const others = lines.filter((line) => !line.startsWith('SOAPAction'));
  for (const value of [...quotes, `"${action}"`, ...misspelt(action).map((one) => `"${one}"`)])
    yield head([...others, `SOAPAction: ${value}`], `SOAPAction: ${value}`);
  for (const value of [action, other, `${contract.namespace}${other}`])
    for (const quote of ['"', ''])
      yield head(
        lines.map((line) => line.replace(/^Content-Type.*/, `$&; action=${quote}${value}${quote}`)),
        `action=${quote}${value}${quote}`,
      );
}

/** Every edit of a query or form: its bytes; its pairs removed, repeated, moved, with other names and values. */
function* formEdits(form: string): Generator<readonly [detail: string, edited: string]> {
  for (const [, detail, edited] of editedBytes(Buffer.from(form))) yield [detail, edited.toString('latin1')];
  const pairs = form.split('&');
  for (const [at, pair] of pairs.entries()) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const put = (...by: readonly string[]): string => pairs.toSpliced(at, 1, ...by).join('&');
    const others = pairs.toSpliced(at, 1);
    yield ['left out', put()];
    yield ['twice', put(pair, pair)];
    yield ['last', [...others, pair].join('&')];
    yield ['first', [pair, ...others].join('&')];
    for (const more of ['', 'x=1', '=1', '%', 'x']) yield [`${more} before ${name}`, put(more, pair)];
    for (const other of [...misspelt(name), `%${name}`, `${name}%20`, `${encoded(name)}`])
      yield [`${name} as ${other}`, put(`${other}=${value}`)];
    for (const other of [...VALUES, encoded(value), value.toLowerCase(), `${value}&x`, `"${value}"`])
      yield [`${name}=${other}`, put(`${name}=${other}`)];
    for (const mark of ['', ':', '%3D', '==', ' = ', ';']) yield [`'${mark}' for '='`, put(`${name}${mark}${value}`)];
  }
}

const VALUES = [
  ...['', 'abc', '5.0', '%2B5', '+5', '007', '2147483648', '-2147483648', '9223372036854775808', '%20', '1,000', '0x5'],
  ...['%FF', '%', '%E4%BD', '%u00F6', '%C3%B6', '\u00e9', 'a<b', 'a|b', '{}', 'a#b', '%00', 'null'],
];

/** With every character escaped. */
const encoded = (text: string): string => text.replaceAll(/[!-~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** What the document has at each place of an envelope. */
function placesOf({ operation }: Cell): ReadonlyMap<string, Place> {
  const { name, fields } = contract.header;
  const text: Content = { kind: 'simple', type: 'string', enumeration: [] };
  const [header, call] = [`Envelope/Header/${name}`, `Envelope/Body/${operation.name}`];
  const all: readonly (readonly [path: string, name: string, content: Content | null])[] = [
    ...['Envelope', 'Envelope/Header', 'Envelope/Body'].map((path) => [path, path.replace(/.*\//, ''), null] as const),
    [header, name, null],
    [call, 'call', null],
    ...fields.map((field) => [`${header}/${field.name}`, 'header field', field.content] as const),
    ...fields.map((field) => [`${header}/${field.name}/string`, 'header item', text] as const),
    ...operation.parameters.map((one) => [`${call}/${one.name}`, one.type, { ...text, type: one.type }] as const),
  ];
  return new Map(all.map(([path, kind, content]) => [path, { name: kind, content }]));
}
