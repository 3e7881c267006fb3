import type { Call, Credentials } from '../../bindings/call.ts';
import type { Header } from '../../exchange/exchange.ts';
import { maskAcrossSeams, withoutSeams } from './seams.ts';
import { SHORT, secretForms } from './secret-forms.ts';

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands in reports for a credential: the environment variable that holds it. */
export const credentialVariables: Readonly<Record<string, string>> = {
  DealerID: '${GETDATA_DEALER_ID}',
  APIKEY: '${GETDATA_API_KEY}',
  Password: '${GETDATA_PASSWORD}',
};

/** A request's text with its placeholders readable again where a query or form has percent-encoded them. */
export function withPlainPlaceholders(text: string): string {
  return Object.values(credentialVariables).reduce(
    (plain, name) => plain.replaceAll(encodeURIComponent(name), () => name),
    text,
  );
}

/**
 * Replaces every secret wherever a target may have echoed it, in each form it travels in (secret-forms.ts), in one piece
 * or with seams.ts's marks inside. Of headers, the value, its longer words, and the password of Basic authentication are secret.
 */
export function redactor(secrets: Credentials, headers: readonly Header[]): Redact {
  const named = new Map<string, string>();
  for (const value of headers.flatMap(secretsOf)) named.set(value, '***');
  for (const [name, value] of Object.entries(secrets)) named.set(value, credentialVariables[name] ?? '***');
  named.delete('');
  // The longest first: one may hold another. What cuts left comes last: the start of a whole secret looks like one.
  const longest = [...named].toSorted(([a], [b]) => b.length - a.length);
  const whole = (value: string) => [...new Set([value, withoutSeams(value)])].flatMap(secretForms);
  const patterns = [whole, cutForms].flatMap((forms) =>
    longest.flatMap(([value, shown]) => forms(value).map((find) => [find, shown] as const)),
  );
  return (text) => maskAcrossSeams(text, patterns);
}

/** Values of cookies may be this short: they are masked where they stand alone. */
const SHORTEST_COOKIE = 3;

function secretsOf([name, line]: Header): readonly string[] {
  // Names of codings, which are no secrets.
  if (/^accept-encoding$/i.test(name)) return [];
  const words = line.split(/[\s;,]+/).filter((part) => part.length >= SHORT);
  const cookies = /cookie/i.test(name) ? cookieValues(line) : [];
  return [line, ...words, ...cookies.filter((value) => value.length >= SHORTEST_COOKIE), ...basicSecrets(line)];
}

/** The values of a line of cookies, without their names (RFC 6265, section 4.2.1). */
export function cookieValues(line: string): readonly string[] {
  return line.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1).replaceAll('"', ''));
}

/** What Basic authentication says in base64 (RFC 7617, section 2): `user:password`, and the password. */
export function basicSecrets(line: string): readonly string[] {
  const [, token] = /^Basic\s+(\S+)$/i.exec(line) ?? [];
  if (token === undefined) return [];
  const pair = Buffer.from(token, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

/** A message cuts long texts, at 80 characters at most, before secrets are taken out: what it left of one begins it. */
const SHORTEST_CUT = 4;
const LONGEST_CUT = 80;

function cutForms(secret: string): readonly RegExp[] {
  if (secret.length < SHORT) return [];
  const lengths = [...Array(LONGEST_CUT).keys()].filter((length) => length >= SHORTEST_CUT && length < secret.length);
  const starts = lengths
    .toReversed()
    .map((length) => secret.slice(0, length).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [new RegExp(`(?:${starts.join('|')})(?=\\.{3}|…|')`, 'g')];
}

/** A server may have answered with a secret that was then sent as a value: it stays out of the report. */
export function redactedCall(call: Call, redact: Redact): Call {
  return JSON.parse(JSON.stringify(call), (_key, value) => (typeof value === 'string' ? redact(value) : value));
}
