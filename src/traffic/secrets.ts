import { distance } from 'fastest-levenshtein';
import { unescaped } from '../bindings/decode-request.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { secretsIn as headerSecrets, isSecret, textOfBody } from '../har/secrets.ts';
import { credentialVariables, type Redact, redactorOf } from '../results/record/redact.ts';
import { parseXml } from '../xml/parse.ts';
import { textOf } from '../xml/tree.ts';
import { remembering } from './remembering.ts';

/** What identifies a person or a visit; credentials are secret too. */
const personal = ['ContactInfo', 'Client_IP', 'SessionID', 'CK_SessionID'];
const sensitive = [...Object.keys(credentialVariables), ...personal];

/** Maximum distinct secrets sought in one exchange, and characters of one. */
const MOST_SECRETS = 40;
const LONGEST = 4096;
/** Places of secrets in one text: with more the exchange is not shown. Searching is slow. */
const MOST_PLACES = 2000;
/** A shorter part of a secret is an ordinary word. */
const SHORTEST_PART = 4;

/** Exchanges of one client have the same secrets, and making patterns is slow. */
const MOST_KNOWN = 32;

/** The secret that a name in a request means, even if misspelled, as `dealer_id`; null if it means none. */
export function secretName(written: string): string | null {
  const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
  const isNear = (name: string, found: string): boolean =>
    (Math.abs(name.length - found.length) <= 2 && distance(name, found) <= (name.length > 6 ? 2 : 1)) ||
    (found.length >= SHORTEST_PART && name.startsWith(found));
  const near = sensitive.find((name) => isNear(bare(name), bare(written)));
  return near ?? (isSecret(written) || /^pw|pwd/i.test(written) ? written : null);
}

/** Opens what removes the secrets of an exchange from texts about it: credentials, contacts, sessions and the like. */
export function openMasking(): (exchange: Pick<Exchange, 'request' | 'outcome'>) => Redact {
  const known = new Map<string, Redact>();
  const nameOf = remembering(secretName);
  const named = remembering((text) => secretsIn(text, nameOf));
  let last: { readonly exchange: Pick<Exchange, 'request' | 'outcome'>; readonly redact: Redact } | null = null;
  return ({ request, outcome }) => {
    // The log, its client names and the recorder ask about the same exchange.
    if (last?.exchange.request === request && last.exchange.outcome === outcome) return last.redact;
    const response = outcome.kind === 'response' ? outcome.response : null;
    const headers = [...request.headers, ...(response?.headers ?? [])];
    const carried = headerSecrets(headers).map((value): Secret => [value, '***']);
    const lines = headers.filter(([name]) => !isSecret(name)).map(([name, value]) => `${name}: ${value}\n${value}\n`);
    const texts = [request.path, ...lines, textOfBody(request.body), textOfBody(response?.body ?? null)];
    const secrets = [...new Map([...carried, ...texts.flatMap(named)])].filter(([value]) => value !== '');
    const key = JSON.stringify(secrets);
    const redact = known.get(key) ?? remembering(maskOf(secrets));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, redact);
    last = { exchange: { request, outcome }, redact };
    return redact;
  };
}

type Secret = readonly [value: string, shown: string];

function maskOf(secrets: readonly Secret[]): Redact {
  const tooMany = secrets.length > MOST_SECRETS || secrets.some(([value]) => value.length > LONGEST);
  if (tooMany) return (text) => (text === '' ? '' : '(not shown: it holds too much that is secret)');
  return redactorOf(new Map(secrets));
}

/** The secrets that a text names. With too many places it is one that is too long to be masked. */
function secretsIn(text: string, nameOf: typeof secretName): readonly Secret[] {
  const found = new Map<string, string>();
  let places = 0;
  for (const reading of readingsOfMarkup(text)) {
    for (const [name, value] of namedIn(reading, nameOf)) {
      found.set(value, credentialVariables[name] ?? '***');
      places += 1;
      if (places > MOST_PLACES) return [['x'.repeat(LONGEST + 1), '***']];
    }
  }
  return [...found];
}

/** A text unchanged, and with its escaped tags, as of an envelope in a form. */
function readingsOfMarkup(text: string): readonly string[] {
  if (!/%3c|&lt;/i.test(text)) return [text];
  const plain = text.replaceAll(/%3c|&lt;/gi, '<').replaceAll(/%3e|&gt;/gi, '>');
  return [text, plain.replaceAll(/%2f/gi, '/')];
}

/** `name=value` of URLs, forms and attributes, `"name": "value"` of JSON. It begins at the sign: there are fewer of them. */
const PAIR =
  /[=:](?<=(?<![\w.%-])([\w.%-]{1,80})["']?\s{0,8}.)(?!\/\/)\s{0,8}(?:"([^"]{0,5000})|'([^']{0,5000})|([^\s&"'<>]{0,5000}))/g;
/** A part of a multipart form. */
const PART = /\bname="?([\w.%-]{1,80})[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\n([^\r\n]{0,5000})/g;
/** `<key>Password</key><value>…`, as PHP writes a map, `<x name="Password">…` and `name="Password" value="…"`. */
const ENTRY =
  /(?:>|=["'])([\w.-]{1,80})(?:<\/[^<>]{1,80}>\s{0,80}<[^<>/][^<>]{0,200}>|["'](?:\s{1,8}\w{1,20}=["']|[^<>]{0,200}>))([^<"']{1,5000})/g;
/** The session of ASP.NET without cookies, in a path. */
const SESSION = /\/\([SAF]()\(([^()/]{1,200})\)/g;
const START_TAG = /<(?:[^\s<>/:=]{1,80}:)?([^\s<>/:=]{1,80})(?=[\s>])/g;
const TAG_END = /[^<>]{0,2000}>/y;

function* namedIn(text: string, nameOf: typeof secretName): Generator<readonly [name: string, value: string]> {
  for (const pattern of [PAIR, PART, ENTRY, SESSION]) {
    for (const [, written = '', ...values] of text.matchAll(pattern)) {
      const name = written === '' ? 'SessionID' : nameOf(unescaped(written));
      const raw = values.find((value) => value !== undefined) ?? '';
      if (name !== null) yield* readingsOf(raw).map((value) => [name, value] as const);
    }
  }
  for (const { 0: begun, 1: written = '', index } of text.matchAll(START_TAG)) {
    const name = nameOf(written);
    if (name === null) continue;
    TAG_END.lastIndex = index + begun.length;
    const end = TAG_END.exec(text) === null ? null : TAG_END.lastIndex;
    if (end === null) continue;
    const after = text.slice(end, end + LONGEST + 1);
    const own = after.search(new RegExp(`</(?:[^\\s<>/:]{1,80}:)?${written.replaceAll(/\W/g, String.raw`\$&`)}\\s*>`));
    const close = own < 0 ? after.search(/<\/|<(?!!)/) : own;
    const raw = close < 0 ? after : after.slice(0, close);
    const xml = parseXml(`<v>${raw}</v>`);
    const isText = xml.kind === 'document' && !/<(?!!)/.test(raw);
    // Child elements hold the parts of what is secret.
    const parts = isText ? [textOf(xml.document.root)] : [raw, ...raw.split(/<(?!!)[^<>]*>/)];
    yield* parts.flatMap(readingsOf).map((one) => [name, one] as const);
  }
}

/** A value unchanged, and as read by rules that take any body of a form's type for a form. */
function readingsOf(value: string): readonly string[] {
  const form = unescaped(value.replaceAll('+', ' '));
  const parts = form.split('&').filter(({ length }) => length >= SHORTEST_PART);
  return [...new Set([value, form, ...parts])].filter((one) => one.trim() !== '');
}
