import { isAscii } from 'node:buffer';
import type { Contract, Parameter } from '../../contract/model.ts';
import type { RunOptions } from '../../options/model.ts';
import { portableLines, withoutOwnLines } from '../../wire/http/end-to-end.ts';
import { type Header, headerValue } from '../../wire/http/exchange.ts';
import type { Call, Credentials } from '../../wire/soap/call.ts';
import { unescaped } from '../../wire/soap/decode-request.ts';
import { charsetOf } from '../../wire/soap/media-type.ts';
import { recognisedRead } from '../../wire/soap/recognised-read.ts';
import {
  filledRequest,
  formValue,
  type GappedText,
  type RequestTemplate,
  textValue,
} from '../../wire/soap/request-template.ts';
import { isTakenOut } from './body.ts';
import type { HarCall } from './call.ts';
import { MASK } from './entry.ts';
import { namesOtherSecret, withoutSecretLines } from './secrets.ts';

/** RFC 9110, sections 5.1 and 5.5. */
const SENDABLE_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const SENDABLE_VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/;
/** A shorter credential may stand in any header line. */
const SHORTEST_CREDENTIAL = 3;

/**
 * The recorded request, ready to be sent to another server byte by byte: only lines of the connection, Host,
 * credentials and masked values are not the recorded ones. Only a read is; for all else the reason why it is not sent.
 * @param call - what is recorded, with configured values in place of masked ones
 */
export function asRecorded(
  { entry, request }: HarCall,
  call: Call,
  contract: Contract,
  { masked = [] }: Pick<RunOptions, 'masked'>,
): RequestTemplate | string {
  const taking = takingCredentials(contract);
  const read = recognisedRead(request, taking);
  if (read === null) return 'as recorded, only what every server takes for a read is sent; --plain may send it';
  const body = entry.request.body;
  if (body !== null && 'bytes' in body && !body.exact && !isAscii(body.bytes) && hasOtherCharset(request.headers))
    return 'its body is in another charset than UTF-8, and the recording has only its text';
  if (namesOtherSecret(request, contract)) return 'it names a secret that is no parameter';
  const at = (request.path.split('?', 1)[0] ?? '').toLowerCase().lastIndexOf(contract.endpointPath.toLowerCase());
  if (at < 0) return 'its path has the name of the endpoint in escapes';
  const replaced = replacing(call, read.cell.operation.parameters, masked);
  const [endpoint = '', ...query] = request.path.slice(at).split('?');
  const path = query.length === 0 ? [endpoint] : [`${endpoint}?`, ...formWith(query.join('?'), replaced)];
  const text = request.body === null ? null : Buffer.from(request.body).toString('latin1');
  const isForm = read.cell.binding === 'http-post';
  const headers = sentHeaders(request.headers, Object.values(read.credentials));
  if (typeof headers === 'string') return headers;
  const template: RequestTemplate = {
    method: request.method,
    path: path.map((part) => (typeof part === 'string' ? escapedPath(part) : part)),
    headers,
    body: text === null ? null : isForm ? formWith(text, replaced) : elementsWith(text, replaced),
  };
  return mistakeIn(template, call, read.credentials, taking) ?? template;
}

/** Clients send credentials to operations that take none, too. */
function takingCredentials(contract: Contract): Contract {
  const isCredential = ({ credential }: Parameter): boolean => credential;
  const all = contract.operations.flatMap(({ parameters }) => parameters.filter(isCredential));
  const secret = [...new Map(all.map((parameter) => [parameter.name, parameter])).values()];
  const operations = contract.operations.map((operation) => {
    return { ...operation, parameters: [...secret, ...operation.parameters.filter((one) => !isCredential(one))] };
  });
  return { ...contract, operations };
}

type Replacement = GappedText[number] | null;
type Replacing = (name: string, value: string, written: 'form' | 'xml') => Replacement;

/** What is sent in place of a named value: its own credential, or the configured value of a masked one; or itself. */
function replacing({ values }: Call, parameters: readonly Parameter[], masked: readonly string[]): Replacing {
  const known = new Map(parameters.map((parameter) => [parameter.name.toLowerCase(), parameter]));
  return (written, value, how) => {
    const parameter = known.get(written.toLowerCase());
    if (parameter === undefined) return null;
    const { name, credential } = parameter;
    if (credential) return value === '' ? null : { credential: name, written: how };
    const isHidden = masked.includes(name) || MASK.test(value) || isTakenOut(value);
    const configured = values[name];
    if (!isHidden || configured === undefined) return null;
    return how === 'form' ? formValue(configured) : textValue(configured);
  };
}

/** A query or form body, each pair as it is but for values that are replaced. */
function formWith(form: string, replaced: Replacing): GappedText {
  return form.split('&').flatMap((pair, index): GappedText => {
    const between = index === 0 ? '' : '&';
    const end = pair.indexOf('=');
    if (end < 0) return [`${between}${pair}`];
    const [name, value] = [pair.slice(0, end), pair.slice(end + 1)].map((one) => unescaped(one.replaceAll('+', ' ')));
    const other = replaced(name ?? '', value ?? '', 'form');
    return other === null ? [`${between}${pair}`] : [`${between}${pair.slice(0, end + 1)}`, other];
  });
}

/** XML, each element as it is but for those without children whose text is replaced. */
function elementsWith(xml: string, replaced: Replacing): GappedText {
  const leaf = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?(?<!\/)>([^<]*|\s*<!\[CDATA\[[^\]<]*\]\]>\s*)(?=<\/)/g;
  const parts: GappedText[number][] = [];
  let done = 0;
  for (const { 0: whole, 1: name = '', 2: value = '', index } of xml.matchAll(leaf)) {
    const other = replaced(name, value, 'xml');
    if (other === null) continue;
    const end = index + whole.length;
    parts.push(xml.slice(done, end - value.length), other);
    done = end;
  }
  return [...parts, xml.slice(done)];
}

/** The recorded lines that another server may get; a sentence for one that can't be sent. */
function sentHeaders(lines: readonly Header[], credentials: readonly string[]): readonly Header[] | string {
  const secrets = credentials.filter(({ length }) => length >= SHORTEST_CREDENTIAL);
  const sent = withoutSecretLines(portableLines(lines)).filter(
    ([name, value]) =>
      !(/^expect$/i.test(name) && !/^100-continue$/i.test(value)) &&
      !MASK.test(value) &&
      !secrets.some((secret) => value.includes(secret)),
  );
  if (!sent.every(([name, value]) => SENDABLE_NAME.test(name) && SENDABLE_VALUE.test(value)))
    return 'a header line of it has characters that no request can have';
  // A recorder that keeps Host keeps all lines: what it does not have was not sent.
  return headerValue(lines, 'host') === undefined ? sent : withoutOwnLines(sent);
}

/** What a request line can't hold, in escapes: some recorders write addresses without. */
function escapedPath(text: string): string {
  return text.replaceAll(/[^\x21-\x7E]+/g, formValue);
}

/** Why the request made from it is not the recorded call with other credentials; null if it is. */
function mistakeIn(template: RequestTemplate, call: Call, recorded: Credentials, taking: Contract): string | null {
  // An empty one is sent as it is.
  const empty = Object.fromEntries(Object.entries(recorded).filter(([, value]) => value === ''));
  const credentials: Credentials = { DealerID: 'dealer?', APIKEY: 'key?', Password: 'password?', ...empty };
  const request = filledRequest(template, { basePath: '', credentials });
  const text = [request.path, Buffer.from(request.body ?? []).toString('latin1')].map(unescaped).join('\n');
  if (MASK.test(text)) return 'it holds a masked value that is no parameter';
  const read = recognisedRead(request, taking);
  const isCall = read !== null && JSON.stringify(read.call) === JSON.stringify(call);
  const isFilled = Object.entries(read?.credentials ?? {}).every(([name, value]) => value === credentials[name]);
  return isCall && isFilled ? null : 'its credentials or masked values stand where they can not be replaced';
}

function hasOtherCharset(headers: readonly Header[]): boolean {
  return !/^utf-?8$/.test(charsetOf(headerValue(headers, 'content-type')) ?? 'utf-8');
}
