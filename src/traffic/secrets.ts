import { distance } from 'fastest-levenshtein';
import type { Exchange } from '../exchange/exchange.ts';
import { isSecret, secretsIn } from '../har/secrets.ts';
import { credentialVariables, type Redact, redactor } from '../results/record/redact.ts';
import { decodeXmlBytes } from '../xml/decode.ts';
import { parseXml } from '../xml/parse.ts';
import { textOf } from '../xml/tree.ts';

/** What tells of a person or a visit; credentials are secret too. */
const personal = ['ContactInfo', 'Client_IP', 'SessionID', 'CK_SessionID'];
const sensitive = [...Object.keys(credentialVariables), ...personal];

/** Distinct secrets of one exchange that are looked for, and characters of one. */
const MOST_SECRETS = 40;
const LONGEST = 4096;
/** A shorter part of a secret is a word like any other. */
const SHORTEST_PART = 4;

/** Exchanges of one client have the same secrets, and patterns take long to make. */
const MOST_KNOWN = 64;
const MOST_NAMES = 1000;

/**
 * The name of a secret that a name in a request means, be it misspelled; null where it means none. It is generous: a
 * client that writes `dealer_id` sends a real one.
 */
export function secretName(written: string): string | null {
  const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
  const near = sensitive.find((name) => distance(bare(name), bare(written)) <= (bare(name).length > 6 ? 2 : 1));
  return near ?? (isSecret(written) ? written : null);
}

/**
 * Opens what takes the secrets of an exchange out of every text about it: credentials, contacts, addresses and sessions that
 * its request or its answer names, and headers that carry such. Malformed requests are searched by how secrets look.
 */
export function openMasking(): (exchange: Exchange) => Redact {
  const known = new Map<string, Redact>();
  const names = new Map<string, string | null>();
  // The same names come again and again, and telling how near they are takes long. Bench lines of 'proxy'.
  const nameOf: typeof secretName = (written) => {
    const found = names.get(written);
    if (found !== undefined) return found;
    if (names.size >= MOST_NAMES) names.clear();
    const name = secretName(written);
    names.set(written, name);
    return name;
  };
  return (exchange) => {
    const secrets = secretsOf(exchange, nameOf);
    const key = JSON.stringify(secrets);
    const redact = known.get(key) ?? redactorOf(secrets);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, redact);
    return redact;
  };
}

type Secret = readonly [name: string, value: string];

function redactorOf(secrets: readonly Secret[]): Redact {
  const tooMany = secrets.length > MOST_SECRETS || secrets.some(([, value]) => value.length > LONGEST);
  if (tooMany) return (text) => (text === '' ? '' : '(not shown: it holds too much that is secret)');
  const redactors = secrets.map(([name, value]) => redactor({ [name]: value }, []));
  return (text) => redactors.reduce((masked, redact) => redact(masked), text);
}

function secretsOf({ request, outcome }: Exchange, nameOf: typeof secretName): readonly Secret[] {
  const response = outcome.kind === 'response' ? outcome.response : null;
  const texts = [request.path, textOfBody(request.body), textOfBody(response?.body ?? null)];
  const named = texts.flatMap((text) => [...namedIn(text, nameOf)]);
  const carried = secretsIn([...request.headers, ...(response?.headers ?? [])]).map((value): Secret => ['', value]);
  // The longest first: one may hold another.
  const all = new Map([...carried, ...named].map(([name, value]) => [value, name]));
  all.delete('');
  return [...all].map(([value, name]): Secret => [name, value]).toSorted(([, a], [, b]) => b.length - a.length);
}

/** A body as text, whatever it is. */
export function textOfBody(body: Uint8Array | null): string {
  return body === null ? '' : decodeXmlBytes(body, null).text;
}

/** `name=value` of URLs, forms and attributes, `"name": "value"` of JSON. */
const PAIR =
  /(?<![\w.%-])([\w.%-]{1,80})["']?\s{0,8}[=:]\s{0,8}(?:"([^"]{0,5000})|'([^']{0,5000})|([^\s&"'<>]{0,5000}))/g;
/** A part of a multipart form. */
const PART = /\bname="?([\w.%-]{1,80})[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\n([^\r\n]{0,5000})/g;
const START_TAG = /<(?:[^\s<>/:=]{1,80}:)?([^\s<>/:=]{1,80})(?=[\s>])[^<>]{0,2000}>/g;

function* namedIn(text: string, nameOf: typeof secretName): Generator<Secret> {
  for (const [, written = '', ...values] of [...text.matchAll(PAIR), ...text.matchAll(PART)]) {
    const name = nameOf(unescaped(written));
    const raw = values.find((value) => value !== undefined) ?? '';
    if (name !== null) yield* readingsOf(raw).map((value): Secret => [name, value]);
  }
  for (const { 0: tag, 1: written = '', index } of text.matchAll(START_TAG)) {
    const name = nameOf(written);
    if (name === null) continue;
    const after = text.slice(index + tag.length, index + tag.length + LONGEST + 1);
    const close = after.search(/<\/|<(?!!)/);
    const raw = close < 0 ? after : after.slice(0, close);
    const xml = parseXml(`<v>${raw}</v>`);
    const value = xml.kind === 'document' ? textOf(xml.document.root) : raw;
    yield* readingsOf(value).map((one): Secret => [name, one]);
  }
}

/** A value as it stands, and as rules read it that take any body of a form's type for a form. */
function readingsOf(value: string): readonly string[] {
  const form = unescaped(value.replaceAll('+', ' '));
  const parts = form.split('&').filter(({ length }) => length >= SHORTEST_PART);
  return [...new Set([value, form, ...parts])].filter((one) => one.trim() !== '');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
