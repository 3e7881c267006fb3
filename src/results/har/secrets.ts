import { ConfigError } from '../../base/error.ts';
import { plural } from '../../base/words.ts';
import type { Contract } from '../../contract/model.ts';
import { isSecret } from '../../options/credentials.ts';
import { uncoded } from '../../wire/http/content-coding.ts';
import { contentCoding, type Exchange, type Header, type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import type { Credentials } from '../../wire/soap/call.ts';
import { unescaped } from '../../wire/soap/decode-request.ts';
import { decodeXmlBytes } from '../../xml/decode.ts';
import { recordResponse, recordText, recordTrouble } from '../record/record-exchange.ts';
import {
  credentialVariables,
  headerSecrets,
  type Redact,
  redactorOf,
  withPlainPlaceholders,
} from '../record/redact.ts';
import { SHORT } from '../record/secret-forms.ts';
import { type HarCall, MOST_READ } from './call.ts';
import type { HarEntry } from './entry.ts';
import { type NoteSecret, namedSecrets } from './named-secrets.ts';
import { secretName } from './secret-names.ts';

/** Distinct secrets that are looked for in every text; more of them would take too long. */
const MOST_SECRETS = 500;

/** What this suite puts in place of a credential is not one. */
const placeholders = new Set([...Object.values(credentialVariables), 'DEALER_ID', 'API_KEY', 'PASSWORD', '***', '']);

/** True for all that this suite writes. */
export function isWithoutSecrets({ request, response }: HarEntry, credentials: Credentials): boolean {
  const values = [...Object.values(credentials), ...secretsIn([...request.headers, ...answerHeaders(response)])];
  return values.every((value) => placeholders.has(value));
}

/** Takes a HAR's secrets out of a text: credential parameters and what secret headers hold. @throws ConfigError */
export function harRedactor(file: string, calls: readonly HarCall[]): Redact {
  const named = new Map<string, string>();
  for (const [name, value] of calls.flatMap(({ decoded }) => Object.entries(decoded.credentials)))
    if (!placeholders.has(value)) named.set(value, name);
  const lines = calls.flatMap(({ entry: { request, response } }) => [...request.headers, ...answerHeaders(response)]);
  const carried = new Set(secretsIn(lines));
  for (const value of named.keys()) carried.delete(value);
  if (named.size + carried.size > MOST_SECRETS)
    throw new ConfigError(
      `${file} holds more than ${MOST_SECRETS} distinct credentials and cookies; split it, or take them out`,
    );
  const masks = [...named].map(([value, name]) => [value, credentialVariables[name] ?? '***'] as const);
  return redactorOf(new Map([...[...carried].map((value) => [value, '***'] as const), ...masks]));
}

const answerHeaders = (response: HarEntry['response']): readonly Header[] =>
  typeof response === 'string' ? [] : response.headers;

/** What the secret ones of some headers say, and what others carry as if they were Authorization. */
function secretsIn(headers: readonly Header[]): readonly string[] {
  return headers
    .flatMap((line) => (isSecret(line[0]) ? headerSecrets(line) : carriedIn(line[1])))
    .filter((value) => !placeholders.has(value) && value.length >= SHORT);
}

/** Credentials as in Authorization (RFC 9110, section 11.4) and tokens of RFC 7519, in whatever line. */
const CARRIED =
  /(?<!\w)(?:bearer|negotiate|ntlm|basic)\s+([^\s,;"]+)(?=[\s,;]|$|(?<!=)")|(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gi;

function carriedIn(text: string): readonly string[] {
  return [...text.matchAll(CARRIED)].flatMap(([written, token = written]) => {
    const [, ...others] = headerSecrets(['Authorization', written]);
    const isBasic = /^basic/i.test(written);
    // The word after it may be any.
    return isBasic && !others.some((one) => one.includes(':')) ? [] : [token, ...(isBasic ? others : [])];
  });
}

/** Whether a line of a request may hold a secret, by its name or by what its value names or carries. */
function isSecretLine([name, value]: Header): boolean {
  let isNamed = isSecret(name) || secretName(name) !== null || carriedIn(value).length > 0;
  const note: NoteSecret = (_secret, named) => {
    isNamed ||= named.trim() !== '';
  };
  if (!isNamed) namedSecrets(secretName, note).readText(value);
  return isNamed;
}

/** The lines of a request without those that may hold a secret, or repeat that of another line. */
export function withoutSecretLines(lines: readonly Header[]): readonly Header[] {
  const secret = lines.filter(isSecretLine);
  const values = secret.flatMap(headerSecrets).filter(({ length }) => length >= SHORT);
  return lines.filter((line) => !secret.includes(line) && !values.some((one) => line[1].includes(one)));
}

/** Whether a path or body names a secret that is no parameter: a token, a UsernameToken of WS-Security, a session. */
export function namesOtherSecret({ path, body }: HttpRequest, { operations }: Contract): boolean {
  const own = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name.toLowerCase())));
  const nameOf = (written: string) =>
    secretName(written) === written && !own.has(written.toLowerCase()) ? written : null;
  let found = false;
  const read = namedSecrets(nameOf, (_secret, value) => {
    found ||= value.trim() !== '';
  });
  const text = textOfBody(body);
  read.readPath(path);
  if (/^\s*</.test(text)) read.readElements(text);
  else read.readForm(text);
  return found;
}

/** What removes the secrets of an exchange from texts about it. */
export interface Masking {
  readonly redact: Redact;
  /** Why a body is not shown; null if it is. */
  readonly hidden: Readonly<Record<'request' | 'response', string | null>>;
}

/** Secrets of one exchange, the places where it names them, and characters of one and of all. */
const MOST_OF_ONE = { secrets: 200, places: 2000, characters: 4096, all: 16_384 };

/** Characters of a secret. */
const SHORTEST_SECRET = 3;
/** A shorter part of a secret is an ordinary word. */
const SHORTEST_PART = 4;

class TooMuch extends Error {}

/** An exchange, and why the body of its request is not there; null or undefined if it is. */
export type Maskable = Pick<Exchange, 'request' | 'outcome'> & { readonly lost?: string | null };

/** Finds the secrets of an exchange: credentials, contacts, sessions and the like. What can't be read is not shown. */
export function maskingOf({ request, outcome, lost }: Maskable, nameOf = secretName): Masking {
  const response = outcome.kind === 'response' ? outcome.response : { headers: [], body: null };
  const headers = [...request.headers, ...response.headers];
  const found = new Map(secretsIn(headers).map((value) => [value, '***']));
  let { places, all } = MOST_OF_ONE;
  const add = (secret: string, value: string): void => {
    // Two characters are no secret, and stand in dates and numbers.
    if (value.length < SHORTEST_SECRET || found.has(value)) return;
    found.set(value, credentialVariables[secret] ?? '***');
    all -= value.length;
    if (value.length > MOST_OF_ONE.characters || all < 0 || found.size > MOST_OF_ONE.secrets)
      throw new TooMuch('it holds too much that is secret');
  };
  const note: NoteSecret = (secret, value) => {
    places -= 1;
    if (places < 0) throw new TooMuch('it holds too much that is secret');
    for (const spelling of spellings(value)) add(secret, spelling);
  };
  const read = namedSecrets(nameOf, note);
  try {
    if (typeof lost === 'string') throw new TooMuch(lost);
    read.readPath(request.path);
    for (const [name, value] of headers.filter(([one]) => !isSecret(one))) {
      const secret = nameOf(name);
      if (secret === null) read.readText(value);
      else note(secret, value);
    }
    if ((plainBody(request)?.byteLength ?? 0) > MOST_READ)
      throw new TooMuch(`a request of ${plural(request.body?.byteLength ?? 0, 'byte')} is not read`);
    const sent = whyUnread(request, read);
    const got = whyUnread(response, read);
    const redact = redactorOf(found);
    // An answer may repeat what was not read, and its coding may hide what is secret.
    const coded = got ?? (sent === null ? hiddenInCoding(response, redact) : '(not shown: the request was not read)');
    return { redact, hidden: { request: sent, response: coded } };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    const why = `(not shown: ${error.message})`;
    return { redact: (text) => (text === '' ? '' : why), hidden: { request: why, response: why } };
  }
}

/** A value as several readers take it: as a form's, without quotes or markup after it, its lines and parts. */
function spellings(value: string): readonly string[] {
  const plain = unescaped(value.replaceAll('+', ' '));
  const bare = [value.replaceAll(/^["']|["'),;.]{1,8}$/g, ''), value.replace(/<\/.*/s, '')];
  // Rules that take any body of a form's type for a form, or what it holds for markup, name the parts of a value.
  const parts = plain.split(/[&=;<]/).filter(({ length }) => length >= SHORTEST_PART);
  return [value, plain, ...bare, ...value.split(/[\r\n]+/), ...parts].map((one) => one.trim());
}

type SentMessage = Pick<HttpRequest, 'headers' | 'body'>;

const MOST_DECODED = 16 * 1024 * 1024;

/** A body without its content coding; null if it can't be decoded. */
function plainBody({ headers, body }: SentMessage): Uint8Array | null {
  const coding = contentCoding(headers);
  return coding === null || body === null ? body : uncoded(body, coding, MOST_DECODED);
}

function hiddenInCoding(message: SentMessage, redact: Redact): string | null {
  const coding = contentCoding(message.headers);
  if (coding === null) return null;
  const text = textOfBody(plainBody(message));
  return redact(text) === text ? null : `(not shown: ${plural(message.body?.byteLength ?? 0, 'byte')} in ${coding})`;
}

/** Reads a body as what it is. @returns why it can't be shown: its kind, its length, and the place of the error */
function whyUnread(message: SentMessage, read: ReturnType<typeof namedSecrets>): string | null {
  const { headers, body } = message;
  if (body === null || body.byteLength === 0) return null;
  const unread = (why: string): string => `(not shown: ${plural(body.byteLength, 'byte')} ${why})`;
  const plain = plainBody(message);
  if (plain === null) return unread(`in ${contentCoding(headers)}`);
  const type = headerValue(headers, 'content-type') ?? '';
  const text = textOfBody(plain.subarray(0, MOST_READ));
  const boundary =
    /boundary\s*=\s*"?([^";\s]{1,200})/i.exec(type)?.[1] ?? /^--([^\s]{1,200})\r?\n[\w-]+:/.exec(text)?.[1];
  if (boundary !== undefined && read.readParts(text, boundary)) return null;
  if (/^multipart\//i.test(type)) return unread(`are no ${type.split(';')[0]}: the boundary is not in it`);
  if (/^\s*[[{]/.test(text) || /json/i.test(type)) {
    const mistake = read.readJson(text);
    if (mistake === null) return null;
    read.readText(text);
    return /^\s*[[{]/.test(text) ? unread(`are no JSON: character ${mistake + 1}`) : null;
  }
  if (/^\s*</.test(text)) read.readElements(text);
  else {
    read.readForm(text);
    // A browser's form of text/plain has a pair on each line.
    if (text.endsWith('\r\n')) read.readForm(text.replaceAll('&', '%26').replaceAll('\r\n', '&'));
    read.readText(text);
  }
  return null;
}

/** An exchange as reports show it, without its secrets. @param origin - of the address that is shown */
export function recordMasked({ request, outcome, durationMs }: Exchange, { redact, hidden }: Masking, origin: string) {
  const masked = (headers: readonly Header[]) =>
    headers.map(([name, value]) => [redact(name), isSecret(name) ? '***' : redact(value)] as const);
  const coding = contentCoding(request.headers);
  const coded = coding === null ? null : `(not shown: ${plural(request.body?.byteLength ?? 0, 'byte')} in ${coding})`;
  const body = hidden.request ?? coded ?? recordText(textOfBody(request.body), redact);
  return {
    request: {
      method: redact(request.method),
      url: withPlainPlaceholders(redact(`${origin}${request.path}`)),
      headers: masked(request.headers),
      body: request.body === null || request.body.byteLength === 0 ? null : withPlainPlaceholders(body),
    },
    response:
      outcome.kind === 'trouble'
        ? { trouble: recordTrouble(outcome.trouble, redact) }
        : {
            ...recordResponse({ ...outcome.response, headers: [] }, redact, undefined, hidden.response),
            headers: masked(outcome.response.headers),
          },
    durationMs: Math.round(durationMs * 10) / 10,
  };
}

export function textOfBody(body: Uint8Array | null): string {
  return body === null ? '' : decodeXmlBytes(body, null).text;
}
